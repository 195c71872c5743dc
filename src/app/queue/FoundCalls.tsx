import { useJournal } from './useJournal.ts';
import { useAppState } from '#app/frame/useAppState.ts';
import { useSavedFile } from '#app/frame/savedFile.tsx';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { icons } from '#ui/icons.ts';
import { historyWords } from '#i18n/words/history.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SearchState } from '#app/core/remembered.ts';
import { filterAt } from './HistoryFilters.tsx';
import { isByKeys } from '#outbox/store/history.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { markOf, subjectOf } from '#tasks/catalogue/callFacts.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { Code } from '#ui/Code.tsx';
import { RowInside } from '#ui/Row.tsx';
import { ago } from '#i18n/ago.ts';
import { useNow } from '#ui/useNow.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { weightSaid } from '#tasks/weight/weightOf.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';

export interface FoundCallsProps {
  /** The address of the list; another one is another list. */
  readonly place: string;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Shows the calls that an address finds: how many there are, how far the search is with the way out of it, and the calls. */
export function FoundCalls({ place, scroller }: FoundCallsProps) {
  const isSearch = !isByKeys(filterAt(place));
  const listed = useListed(place, isSearch);
  const { searched, stop, again } = useSearched(place, isSearch);
  const found = isSearch ? searched : listed;
  const { keys, looked, of, state } = found ?? { keys: [], looked: 0, of: 0, state: undefined };
  return (
    <>
      <div className="stack history-found">
        <output>
          {state === 'done' && historyWords().found({ many: keys.length })}
          {state === 'stopped' && historyWords().stopped({ found: keys.length, looked, of })}
        </output>
        {state === 'looking' && (
          <>
            <p>{historyWords().soFar({ found: keys.length, looked, of })}</p>
            <progress max={of} value={looked} aria-label={historyWords().search} />
            <Button size="big" icon={icons.close} onClick={stop}>
              {historyWords().stop}
            </Button>
          </>
        )}
        {isSearch && (state === 'done' || state === 'stopped') && (
          <Button icon={icons.again} onClick={again}>
            {historyWords().again}
          </Button>
        )}
        <SaveShown keys={keys} />
      </div>
      {found && <HistoryList keys={keys} place={place} scroller={scroller} />}
    </>
  );
}

function SaveShown({ keys }: { readonly keys: readonly number[] }) {
  const journal = useJournal();
  const { file, problem, save } = useSavedFile();
  if (keys.length === 0) return null;
  const saveAs = (kind: 'json' | 'calls'): Promise<void> => save(() => journal.fileOf(keys, kind));
  return (
    <Fold title={historyWords().saveShown}>
      <div className="buttons">
        <Button icon={icons.saveFile} onClick={() => void saveAs('calls')}>
          {historyWords().asCsv}
        </Button>
        <Button icon={icons.saveFile} onClick={() => void saveAs('json')}>
          {historyWords().asJson}
        </Button>
      </div>
      <output>{file && historyWords().kept({ name: file.name })}</output>
      <Alert text={problem} />
    </Fold>
  );
}

/** The pace in which a running search is shown, in ms: a drawing for every slice would cost more than the slice. */
const SHOWN_EVERY_MS = 120;

/** A state is answered by the keys of its index, and follows the queue; anything else by a search through the rows. */
function useListed(place: string, isSearch: boolean): SearchState | undefined {
  const journal = useJournal();
  return useFresh<SearchState | undefined>(async () => {
    if (isSearch) return undefined;
    const keys = await journal.keys(filterAt(place).states);
    return { keys, looked: keys.length, of: keys.length, state: 'done' };
  }, place);
}

function useSearched(place: string, isSearch: boolean) {
  const appState = useAppState();
  const journal = useJournal();
  const [searched, setSearched] = useState<SearchState>();
  const [run, setRun] = useState(0);
  const isStopped = useRef(false);

  useEffect(() => {
    if (!isSearch) return;
    isStopped.current = false;
    let isGone = false;
    function show(found: SearchState): void {
      if (isGone) return;
      appState.remembered.search = { place, found };
      setSearched(found);
    }
    async function look(): Promise<void> {
      const last = appState.remembered.search;
      if (run === 0 && last?.place === place && last.found.state !== 'looking') return show(last.found);
      const keys: number[] = [];
      let [looked, of, drawnAt] = [0, 0, 0];
      const slices = journal.search(filterAt(place));
      for await (const slice of slices) {
        if (isGone || isStopped.current) break;
        keys.push(...slice.found);
        ({ looked, of } = slice);
        if (looked > 0 && performance.now() - drawnAt < SHOWN_EVERY_MS) continue;
        drawnAt = performance.now();
        show({ keys: [...keys], looked, of, state: 'looking' });
      }
      show({ keys, looked, of, state: looked < of ? 'stopped' : 'done' });
    }
    look().catch(() => show({ keys: [], looked: 0, of: 0, state: 'stopped' })); // the storage: said elsewhere
    return () => void (isGone = true);
  }, [appState, journal, place, isSearch, run]);

  return { searched, stop: () => void (isStopped.current = true), again: () => setRun(run + 1) };
}

/** Height of a row with the room under it, in rem: the same for all, so that any place of the list is known at once. In large letters a code takes four lines. */
const rowRem = (): number => (matchMedia('(max-width: 19.99em)').matches ? 7 : 5);
const OVERSCAN = 6;

interface HistoryListProps {
  readonly keys: readonly number[];
  readonly place: string;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Calls of a list of any length: only those that are seen are in the page and in memory. */
function HistoryList({ keys, place, scroller }: HistoryListProps) {
  const { scrolled } = useAppState().remembered;
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  const [rowPx] = useState(() => rowRem() * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const now = useNow();
  // oxlint-disable-next-line react/incompatible-library -- that is about React's compiler, which is not used here
  const { getVirtualItems, getTotalSize } = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => keys[index] ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = getVirtualItems();
  const rows = useRows(keys, items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1);

  useLayoutEffect(() => {
    const measure = (): void => setTop(list.current?.offsetTop ?? 0);
    const sizes = new ResizeObserver(measure);
    for (const part of scroller.current?.children ?? []) sizes.observe(part); // what is over it opens and closes
    measure();
    return () => sizes.disconnect();
  }, [scroller]);
  useEffect(() => {
    const body = scroller.current;
    if (!body) return;
    body.scrollTop = scrolled.get(place) ?? body.scrollTop;
    const note = (): void => void scrolled.set(place, body.scrollTop);
    body.addEventListener('scroll', note, { passive: true });
    return () => body.removeEventListener('scroll', note);
  }, [place, scrolled, scroller]);

  return (
    <ol className="history" ref={list} aria-label={historyWords().list} style={{ height: getTotalSize() }}>
      {items.map(({ index, key, start }) => {
        const seq = keys[index] ?? 0;
        const call = rows.get(seq);
        return (
          <li
            key={key}
            className="history-row"
            aria-setsize={keys.length}
            aria-posinset={index + 1}
            style={{ height: rowPx, transform: `translateY(${start - top}px)` }}
          >
            {call ? <HistoryRow call={call} now={now} /> : <span className="hint">#{seq}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function HistoryRow({ call, now }: { readonly call: QueuedCall; readonly now: number }) {
  const { seq, changedAt } = call;
  const weight = weightSaid(call, useHandheld().site());
  return (
    <RowInside
      href={`/queue/${seq}`}
      mark={markOf(call)}
      title={
        <span className="history-title">
          <Code text={subjectOf(call)} size="medium" />
          {weight !== undefined && <b className="row-weight">{weight}</b>}
        </span>
      }
      note={
        <span>
          {callName(call)} · {ago(now - changedAt)}
        </span>
      }
    />
  );
}

/** Rows read before and behind the ones that are seen, and the step in which that window moves. */
const AROUND = 24;

function useRows(keys: readonly number[], first: number, end: number): ReadonlyMap<number, QueuedCall> {
  const from = Math.max(0, Math.floor(first / AROUND) * AROUND - AROUND);
  const calls = useCalls(keys.slice(from, Math.ceil(end / AROUND) * AROUND + AROUND));
  return new Map(calls.map((call) => [call.seq, call]));
}
