import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import type { Drawing } from './icons.ts';

export type Mood = 'plain' | 'next' | 'good' | 'check' | 'bad';

export interface Mark {
  readonly icon: Drawing;
  readonly word: string;
  readonly mood: Mood;
}

export function StateMark({ mark }: { readonly mark: Mark }) {
  return (
    <span className={`state is-${mark.mood}`}>
      <Icon of={mark.icon} />
      {mark.word}
    </span>
  );
}

export interface RowProps {
  readonly mark: Mark;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly href?: string | undefined;
}

/** One entry of a list; with an address a tap anywhere on it opens it. */
export function Row({ mark, title, note, children, actions, href }: RowProps) {
  const inside = (
    <>
      {title}
      <span className="row-foot">
        <StateMark mark={mark} />
        {note}
      </span>
      {children}
    </>
  );
  return (
    <li className={`row is-${mark.mood}`}>
      {href === undefined ? (
        <div className="row-open">{inside}</div>
      ) : (
        <Link href={href} className="row-open">
          {inside}
        </Link>
      )}
      {actions && <div className="buttons">{actions}</div>}
    </li>
  );
}
