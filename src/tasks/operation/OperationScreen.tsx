import { useState } from 'react';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import { mayType } from '#contract/siteAllows.ts';
import { Answer } from '#tasks/answer/Answer.tsx';
import { AskingPrints } from '#tasks/print/AskingPrints.tsx';
import { CallList } from '#tasks/calls/CallList.tsx';
import type { CallLink } from '#tasks/calls/CallRow.tsx';
import { LeaveOr } from '#tasks/intake/LeaveOr.tsx';
import { LeftoversPlace } from '#tasks/intake/LeftoversPlace.tsx';
import { ParameterField } from './ParameterField.tsx';
import { ScanBar } from '#tasks/intake/ScanBar.tsx';
import { CameraPlace, ScanDock, useAids } from '#tasks/intake/ScanDock.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { jsonProblem } from './operationForm.ts';
import { operationDoubt } from './operationDoubt.ts';
import { createOperationRun } from './operationRun.ts';
import { useFollowed } from '#tasks/calls/savedSaying.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { ResultBanner } from '#ui/ResultBanner.tsx';
import { lookUpWords } from '#i18n/en/lookUp.ts';
import { objectWords } from '#i18n/en/object.ts';
import { operationWords as words } from '#i18n/en/operation.ts';
import { tasksWords } from '#i18n/en/task.ts';
import { useNow } from '#ui/useNow.ts';

export interface OperationScreenProps {
  readonly operation: OperationName;
  readonly link: CallLink;
}

/** An operation of the service, made from the catalogue: one field a parameter. */
export function OperationScreen({ operation, link }: OperationScreenProps) {
  const handheld = useHandheld();
  const { site } = handheld;
  const name = draftName(operation);
  const [run] = useState(() =>
    createOperationRun(operation, { ...runPortsOf(handheld, name, [operation]), doubt: operationDoubt(handheld) }),
  );
  const [printed, setPrinted] = useState<readonly number[]>([]);
  const view = useView(run);
  const aids = useAids();
  const now = useNow();
  const scanning = useScans({
    onScan: (scan) => run.accept(scan, focusedParameter()),
    onBlank: () => run.refuse(tasksWords.blank),
  });
  const isTypedOff = !mayType(site(), operation);
  const { effect } = operationOf(operation);
  const isRead = effect === 'read';
  const mayGoAsItIs = run.fields.some((field) => {
    return field.json === 'loose' && jsonProblem(field, view.texts[field.name] ?? '') !== undefined;
  });
  return (
    <Page
      line={<ScanBar scanning={scanning} prompt={words.scan} />}
      dock={
        <ScanDock
          aids={aids}
          typeLabel={words.type}
          allowsTyped={false}
          question={
            view.asked && (
              <LeaveOr
                leave={tasksWords.doNotSave}
                onLeave={run.leave}
                onTake={run.saveAgain}
                word={view.asked.again ? tasksWords.saveAgain : objectWords.saveAnyway}
                icon="repeat"
              />
            )
          }
          action={
            <Button size="lead" kind="primary" icon={isRead ? 'lookUp' : 'done'} onClick={() => run.run()}>
              {isRead ? words.ask : words.save}
            </Button>
          }
        />
      }
    >
      <ResultBanner said={useFollowed(view.notice)} words={tasksWords.tones} rest={words.scan} />
      <CameraPlace aids={aids} />
      {run.fields.map((field) => (
        <ParameterField
          key={field.name}
          field={field}
          text={view.texts[field.name] ?? ''}
          problem={view.problems[field.name]}
          onlyScanned={isTypedOff}
          onChange={(text) => run.setText(field.name, text)}
        />
      ))}
      {mayGoAsItIs && (
        <Button size="big" icon="sending" onClick={() => run.run(true)}>
          {words.asItIs}
        </Button>
      )}
      {effect === 'print' && (
        <AskingPrints link={link} onPrint={({ seq }) => setPrinted((before) => [seq, ...before])} />
      )}
      <LeftoversPlace task={name} />
      {view.lookUp !== 'none' && (
        <section className="stack" aria-label={lookUpWords.answer}>
          <h3 className="section-head">{lookUpWords.answer}</h3>
          <Answer lookUp={view.lookUp} now={now} />
        </section>
      )}
      {!isRead && (
        <CallList operations={[operation]} seqs={[...printed, ...view.saved.map(({ seq }) => seq)]} link={link} />
      )}
    </Page>
  );
}

function draftName(operation: OperationName): string {
  return `operation-${operation}`;
}

/** The parameter whose field has the focus: a scan of a person who tapped it is for it. */
function focusedParameter(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-parameter]')?.dataset['parameter'];
}
