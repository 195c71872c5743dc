import { useState } from 'react';
import { useAppView } from '#app/frame/appContext.ts';
import { useCallQueue, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

/** Sending begins by itself; whoever asks for it is told what comes of it. */
export function SendNow() {
  const { outbox } = useCallQueue();
  const { gateway } = useView(outbox);
  const isOnHold = useAppView().settings?.holdSending === true;
  const [isAsked, setAsked] = useState(false);
  function send(): void {
    setAsked(true);
    if (!isOnHold) outbox.wake();
  }
  const isAway = gateway === 'unreachable' || gateway === 'cut-off';
  return (
    <div className="dock">
      <output>
        {isAsked &&
          (isOnHold ? words('history').sendHeld : isAway ? words('history').sendAway : words('history').sendStarted)}
      </output>
      <Button size="big" kind="primary" icon={laterIcons.sending} wide onClick={send}>
        {words('queue').sendNow}
      </Button>
    </div>
  );
}
