import { useState } from 'react';
import { draftName } from '#tasks/task/draft.ts';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import { mayType } from '#site/site.ts';
import { AnswerSection } from '#tasks/answer/Answer.tsx';
import { onButton } from '#tasks/answer/labelOf.ts';
import { PrintsToConfirm } from '#tasks/print/PrintsToConfirm.tsx';
import { CallList } from '#tasks/calls/CallList.tsx';
import { type Handheld, useHandheld, useView } from '#tasks/task/handheld.ts';
import { type FormField, jsonProblem } from './operationForm.ts';
import { type OperationRun, createOperationRun } from './operationRun.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { Button } from '#ui/Button.tsx';
import { objectWords } from '#i18n/words/object.ts';
import { operationWords } from '#i18n/words/operation.ts';
import { Field } from '#ui/Field.tsx';
import { icons } from '#ui/icons.ts';
import type { Call } from '#contract/call.ts';
import { createPrintsOf } from '#outbox/printsOf.ts';
import type { Doubt } from '#tasks/intake/taskFlow.ts';
import { doubtCopy } from '#tasks/print/printRun.ts';
import { SaveOrNot } from '#tasks/intake/SaveOrNot.tsx';
import { weightQuestion } from '#tasks/weight/weightCheck.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';

/** An operation of the service, made from the catalogue: one field a parameter. */
export function OperationScreen({ operation }: { readonly operation: OperationName }) {
  const handheld = useHandheld();
  const name = draftName('operation', operation);
  const pendingScans = usePendingScans();
  const [run] = useState(() => {
    const ports = runPortsOf(handheld, pendingScans, name, [operation]);
    return createOperationRun(operation, { ...ports, doubt: operationDoubt(handheld) });
  });
  const [printed, setPrinted] = useState<readonly number[]>([]);
  const view = useView(run);
  const { effect } = operationOf(operation);
  const isRead = effect === 'read';
  return (
    <ScanPage
      run={{ ...run, accept: (scan) => run.accept(scan, focusedParameter()) }}
      view={view}
      name={name}
      rest={operationWords().scan}
      question={
        view.needsConfirmation && (
          <SaveOrNot
            asked={view.needsConfirmation}
            onLeave={run.leave}
            onSave={run.saveAgain}
            onSaveMeant={run.saveMeant}
          />
        )
      }
      action={
        <Button
          size="lead"
          kind="primary"
          icon={isRead ? icons.lookUp : icons.done}
          onClick={() => {
            const left = handheld.scanner.takeTyped(() => false);
            if (left === undefined) run.run();
            else run.refuse(objectWords().inNoField({ text: left }));
          }}
        >
          {buttonOf(isRead, subjectOf(run, view.texts))}
        </Button>
      }
      foot={
        <>
          <AnswerSection lookUp={view.lookUp} of={{ operation, subject: subjectOf(run, view.texts) }} />
          {!isRead && <CallList operations={[operation]} seqs={[...printed, ...view.saved]} />}
        </>
      }
    >
      <Form run={run} isTypedOff={!mayType(handheld.site(), operation)} />
      {effect === 'print' && <PrintsToConfirm onPrint={({ seq }) => setPrinted((before) => [seq, ...before])} />}
    </ScanPage>
  );
}

/** Returns the first code of the call, which is what it is about; empty where there is none. */
function subjectOf({ fields }: OperationRun, texts: Readonly<Record<string, string>>): string {
  const [first] = fields.filter(({ type, known, json }) => type === 'string' && !known && json !== 'json');
  const text = first ? (texts[first.name] ?? '').trim() : '';
  return /^[{[]/.test(text) ? '' : text;
}

function buttonOf(isRead: boolean, subject: string): string {
  const { ask, askCode, save, saveCode } = operationWords();
  if (subject === '') return isRead ? ask : save;
  return (isRead ? askCode : saveCode)({ code: onButton(subject) });
}

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
        <Button size="big" icon={icons.sending} onClick={() => run.run(true)}>
          {operationWords().asItIs}
        </Button>
      )}
    </>
  );
}

/** The parameter whose field has the focus: a scan of a person who tapped it is for it. */
function focusedParameter(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-parameter]')?.dataset['parameter'];
}

interface ParameterFieldProps {
  readonly field: FormField;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onlyScanned: boolean;
  readonly onChange: (text: string) => void;
}

/** A parameter by its wire name and its type. Under it stands what is wrong; of JSON at once. */
function ParameterField({ field, text, problem, onlyScanned, onChange }: ParameterFieldProps) {
  const { name, type, json, known } = field;
  const isLocked = onlyScanned && type === 'string' && !known;
  const shared = {
    caption: name,
    value: text,
    hint: isLocked
      ? operationWords().onlyScanned
      : known
        ? operationWords().known
        : json
          ? operationWords()[json]
          : operationWords().types[type],
    onChange: (next: string) => {
      if (!isLocked) onChange(next);
    },
  };
  return (
    <div data-parameter={name}>
      {json ? (
        <Field {...shared} rows={3} problem={problem ?? jsonProblem(field, text)} />
      ) : (
        <Field
          {...shared}
          problem={problem}
          inputMode={type === 'int' ? 'numeric' : type === 'decimal' ? 'decimal' : 'text'}
          enterKeyHint="done"
        />
      )}
    </div>
  );
}

function operationDoubt(handheld: Handheld): (call: Call) => Promise<Doubt | undefined> {
  const doubtWeight = weightQuestion(handheld);
  const printsOf = createPrintsOf(handheld.outbox, handheld.kept);
  return async (call) => {
    return operationOf(call.operation).effect === 'print' ? doubtCopy(printsOf, call) : doubtWeight(call, undefined);
  };
}
