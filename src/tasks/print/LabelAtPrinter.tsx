import './atPrinter.css';
import type { PrintWord } from '#contract/printJob.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { printerOf } from '#site/printers.ts';
import { onButton } from '#tasks/answer/labelOf.ts';
import { labelWhy, markOf, subjectOf } from '#tasks/catalogue/callFacts.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { wholeCodes } from '#ui/Code.tsx';
import { Alert } from '#ui/Problem.tsx';
import { StateMark } from '#ui/Row.tsx';
import { icons } from '#ui/icons.ts';
import { printWords } from '#i18n/words/print.ts';

export interface LabelAtPrinterProps {
  readonly call: QueuedCall;
  /** Labels that wait for this one. @defaultValue none */
  readonly behind?: number;
}

/**
 * Shows where the label of a call stands at a printer of the site, and asks where nobody knows: its room is there before, so that nothing moves
 * where an answer is wanted.
 */
export function LabelAtPrinter({ call, behind = 0 }: LabelAtPrinterProps) {
  const { site, printers } = useHandheld();
  const chosen = useView(printers);
  const { attempt, problem, setProblem, isBusy } = useAttempt();
  const { label } = call;
  if (!label) return null;
  const { job, is } = label;
  const code = onButton(subjectOf(call));
  const at = job?.printer ?? label.printer ?? '';
  const name = printerOf(site().printers, at)?.name ?? at;
  const why = labelWhy(label);
  const isQueued = is === 'printing' && job?.state === 'queued';
  const say = (word: PrintWord): void =>
    void attempt(async () => {
      const came = await printers.say(call.seq, word);
      if (came !== 'said') setProblem(came === 'away' ? printWords().saidAway : printWords().saidLate);
    });
  return (
    <section className="panel at-printer" aria-label={printWords().standsAt({ name, state: code })}>
      <output>
        <StateMark mark={markOf(call)} /> <b>{wholeCodes(code)}</b> <span translate="no">{name}</span>
        {why !== undefined && <span className="at-printer-why">{why}</span>}
        {is === 'unknown' && <strong>{wholeCodes(printWords().cameOutAsk({ code }))}</strong>}
        {behind > 0 && is !== 'printed' && <span className="hint">{printWords().behind({ many: behind })}</span>}
      </output>
      {is === 'unknown' && job && (
        <>
          <Button
            size="big"
            kind="primary"
            icon={icons.done}
            about={code}
            disabled={isBusy}
            onClick={() => say('came-out')}
          >
            {printWords().cameOut({ code })}
          </Button>
          <Button size="big" icon={icons.print} about={code} disabled={isBusy} onClick={() => say('again')}>
            {printWords().printCopy({ code, copy: job.copy + 1 })}
          </Button>
        </>
      )}
      {isQueued && (
        <>
          {chosen && chosen.code !== at && (
            <Button size="big" icon={icons.print} about={code} disabled={isBusy} onClick={() => say('move')}>
              {printWords().moveTo({ code, name: chosen.name })}
            </Button>
          )}
          <Button size="big" icon={icons.undo} about={code} disabled={isBusy} onClick={() => say('take-back')}>
            {printWords().takeBack({ code })}
          </Button>
        </>
      )}
      {is === 'refused' && <p className="hint">{printWords().otherWay}</p>}
      <Alert text={problem} />
    </section>
  );
}
