import { type ReactNode, useEffect, useRef } from 'react';

export interface PageProps {
  readonly children: ReactNode;
  /** The hero and the last result: they stay where they are while the rest scrolls. */
  readonly line?: ReactNode;
  /** What the thumb reaches. */
  readonly dock?: ReactNode;
}

/** The hero and the last result, what scrolls, and the dock. */
export function Page({ children, line, dock }: PageProps) {
  return (
    <main className={['page', line ? 'has-line' : '', dock ? 'has-dock' : ''].join(' ').trim()}>
      {line && <div className="page-line">{line}</div>}
      {/* What scrolls takes the keys, also where nothing in it does (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="page-body" tabIndex={0}>
        {children}
      </div>
      {dock && <div className="dock">{dock}</div>}
    </main>
  );
}

/** A part of the page that opens and closes in place; nothing is covered and scanning goes on. */
export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' }); // it may have opened below what is seen
  }, []);
  return (
    <section className="panel" aria-label={title} ref={panel}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
