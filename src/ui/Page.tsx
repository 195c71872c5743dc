import {
  type HTMLAttributes,
  type ReactNode,
  type RefAttributes,
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Fold } from './Fold.tsx';
import { keepInPlace } from './keepInPlace.ts';
import { shownNumber } from '#i18n/figures.ts';

export interface PageProps {
  readonly children: ReactNode;
  /** The hero and the last result: they stay where they are while the rest scrolls. */
  readonly line?: ReactNode;
  readonly dock?: ReactNode;
  /** The list that this is opened from, under its name: it scrolls by itself. */
  readonly beside?: ReactNode;
  /** `true`: what is in hand has the room of the last result, which is said over the dock: there it pushes nothing away. */
  readonly isInHand?: boolean;
  /** `true`: the dock has a field that is typed into, and the room that it needs. */
  readonly isTypedInto?: boolean;
  /** Of what scrolls. */
  readonly body?: HTMLAttributes<HTMLDivElement> & RefAttributes<HTMLDivElement>;
}

/**
 * Words that the app has to say beside any work. It may come at any time: it stands at the end of what scrolls, over the dock,
 * and pushes nothing away.
 */
export const PageNotes = createContext<ReactNode>(undefined);

/** The hero and the last result, what scrolls, and the dock. */
export function Page({ children, line, dock, beside, isInHand, isTypedInto, body }: PageProps) {
  const page = useRef<HTMLElement>(null);
  const hasLine = Boolean(line);
  useEffect(() => {
    const scrolled = page.current?.querySelector<HTMLElement>(':scope > .page-body');
    return hasLine || !scrolled ? undefined : keepInPlace(scrolled); // under a hero what comes is what was scanned for
  }, [hasLine]);
  const has = [
    line && 'has-line',
    dock && 'has-dock',
    beside && 'has-beside',
    isInHand && 'has-hand',
    isTypedInto && 'is-typed-into',
  ];
  const [end, scrolls] = useScrolls();
  return (
    <main ref={page} className={['page', ...has.filter(Boolean)].join(' ')}>
      {line && <div className="page-line">{line}</div>}
      {beside && <div className="page-beside">{beside}</div>}
      {/* What scrolls takes the keys, also where nothing in it does (WCAG 2.1.1); a place where nothing scrolls is no stop of Tab. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div {...body} className={['page-body', body?.className].join(' ').trim()} tabIndex={scrolls ? 0 : undefined}>
        {children}
        <span className="page-end" ref={end} />
      </div>
      <div className="page-notes">{useContext(PageNotes)}</div>
      {dock && <div className="dock">{dock}</div>}
    </main>
  );
}

/** Tells whether there is more in the body than it shows. @returns for what stands at its end, and whether it is so */
function useScrolls() {
  const end = useRef<HTMLSpanElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const body = end.current?.parentElement;
    if (!end.current || !body || typeof IntersectionObserver === 'undefined') return undefined;
    const look = (): void =>
      setScrolls(body.scrollHeight > body.clientHeight + 1 && getComputedStyle(body).overflowY !== 'visible');
    const observer = new IntersectionObserver(look, { root: body }); // the layout is done by then
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return [end, scrolls] as const;
}

export interface SectionProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly count?: number;
  /** `true`: a line parts it from what stands over it. */
  readonly isApart?: boolean;
  /** `shut`: its heading alone is seen until somebody opens it; `open`: it opens by itself. */
  readonly fold?: 'shut' | 'open';
  readonly children?: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ title, hint, count, isApart, fold, children }: SectionProps) {
  const [isOpen, setOpen] = useState(false); // what was opened stays so
  const head = (
    <h2 className="section-head">
      {title} {count !== undefined && <span className="count">{shownNumber(count)}</span>}
    </h2>
  );
  const said = hint !== undefined && <p className="hint">{hint}</p>;
  if (fold) {
    return (
      <section aria-label={title}>
        <Fold
          title={head}
          open={isOpen || fold === 'open'}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <div className="stack">
            {said}
            {children}
          </div>
        </Fold>
      </section>
    );
  }
  return (
    <section className={isApart ? 'stack apart' : 'stack'} aria-label={title}>
      <div>
        {head}
        {said}
      </div>
      {children}
    </section>
  );
}
