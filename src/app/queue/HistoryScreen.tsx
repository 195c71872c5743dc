import './history.css';
import { useEffect, useRef, useState } from 'react';
import { useSearch } from '#app/frame/router.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import { useSavedFile } from '#app/frame/useSavedFile.ts';
import { useAppContext } from '#app/frame/appContext.ts';
import { chosenIn, placeOf } from './historyFilter.ts';
import { toQueue } from './queuePlaces.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { type Finding, useFound } from './useFound.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Alert.tsx';

/** What is typed is looked for once it has come to rest for so long, in ms. */
const REST_MS = 300;

/** Every call of this handheld, to be looked through: by code, state, worker, operation and day. */
export function HistoryScreen() {
  const search = useSearch();
  const [typed, setTyped] = useState(() => chosenIn(search));
  const place = placeOf(chosenIn(search));
  const finding = useFound(place);
  const body = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const { appState } = useAppContext();
  useScans({
    onScan({ text }) {
      setTyped((before) => ({ ...before, text }));
      appState.handheld.cues.play('step');
    },
    onBlank: () => undefined,
  });

  useEffect(() => {
    if (placeOf(typed) === place) return;
    const timer = setTimeout(() => history.replaceState(null, '', placeOf(typed)), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, place]);

  const { found } = finding;
  return (
    <Frame title={words('history').title} back={toQueue}>
      <main className="page">
        {/* What scrolls takes the keys (WCAG 2.1.1). */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="page-body history-body" tabIndex={0} ref={body}>
          <div className="stack" ref={above}>
            <HistoryFilters chosen={typed} onChange={setTyped} />
            <Standing finding={finding} />
            {found && <SaveShown key={place} keys={found.keys} />}
          </div>
          {found && <HistoryList key={place} keys={found.keys} place={place} scroller={body} above={above} />}
        </div>
      </main>
    </Frame>
  );
}

/** How many there are, how far the looking is, and the way out of it. */
function Standing({ finding: { found, isSearch, stop, again } }: { readonly finding: Finding }) {
  const { keys, looked, of, state } = found ?? { keys: [], looked: 0, of: 0, state: 'looking' };
  const isLooking = found !== undefined && state === 'looking';
  return (
    <div className="stack history-found">
      <output>
        {found && state === 'done' && words('history').found({ many: keys.length })}
        {found && state === 'stopped' && words('history').stopped({ found: keys.length, looked, of })}
      </output>
      {isLooking && (
        <>
          <p>{words('history').soFar({ found: keys.length, looked, of })}</p>
          <progress max={of} value={looked} aria-label={words('history').search} />
          <Button size="big" icon="close" wide onClick={stop}>
            {words('history').stop}
          </Button>
        </>
      )}
      {isSearch && found && !isLooking && (
        <Button icon="repeat" wide onClick={again}>
          {words('history').again}
        </Button>
      )}
    </div>
  );
}

function SaveShown({ keys }: { readonly keys: readonly number[] }) {
  const { appState } = useAppContext();
  const { file, problem, save } = useSavedFile();
  if (keys.length === 0) return null;
  const saveAs = (kind: 'json' | 'calls'): Promise<void> =>
    save(async () => (await appState.journal()).fileOf(keys, kind));
  return (
    <details>
      <summary>
        <Icon name="more" />
        {words('history').saveShown}
      </summary>
      <div className="buttons">
        <Button icon="update" onClick={() => void saveAs('calls')}>
          {words('history').asCsv}
        </Button>
        <Button icon="update" onClick={() => void saveAs('json')}>
          {words('history').asJson}
        </Button>
      </div>
      <output>{file && words('history').kept({ name: file.name })}</output>
      <Alert text={problem} />
    </details>
  );
}
