import { useState } from 'react';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import { mayType } from '#contract/siteAllows.ts';
import { AnswerSection } from '#tasks/answer/AnswerSection.tsx';
import { PrintsToConfirm } from '#tasks/print/PrintsToConfirm.tsx';
import { CallList } from '#tasks/calls/CallList.tsx';
import type { CallLink } from '#tasks/calls/CallRow.tsx';
import { LeaveOr } from '#tasks/intake/LeaveOr.tsx';
import { ParameterField } from './ParameterField.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { jsonProblem } from './operationForm.ts';
import { operationDoubt } from './operationDoubt.ts';
import { type OperationRun, createOperationRun } from './operationRun.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { Button } from '#ui/Button.tsx';
import { objectWords } from '#i18n/en/object.ts';
import { operationWords as words } from '#i18n/en/operation.ts';
import { tasksWords } from '#i18n/en/task.ts';

export interface OperationScreenProps {
  readonly operation: OperationName;
  readonly link: CallLink;
}

/** An operation of the service, made from the catalogue: one field a parameter. */
export function OperationScreen({ operation, link }: OperationScreenProps) {
  const handheld = useHandheld();
  const name = draftName(operation);
  const [run] = useState(() =>
    createOperationRun(operation, { ...runPortsOf(handheld, name, [operation]), doubt: operationDoubt(handheld) }),
  );
  const [printed, setPrinted] = useState<readonly number[]>([]);
  const view = useView(run);
  const { effect } = operationOf(operation);
  const isRead = effect === 'read';
  return (
    <ScanPage
      run={{ ...run, accept: (scan) => run.accept(scan, focusedParameter()) }}
      view={view}
      name={name}
      rest={words.scan}
      question={
        view.needsConfirmation && (
          <LeaveOr
            leave={tasksWords.doNotSave}
            onLeave={run.leave}
            onTake={run.saveAgain}
            word={view.needsConfirmation.again ? tasksWords.saveAgain : objectWords.saveAnyway}
            icon="repeat"
          />
        )
      }
      action={
        <Button size="lead" kind="primary" icon={isRead ? 'lookUp' : 'done'} onClick={() => run.run()}>
          {isRead ? words.ask : words.save}
        </Button>
      }
      foot={
        <>
          <AnswerSection lookUp={view.lookUp} />
          {!isRead && (
            <CallList operations={[operation]} seqs={[...printed, ...view.saved.map(({ seq }) => seq)]} link={link} />
          )}
        </>
      }
    >
      <Form run={run} isTypedOff={!mayType(handheld.site(), operation)} />
      {effect === 'print' && (
        <PrintsToConfirm link={link} onPrint={({ seq }) => setPrinted((before) => [seq, ...before])} />
      )}
    </ScanPage>
  );
}

/** A field for each parameter; a text that looks like broken JSON may go as it is. */
function Form({ run, isTypedOff }: { readonly run: OperationRun; readonly isTypedOff: boolean }) {
  const { texts, problems } = useView(run);
  const mayGoAsItIs = run.fields.some((field) => {
    return field.json === 'loose' && jsonProblem(field, texts[field.name] ?? '') !== undefined;
  });
  return (
    <>
      {run.fields.map((field) => (
        <ParameterField
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          problem={problems[field.name]}
          onlyScanned={isTypedOff}
          onChange={(text) => run.setText(field.name, text)}
        />
      ))}
      {mayGoAsItIs && (
        <Button size="big" icon="sending" onClick={() => run.run(true)}>
          {words.asItIs}
        </Button>
      )}
    </>
  );
}

function draftName(operation: OperationName): string {
  return `operation-${operation}`;
}

/** The parameter whose field has the focus: a scan of a person who tapped it is for it. */
function focusedParameter(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-parameter]')?.dataset['parameter'];
}
