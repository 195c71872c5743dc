import { useState } from 'react';
import { useAppView } from '#app/frame/useAppState.ts';
import { isKeyRefused } from '#outbox/keyRefused.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { Alert } from '#ui/Problem.tsx';
import { historyWords } from '#i18n/words/history.ts';

/** Sends by one tap what ended before the site knew that its answer says: the key is refused. Nothing where there is none. */
export function KeyRefused({ calls }: { readonly calls: readonly QueuedCall[] }) {
  const { outbox, settings } = useHandheld();
  const { site } = useAppView();
  const { problem, isBusy, attempt } = useAttempt();
  const [stay, setStay] = useState(0);
  const refused = calls.filter((call) => isKeyRefused(site, call));
  if (refused.length === 0) return null;
  async function send(): Promise<void> {
    const seqs = refused.map(({ seq }) => seq);
    setStay(await outbox.sendAgain(seqs, settings().userId));
  }
  return (
    <>
      {stay > 0 ? (
        <p className="hint">{historyWords().keyRefusedStay({ many: stay })}</p>
      ) : (
        <>
          <p className="hint">{historyWords().keyRefused}</p>
          <Button kind="primary" icon={icons.sending} disabled={isBusy} onClick={() => void attempt(send)}>
            {historyWords().sendAgain({ many: refused.length })}
          </Button>
        </>
      )}
      <Alert text={problem} />
    </>
  );
}
