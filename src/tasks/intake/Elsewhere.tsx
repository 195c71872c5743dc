import { useEffect, useState } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { waysOf } from '#tasks/catalogue/routes.ts';
import type { Task } from '#tasks/task/task.ts';
import { Button } from '#ui/Button.tsx';
import { inWords } from '#i18n/language.ts';
import { objectWords as words } from '#i18n/en/object.ts';

export interface ElsewhereProps {
  readonly scan: ScanNote;
  /** The id of the task that did not take it. */
  readonly except: string;
  readonly pendingScans: PendingScans;
  /** Takes it off this screen. */
  readonly onGo: () => void;
}

/** The other tasks that a scan fits: offered, never jumped to. */
export function Elsewhere({ scan, except, pendingScans, onGo }: ElsewhereProps) {
  const { site } = useHandheld();
  const [ways, setWays] = useState<readonly Task[]>([]);
  useEffect(() => {
    void waysOf(site(), scan).then((found) => setWays(found === 'any' ? [] : found.filter(({ id }) => id !== except)));
  }, [site, scan, except]);
  if (ways.length === 0) return null;

  function go({ path }: Task): void {
    onGo();
    pendingScans.put(scan);
    history.pushState(null, '', path); // the app's router hears of it
  }
  return (
    <div className="stack">
      <p>{words.openIn}</p>
      {ways.map((task) => (
        <Button key={task.id} size="big" wide icon={task.icon} onClick={() => go(task)}>
          {inWords(task.title)}
        </Button>
      ))}
    </div>
  );
}
