import type { DetailsHTMLAttributes, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { icons } from './icons.ts';

interface FoldProps extends Omit<DetailsHTMLAttributes<HTMLDetailsElement>, 'title'> {
  readonly title: ReactNode;
}

/** A part that is there for whoever opens it. */
export function Fold({ title, children, ...own }: FoldProps) {
  return (
    <details {...own}>
      <summary>
        <Icon of={icons.more} />
        {title}
      </summary>
      {children}
    </details>
  );
}
