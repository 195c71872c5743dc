import { useQueueMover } from './useQueueMover.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { AskFirst } from '#ui/Panel.tsx';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Problem.tsx';
import { explain } from '#tasks/task/explain.ts';
import { UnreadableQueue } from '#outbox/handover/unreadableQueue.ts';
import { StillSending } from '#outbox/handover/rescue.ts';

/** Takes a hand-over back, on a person's word that nobody took it over. */
export function TakeBack({ id, calls }: { readonly id: string; readonly calls: number }) {
  const mover = useQueueMover();
  const { problem, attempt } = useAttempt(explainRescue);
  const takeBack = (): Promise<unknown> => mover.takeBack(id);

  return (
    <div className="stack">
      <AskFirst
        button={{ kind: 'danger', size: 'plain', children: words('rescue').takeBack }}
        title={words('rescue').takeBackTitle({ many: calls })}
        ask={words('rescue').takeBackAsk}
        yes={words('rescue').takeBackYes}
        kind="danger"
        onYes={() => void attempt(takeBack)}
      />
      <Alert text={problem} />
    </div>
  );
}

/** One sentence for the operator about an error of a hand-over. */
export function explainRescue(error: unknown): string {
  if (error instanceof UnreadableQueue)
    return words('rescue').unreadable[error.code]?.({ english: error.message }) ?? error.message;
  if (error instanceof StillSending) return words('rescue').sending({ sending: error.calls });
  return explain(error);
}
