import { type ReactNode, useEffect, useRef } from 'react';

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
