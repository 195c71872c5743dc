import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAppState } from '#app/frame/useAppState.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { answerShort } from '#tasks/answer/answerShort.ts';
import { markOf, subjectOf } from '#tasks/catalogue/callFacts.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { Code } from '#ui/Code.tsx';
import { RowInside } from '#ui/Row.tsx';
import { ago } from '#i18n/ago.ts';
import { whyOf } from '#i18n/whyOf.ts';
import { words } from '#i18n/words.ts';
import { useNow } from '#ui/useNow.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';

/** Height of a row with the room under it, in rem: the same for all, so that any place of the list is known at once. */
const ROW_REM = 6.5;
const OVERSCAN = 6;

export interface HistoryListProps {
  readonly keys: readonly number[];
  readonly place: string;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Calls of a list of any length: only those that are seen are in the page and in memory. */
export function HistoryList({ keys, place, scroller }: HistoryListProps) {
  const { scrolled } = useAppState().remembered;
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  const [rowPx] = useState(() => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
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
    <ol className="history" ref={list} aria-label={words('history').list} style={{ height: getTotalSize() }}>
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
  const { seq, changedAt, trouble } = call;
  return (
    <RowInside
      href={`/queue/${seq}`}
      mark={markOf(call)}
      title={<Code text={subjectOf(call)} size="medium" />}
      note={
        <span>
          {callName(call)} · #{seq} · {ago(now - changedAt)}
        </span>
      }
    >
      <span className="history-foot hint">{answerShort(call) || (trouble && whyOf(trouble))}</span>
    </RowInside>
  );
}

/** Rows read before and behind the ones that are seen, and the step in which that window moves. */
const AROUND = 24;

function useRows(keys: readonly number[], first: number, end: number): ReadonlyMap<number, QueuedCall> {
  const from = Math.max(0, Math.floor(first / AROUND) * AROUND - AROUND);
  const calls = useCalls(keys.slice(from, Math.ceil(end / AROUND) * AROUND + AROUND));
  return new Map(calls.map((call) => [call.seq, call]));
}
