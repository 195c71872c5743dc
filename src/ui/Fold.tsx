import type { DetailsHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';
import { icons } from './icons.ts';

interface FoldProps extends DetailsHTMLAttributes<HTMLDetailsElement> {
  readonly title: string;
}

/** What is there for whoever opens it. */
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
