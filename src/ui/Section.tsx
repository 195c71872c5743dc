import type { ReactNode } from 'react';
import { shownNumber } from '#i18n/figures.ts';

export interface SectionProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** How many there are of what it lists. */
  readonly count?: number;
  /** Whether a line parts it from what stands over it. */
  readonly isApart?: boolean;
  readonly children?: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ title, hint, count, isApart, children }: SectionProps) {
  return (
    <section className={isApart ? 'stack apart' : 'stack'} aria-label={title}>
      <div>
        <h2 className="section-head">
          {title} {count !== undefined && <span className="count">{shownNumber(count)}</span>}
        </h2>
        {hint !== undefined && <p className="hint">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
