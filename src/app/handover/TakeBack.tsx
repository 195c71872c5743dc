import { useQueueMover } from './useQueueMover.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { AskFirst } from '#ui/Panel.tsx';
import { rescueWords } from '#i18n/words/rescue.ts';
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
        button={{ kind: 'danger', size: 'plain', children: rescueWords().takeBack }}
        title={rescueWords().takeBackTitle({ many: calls })}
        ask={rescueWords().takeBackAsk}
        yes={rescueWords().takeBackYes}
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
    return rescueWords().unreadable[error.code]?.({ english: error.message }) ?? error.message;
  if (error instanceof StillSending) return rescueWords().sending({ sending: error.calls });
  return explain(error);
}
