import type { ReactNode } from 'react';
import { Link } from './router.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Drawing } from '#ui/icons.ts';

export interface LinkButtonProps {
  readonly href: string;
  readonly icon?: Drawing;
  readonly kind?: 'plain' | 'primary';
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The way to another screen, as large as a button. */
export function LinkButton({ href, icon, kind = 'plain', wide, children }: LinkButtonProps) {
  return (
    <Link href={href} className={`button button-${kind} button-big${wide ? ' button-wide' : ''}`}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </Link>
  );
}
