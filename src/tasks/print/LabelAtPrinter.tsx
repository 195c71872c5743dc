import './atPrinter.css';
import type { PrintWord } from '#contract/printJob.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { printerOf } from '#site/printers.ts';
import { onButton } from '#tasks/answer/labelOf.ts';
import { markOf, subjectOf } from '#tasks/catalogue/callFacts.ts';
import { labelWhy } from '#tasks/catalogue/labelWhy.ts';
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
 * where an answer is wanted, and goes when nothing is left to ask.
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
  const isElsewhere = chosen?.code !== at;
  const said = [...(isElsewhere ? [name] : []), ...(why === undefined ? [] : [why])].join(': ');
  return (
    <section
      className={is === 'refused' || is === 'printed' ? 'panel at-printer' : 'panel at-printer has-room'}
      aria-label={printWords().standsAt({ name, state: code })}
    >
      <output>
        <StateMark mark={markOf(call)} /> <b>{wholeCodes(code)}</b>
        {is === 'unknown' ? (
          <strong>{wholeCodes(printWords().cameOutAsk({ code }))}</strong>
        ) : (
          said !== '' && <span>{said}</span>
        )}
        {behind > 0 && is !== 'printed' && <span className="hint">{printWords().behind({ many: behind })}</span>}
        {is === 'refused' && <span className="hint">{printWords().otherWay}</span>}
      </output>
      <div className="stack in-its-place" key={`${is} ${String(isQueued)}`}>
        {is === 'unknown' && job && (
          <>
            <Button size="big" kind="primary" icon={icons.done} disabled={isBusy} onClick={() => say('came-out')}>
              {printWords().cameOut({ code })}
            </Button>
            <Button size="big" icon={icons.print} disabled={isBusy} onClick={() => say('again')}>
              {printWords().printCopy({ code, copy: job.copy + 1 })}
            </Button>
          </>
        )}
        {isQueued && chosen && isElsewhere && (
          <Button size="big" icon={icons.print} disabled={isBusy} onClick={() => say('move')}>
            {printWords().moveTo({ code, name: chosen.name })}
          </Button>
        )}
        {isQueued && (
          <Button size="big" icon={icons.undo} disabled={isBusy} onClick={() => say('take-back')}>
            {printWords().takeBack({ code })}
          </Button>
        )}
      </div>
      <Alert text={problem} />
    </section>
  );
}
