import { useEffect, useState } from 'react';
import { WayRow } from '#app/frame/WayRow.tsx';
import { arrivedIn } from '#app/shell/arrival.ts';
import { type PendingScans, usePendingScans } from '#tasks/task/pendingScans.ts';
import type { AppState } from '#app/core/appState.ts';
import { useAppContext } from '#app/frame/appContext.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { type Way, waysOf } from '#tasks/catalogue/routes.ts';
import { shortened, Code } from '#ui/Code.tsx';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';

/** A place is chosen at home: what came from outside is asked about there, as what was scanned is. @param path - of a task that it fits */
export function chooseFor(appState: AppState, pendingScans: PendingScans, path?: string): void {
  const scan = pendingScans.view().length === 0 ? arrivedIn(appState).take() : undefined;
  if (scan) pendingScans.put(scan);
  const [first] = pendingScans.view();
  if (first && path !== undefined) pendingScans.send(first, path);
}

/** A code that no task has taken: the tasks it fits to choose from, or that nobody knows it. It stays until decided. */
export function HeldScans() {
  const { appState } = useAppContext();
  const pendingScans = usePendingScans();
  const { site } = useView(appState);
  const { rolesOf } = useHandheld();
  const arrived = arrivedIn(appState);
  const [held, ...others] = [...useView(pendingScans), ...useView(arrived)];
  const [found, setFound] = useState<{ readonly text: string; readonly ways: Way }>();
  useEffect(() => {
    if (held) void waysOf(site, held, rolesOf(held.text)).then((ways) => setFound({ text: held.text, ways }));
  }, [held, site, rolesOf]);

  const ways = held && found?.text === held.text ? found.ways : 'any';
  const fitting = ways === 'any' ? [] : ways;
  return (
    <>
      <output>
        {held && (
          <span className="panel">
            <span>
              <Code text={shortened(held.text)} size="large" />
              <br />
              {ways !== 'any' && ways.length === 0
                ? words('homeTasks').unknown
                : held.shared
                  ? words('install').arrived
                  : words('homeTasks').scanned}{' '}
              {words('homeTasks').others({ more: others.length })}
            </span>
            <Button onClick={() => void (pendingScans.take() ?? arrived.take())}>{words('homeTasks').forget}</Button>
          </span>
        )}
      </output>
      {fitting.length > 0 && (
        <nav className="ways" aria-label={words('homeTasks').fits}>
          {fitting.map(({ id, path, icon, title }) => (
            <WayRow
              key={id}
              to={path}
              icon={icon}
              title={title()}
              mood="begun"
              onClick={() => chooseFor(appState, pendingScans, path)}
            />
          ))}
        </nav>
      )}
    </>
  );
}
