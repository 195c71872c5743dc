import type { ReactNode } from 'react';
import { wholeCodes } from './Code.tsx';
import { Link } from './Link.tsx';
import { Icon } from './Icon.tsx';
import type { Drawing } from './icons.ts';

export interface ButtonProps {
  readonly children: ReactNode;
  /** The end of its text, in a line of its own and smaller: what the verb is about, such as a code and a value. */
  readonly about?: string | undefined;
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
  about = '',
  icon,
  kind = 'plain',
  size = 'plain',
  submit,
  expanded,
  disabled,
  onClick,
  href,
}: ButtonProps) {
  const className = `button button-${kind} button-${size}${about === '' ? '' : ' has-about'}`;
  const inside = (
    <>
      {icon && <Icon of={icon} />}
      <span>{typeof children === 'string' ? <Worded text={children} about={about} /> : children}</span>
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

function Worded({ text, about }: { readonly text: string; readonly about: string }) {
  if (about === '' || !text.endsWith(about) || text === about) return wholeCodes(text);
  return (
    <>
      {wholeCodes(text.slice(0, -about.length))}
      <span className="button-about">{wholeCodes(about)}</span>
    </>
  );
}
