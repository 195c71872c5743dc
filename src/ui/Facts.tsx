import type { ReactNode } from 'react';

export interface Fact {
  readonly caption: string;
  readonly value?: ReactNode;
  readonly inner?: boolean;
  /** `true`: the value stands under its caption, and takes the whole width. */
  readonly isWide?: boolean;
}

/** Captions and values, one under the other; beside each other where there is room. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ caption, value, inner, isWide }, index) => (
        // Captions repeat in lists of objects; the place is what tells them apart.
        <div key={index} className={value === undefined || isWide ? 'is-head' : inner ? 'is-inner' : undefined}>
          <dt className="hint">{caption}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
