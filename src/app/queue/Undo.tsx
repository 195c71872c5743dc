import { useState } from 'react';
import { go } from '#app/frame/router.tsx';
import { inverseOf } from '#outbox/store/opposites.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { callWords } from '#i18n/en/call.ts';
import { historyWords as words } from '#i18n/en/history.ts';

/** For an answered call: the call that undoes it, only where the site has confirmed which one does. */
export function Undo({ call }: { readonly call: QueuedCall }) {
  const { save, settings, site, explain } = useHandheld();
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { userId, warehouseId } = settings();
  const known = { userID: userId, userId, opUserID: userId, WarehouseID: warehouseId, wareHoseId: warehouseId };
  const inverse = inverseOf(call, site().opposites ?? [], known);
  if (call.state !== 'answered' || call.result?.verdict === 'refused' || !inverse) return null;
  const name = callName(inverse);

  async function saveInverse(made: NonNullable<typeof inverse>): Promise<void> {
    if (isSaving) return; // a second tap is not a second call
    setSaving(true);
    setProblem(undefined);
    try {
      const { seq } = await save(made, call.scans, false);
      go(`/queue/${seq}`);
    } catch (error) {
      setProblem(explain(error));
      setSaving(false);
    }
  }

  return (
    <>
      <Button size="big" icon="back" wide expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.undo(name)}
      </Button>
      {isOpen && (
        <Panel title={words.undo(name)}>
          <p>{words.undoAsk(name)}</p>
          <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
          <Button size="big" wide onClick={() => setOpen(false)}>
            {callWords.no}
          </Button>
          <Button size="big" kind="primary" wide onClick={() => void saveInverse(inverse)}>
            {words.undoYes}
          </Button>
        </Panel>
      )}
    </>
  );
}
