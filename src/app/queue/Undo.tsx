import { useState } from 'react';
import { cameFrom, go } from '#ui/Link.tsx';
import { inverseOf } from '#outbox/store/opposites.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Panel.tsx';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Problem.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

/** For an answered call: the call that undoes it, only where the site has confirmed which one does. */
export function Undo({ call }: { readonly call: QueuedCall }) {
  const { save, settings, site } = useHandheld();
  const [isOpen, setOpen] = useState(false);
  const { problem, attempt } = useAttempt();
  const { userId, warehouseId } = settings();
  const known = { userID: userId, userId, opUserID: userId, WarehouseID: warehouseId, wareHoseId: warehouseId };
  const inverse = inverseOf(call, site().opposites ?? [], known);
  if (call.state !== 'answered' || call.result?.verdict === 'refused' || !inverse) return null;
  const name = callName(inverse);

  const saveInverse = (): Promise<boolean> =>
    attempt(async () => {
      const { seq } = await save(inverse, call.scans, false);
      go(`/queue/${seq}`, cameFrom());
    });

  return (
    <>
      <Button size="big" icon={laterIcons.undo} wide expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words('history').undo({ operation: name })}
      </Button>
      {isOpen && (
        <Confirm
          title={words('history').undo({ operation: name })}
          ask={words('history').undoAsk({ operation: name })}
          no={words('call').no}
          yes={words('history').undoYes}
          kind="primary"
          onNo={() => setOpen(false)}
          onYes={() => void saveInverse()}
        >
          <Alert text={problem} />
        </Confirm>
      )}
    </>
  );
}
