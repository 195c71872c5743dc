import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { printerOf } from '#site/printers.ts';
import { draftName } from '#tasks/task/draft.ts';
import { hasNoGateway, isAway } from '#outbox/openCalls.ts';
import { createPrintsOf } from '#outbox/printsOf.ts';
import { isLeftToPrinter, labelSaid } from '#outbox/state/labelSaid.ts';
import { isOwn } from '#outbox/state/owed.ts';
import type { LabelStands, QueuedCall } from '#outbox/state/queuedCall.ts';
import { AnswerText } from '#tasks/answer/Answer.tsx';
import { HasPrintButton, LabelHanded, LabelOf, NotPrintedHere, PictureAsked, onButton } from '#tasks/answer/labelOf.ts';
import { hasLabel, printShown } from '#tasks/answer/printHere.ts';
import { LabelAtPrinter } from './LabelAtPrinter.tsx';
import { PrinterHead } from './PrinterHead.tsx';
import { PrintsToConfirm } from './PrintsToConfirm.tsx';
import { CallList } from '#tasks/calls/CallList.tsx';
import { RoomForMain } from '#tasks/intake/ScanDock.tsx';
import { LeaveOr } from '#tasks/intake/ScanQuestions.tsx';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { type PendingScans, usePendingScans } from '#tasks/task/pendingScans.ts';
import { type Handheld, type Scanner, useHandheld, useView } from '#tasks/task/handheld.ts';
import { type PrintRun, type PrintRunPorts, createPrintRun, hasCompany, wantsCompany } from './printRun.ts';
import { type PrintTask, operationsOf } from '#tasks/task/task.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Field } from '#ui/Field.tsx';
import { inHandWords } from '#i18n/words/inHand.ts';
import { labelWords } from '#i18n/words/label.ts';
import { objectWords } from '#i18n/words/object.ts';
import { printWords } from '#i18n/words/print.ts';
import { wholeCodes } from '#ui/Code.tsx';
import { part } from '#ui/part.tsx';
import { icons } from '#ui/icons.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';

const Printout = part(() => import('#tasks/answer/Printout.tsx'), 'Printout');
const PrintShown = part(() => import('#tasks/answer/Printout.tsx'), 'PrintShown');

/** A label of this handheld's own, 50 × 30 mm: whether a printer app takes labels is seen without asking the service. */
const TEST_LABEL = '^XA^CI28^PW400^LL240^FO20,20^A0N,36,36^FDScanline^FS^FO20,70^BY2^BCN,90,Y,N,N^FDTEST-0123^FS^XZ';
const TEST_FORMS = [{ value: { kind: 'zpl' }, text: TEST_LABEL }] as const;

/** Labels of orders: scan, and it is printed at the service. A second one of a code is asked about. */
export function PrintScreen({ task }: { readonly task: PrintTask }) {
  const handheld = useHandheld();
  const pendingScans = usePendingScans();
  const { operation } = task.print;
  const [run] = useState(() => createPrintRun(task, portsOf(task, handheld, pendingScans)));
  const view = useView(run);
  const { gateway } = useView(handheld.outbox);
  const [newest] = view.saved;
  const printer = useView(handheld.printers);
  const nameElsewhere = useElsewhere();
  const last = useFollowed(run, view.saved, nameElsewhere);
  const { scan, copy, needsCompany } = view;
  const isOther = scan !== undefined || view.misfit !== undefined; // with another code in hand its label is not to be had
  const label = !isOther && last?.state === 'answered' && last.result?.text ? last.result.text : undefined;
  const lastAtPrinter = last?.label && isAtPrinter(last.label) ? last : undefined;
  const hasPrint = label !== undefined && !lastAtPrinter && hasLabel(label);
  const code = last ? codeOf(last) : '';
  const isHanded = newest !== undefined && view.handed?.seq === newest;
  const handOver = (problem: string | undefined): void => {
    if (newest === undefined) return;
    run.handOver(newest, code, problem);
    if (problem === undefined) noteHanded(newest);
  };
  const noteHanded = (seq: number): void => noteSaid(handheld, seq, 'handed');
  const isAsked = copy !== undefined && view.misfit?.isRefused !== false;
  return (
    <ScanPage
      run={run}
      view={view}
      name={task.id}
      noun={task.subject.noun()}
      rest={task.hint()}
      isSmall={printer !== undefined}
      entry={
        needsCompany && wantsCompany(task, view)
          ? enterCompany()
          : scan || (hasPrint && !isHanded)
            ? printOrNext()
            : undefined
      }
      typeCaption={wantsCompany(task, view) ? enterCompany() : undefined}
      icon={task.icon}
      captured={scan && <ScannedCode scan={scan} key={scan.at} />}
      takesPending
      question={
        isAsked
          ? askCopy(run, scan?.text, copy)
          : hasPrint &&
            view.asksAgain &&
            askBefore(() => handOver(printShown()), run.leave, printWords().printCode({ code: onButton(code) }), code)
      }
      action={
        scan
          ? (view.isBusy && <RoomForMain />) || (
              <GetLabel code={onButton(scan.text)} onGet={() => print(task, run, handheld.scanner)} />
            )
          : hasPrint &&
            (isHanded ? (
              <Button size="lead" icon={icons.print} onClick={() => run.askAgain(code)}>
                {printWords().printAgain}
              </Button>
            ) : (
              <PrintShown code={code} onEnd={handOver} />
            ))
      }
      foot={
        <>
          <CallList operations={[operation]} seqs={view.saved} nameOf={nameElsewhere} />
          <BelowList isChosen={printer !== undefined} hasLabel={label !== undefined} />
          {hasNoGateway(gateway) && <p className="hint">{printWords().notNow}</p>}
        </>
      }
    >
      <LabelsAtPrinters
        task={task}
        last={lastAtPrinter}
        company={hasCompany(task) && <Company run={run} key={newest} />}
      />
      {scan && copy !== undefined && (
        <div>
          <p>{printWords().copyAsk({ many: copy - 1 })}</p>
          <p className="hint">{printWords().lastHere}</p>
        </div>
      )}
      <PrintsToConfirm onPrint={(call) => run.printed(call.seq, codeOf(call))} />
      {label && lastAtPrinter?.label?.is === 'printed' && (
        <LabelOnAsk task={task} code={code} text={label} key={newest} />
      )}
      {label && !lastAtPrinter && (
        <LabelHere
          task={task}
          code={code}
          text={label}
          isReady={hasPrint && !isHanded}
          onHanded={newest === undefined ? undefined : () => noteHanded(newest)}
        />
      )}
    </ScanPage>
  );
}

/** Follows the labels that were asked for here, and tells the run. @returns the last one */
function useFollowed(
  run: PrintRun,
  seqs: readonly number[],
  nameElsewhere: (call: QueuedCall) => string,
): QueuedCall | undefined {
  const calls = useCalls(seqs.slice(0, FOLLOWED));
  const last = calls.find(({ seq }) => seq === seqs[0]);
  useEffect(() => {
    if (last) run.stands(last.seq, last.state, codeOf(last));
  }, [run, last]);
  useEffect(() => {
    for (const call of [...calls].reverse()) run.labelled(call, codeOf(call), nameElsewhere(call) || undefined);
  }, [run, calls, nameElsewhere]);
  return last;
}

/** Returns what names the printer of a label where that is not the chosen one: empty, where it is, or where it has none. */
function useElsewhere(): (call: QueuedCall) => string {
  const { printers, site } = useHandheld();
  const chosen = useView(printers)?.code;
  return useCallback(
    ({ label }) => {
      const at = label?.job?.printer;
      return at === undefined || at === chosen ? '' : (printerOf(site().printers, at)?.name ?? at);
    },
    [site, chosen],
  );
}

/** Says that no printer is chosen, and offers a label by which this handheld's own print is tried. */
function BelowList({ isChosen, hasLabel: isLabelHere }: { readonly isChosen: boolean; readonly hasLabel: boolean }) {
  return (
    <>
      {!isChosen && <PrinterHead of="" />}
      {!isLabelHere && <TestLabel />}
    </>
  );
}

interface LabelsAtPrintersProps {
  readonly task: PrintTask;
  /** The label that was asked for last, where it goes to a printer or came out of one. */
  readonly last: QueuedCall | undefined;
  readonly company: ReactNode;
}

/** Shows the printer, and the first of this worker's labels that is not surely on paper: those behind it wait for what is said of it. */
function LabelsAtPrinters({ task, last, company }: LabelsAtPrintersProps) {
  const handheld = useHandheld();
  const isChosen = useView(handheld.printers) !== undefined;
  const { outbox, settings } = handheld;
  const going = useFresh(() => outbox.labelsAtPrinters(), 'at-printers') ?? [];
  const mine = going.filter((call) => isOwn(settings().userId, call));
  const [head] = mine;
  const shown = head ?? last;
  return (
    <>
      {isChosen && <PrinterHead of={JSON.stringify(shown?.label ?? '')} />}
      {company}
      {shown && <LabelAtPrinter call={shown} behind={Math.max(0, mine.length - 1)} />}
      {head?.label?.is === 'refused' && (
        <LabelHere
          task={task}
          code={codeOf(head)}
          text={head.result?.text ?? ''}
          isAlone
          onHanded={() => noteSaid(handheld, head.seq, 'handed')}
          onLeft={() => noteSaid(handheld, head.seq, 'left')}
        />
      )}
    </>
  );
}

function noteSaid({ outbox, settings }: Handheld, seq: number, stands: 'handed' | 'left'): void {
  void outbox.changeLabel(seq, labelSaid(stands, settings().userId, Date.now())).catch(() => undefined); // it stays as it is
}

interface LabelHereProps {
  readonly task: PrintTask;
  readonly code: string;
  readonly text: string;
  /** `true`: it was not handed over yet. */
  readonly isReady?: boolean;
  /** `true`: its button is here, and not in the dock. */
  readonly isAlone?: boolean;
  readonly onHanded: (() => void) | undefined;
  /** Present: it may be said that it is not to be printed. */
  readonly onLeft?: () => void;
}

/** Shows a label that came. The button of the dock prints it, or its own. */
function LabelHere({ task, code, text, isReady = false, isAlone = false, onHanded, onLeft }: LabelHereProps) {
  return (
    <section className="stack" aria-label={labelWords().label}>
      <output>{isReady && <h2>{wholeCodes(printWords().ready({ code }))}</h2>}</output>
      <LabelOf value={code}>
        <LabelHanded value={onHanded}>
          <HasPrintButton value={!isAlone}>
            <AnswerText text={text} of={{ operation: task.print.operation, subject: code }} />
          </HasPrintButton>
        </LabelHanded>
      </LabelOf>
      {onLeft && (
        <Button size="big" about={onButton(code)} onClick={onLeft}>
          {printWords().noDraw({ code: onButton(code) })}
        </Button>
      )}
    </section>
  );
}

/** Shows a label that went to a printer to whoever asks for it: before, nothing of it is fetched or drawn. */
function LabelOnAsk({ task, code, text }: Pick<LabelHereProps, 'task' | 'code' | 'text'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title={printWords().showLabel} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {isOpen && (
        <PictureAsked value>
          <NotPrintedHere value>
            <LabelHere task={task} code={code} text={text} onHanded={undefined} />
          </NotPrintedHere>
        </PictureAsked>
      )}
    </Fold>
  );
}

/** Tells whether what is shown of a label is how it stands at a printer. */
function isAtPrinter(label: LabelStands): boolean {
  return label.is === 'refused' || isLeftToPrinter(label);
}

/** Labels of this screen that are followed to their printers. */
const FOLLOWED = 20;

/** Asks whether another copy is wanted, whose number is known. */
function askCopy(run: PrintRun, code = '', copy = 0) {
  return askBefore(() => run.print(true), run.leave, printWords().copyYes({ code: onButton(code), copy }), code);
}

/** Before another label comes out on paper. */
function askBefore(onTake: () => void, onLeave: () => void, word: string, code = '') {
  return (
    <LeaveOr
      leave={printWords().cancel}
      onLeave={onLeave}
      onTake={onTake}
      word={word}
      about={onButton(code)}
      icon={icons.print}
    />
  );
}

function GetLabel({ code, onGet }: { readonly code: string; readonly onGet: () => void }) {
  return (
    <Button size="lead" kind="primary" icon={icons.print} about={code} onClick={onGet}>
      {printWords().getCode({ code })}
    </Button>
  );
}

const printOrNext = (): string => inHandWords().orNext({ verb: printWords().verb });

const enterCompany = (): string => inHandWords().enterThe({ noun: printWords().companyNoun });

/** Asks for the label, with the company that stands typed on the screen; anything else there is in no field, and is told so. */
function print(task: PrintTask, run: PrintRun, scanner: Scanner): void {
  const left = scanner.takeTyped(() => wantsCompany(task, run.view()));
  if (left === undefined) run.print();
  else run.refuse(objectWords().inNoField({ text: left }));
}

/** The company: one line where it is known, until a person changes it; a label that was saved with it folds it again. */
function Company({ run }: { readonly run: PrintRun }) {
  const { company, companies, needsCompany, notice } = useView(run);
  const { site } = useHandheld();
  const [isOpen, setOpen] = useState(company.trim() === '');
  if (!isOpen && company.trim() !== '')
    return (
      <Button expanded={false} onClick={() => setOpen(true)}>
        <span translate="no">{company}</span> · {printWords().change}
      </Button>
    );
  const others = [...new Set([...(site().companies ?? []), ...companies])].filter((name) => name !== company.trim());
  return (
    <div className="stack">
      <Field
        caption={printWords().company}
        value={company}
        problem={
          needsCompany && company.trim() === '' && notice?.tone === 'wrong' ? printWords().companyNeeded : undefined
        }
        onChange={(text) => {
          setOpen(true); // it is not folded under what is typed
          run.setCompany(text);
        }}
        enterKeyHint="done"
      />
      <p className="hint">{printWords().companyHint}</p>
      {others.length > 0 && (
        <fieldset className="buttons" aria-label={printWords().companies}>
          {others.map((name) => (
            <Button
              key={name}
              onClick={() => {
                setOpen(false);
                run.chooseCompany(name);
              }}
            >
              <span translate="no">{name}</span>
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function codeOf({ parameters }: QueuedCall): string {
  return new Map(parameters).get('code') ?? '';
}

function TestLabel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title={printWords().testLabel} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <p className="hint">{printWords().testHint}</p>
      {isOpen && <Printout forms={TEST_FORMS} name="test-label" />}
    </Fold>
  );
}

function portsOf(task: PrintTask, handheld: Handheld, pendingScans: PendingScans): PrintRunPorts {
  const { draft, outbox, kept } = handheld;
  return {
    ...runPortsOf(handheld, pendingScans, task.id, operationsOf(task)),
    printsOf: createPrintsOf(outbox, kept),
    draft: draft(draftName('company', task.id)),
    inHand: draft(draftName('task', task.id)),
    kept,
    isAway: () => isAway(outbox.view().gateway),
  };
}
