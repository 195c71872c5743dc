import type { ReactNode } from 'react';
import { wholeCodes } from './Code.tsx';
import { Link } from './Link.tsx';
import { Icon } from './Icon.tsx';
import type { Drawing } from './icons.ts';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly icon?: Drawing | undefined;
  /** `danger` only where something is given up; it never stands beside a primary button. */
  readonly kind?: 'plain' | 'primary' | 'danger';
  /** `big`: 64 px high; `tall`: so, with the icon over the word; `lead`: so, beside tall ones and wider. */
  readonly size?: 'plain' | 'big' | 'tall' | 'lead';
  readonly submit?: boolean;
  readonly expanded?: boolean;
  readonly disabled?: boolean;
  readonly onClick?: () => void;
  /** Of the screen that it leads to, where it is a way there. */
  readonly href?: string;
}

/** A button for a gloved thumb: 48 px at least. In a stack it is as wide as that. */
export function Button({
  children,
  icon,
  kind = 'plain',
  size = 'plain',
  submit,
  expanded,
  disabled,
  onClick,
  href,
}: ButtonProps) {
  const className = `button button-${kind} button-${size}`;
  const inside = (
    <>
      {icon && <Icon of={icon} />}
      <span>{typeof children === 'string' ? wholeCodes(children) : children}</span>
    </>
  );
  return href === undefined ? (
    <button
      type={submit ? 'submit' : 'button'}
      className={className}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      {inside}
    </button>
  ) : (
    <Link href={href} className={className} onClick={onClick}>
      {inside}
    </Link>
  );
}
