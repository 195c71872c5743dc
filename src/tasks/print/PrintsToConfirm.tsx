import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { onButton } from '#tasks/answer/labelOf.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { whoseOf } from '#tasks/calls/whose.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Link } from '#ui/Link.tsx';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { icons } from '#ui/icons.ts';
import { labelWords } from '#i18n/words/label.ts';
import { printWords } from '#i18n/words/print.ts';

const SHOWN = 50;

export interface PrintsToConfirmProps {
  readonly onPrint: (call: QueuedCall) => void;
}

/** The labels that wait for a person: each is printed, or given up, by a tap, and by nothing else. */
export function PrintsToConfirm({ onPrint }: PrintsToConfirmProps) {
  const { outbox, awaited, settings, site } = useHandheld();
  const rows = useFresh<readonly QueuedCall[]>(() => outbox.list('asking', SHOWN), 'asking') ?? [];
  const { problem, attempt } = useAttempt();
  if (rows.length === 0) return null;

  function decide(calls: readonly QueuedCall[], kind: 'printNow' | 'cancelled'): void {
    void attempt(async () => {
      for (const { seq } of calls) {
        if (kind === 'printNow') awaited(seq); // before its answer can come
        const decided = await outbox.decide(seq, { kind, operator: settings().userId });
        if (kind === 'printNow') onPrint(decided);
      }
    });
  }

  return (
    <section className="panel" aria-label={labelWords().asking({ many: rows.length })}>
      <h2>{labelWords().asking({ many: rows.length })}</h2>
      <p className="hint">{printWords().askingHint}</p>
      {rows.length > 1 && (
        <Button size="big" kind="primary" icon={icons.print} onClick={() => decide(rows, 'printNow')}>
          {printWords().printAllNow({ many: rows.length })}
        </Button>
      )}
      <ul className="list">
        {rows.map((row) => (
          <li key={row.seq} className="filled">
            <Link href={`/queue/${row.seq}`} className="row-open">
              <Code text={subjectOf(row)} size="medium" />
              <span>{whoseOf(row, settings().userId, site())}</span>
            </Link>
            <div className="buttons">
              <Button onClick={() => decide([row], 'cancelled')}>{printWords().cancel}</Button>
              <Button
                icon={icons.print}
                kind="primary"
                about={onButton(subjectOf(row))}
                onClick={() => decide([row], 'printNow')}
              >
                {printWords().getCode({ code: onButton(subjectOf(row)) })}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Alert text={problem} />
    </section>
  );
}
