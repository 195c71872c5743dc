import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  readonly value?: ReactNode;
  readonly inner?: boolean;
  /** `true`: the value stands under its label, and takes the whole width. */
  readonly isWide?: boolean;
}

/** Labels and values, one under the other; beside each other where there is room. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value, inner, isWide }, index) => (
        // Labels repeat in lists of objects; the place is what tells them apart.
        <div key={index} className={value === undefined || isWide ? 'is-head' : inner ? 'is-inner' : undefined}>
          <dt className="hint">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
