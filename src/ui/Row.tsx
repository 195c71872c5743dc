import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { Drawing } from './icons.ts';

/** How much a state wants of a person: nothing, a look, a decision. */
export type Mood = 'plain' | 'next' | 'good' | 'check' | 'bad';

/** A state as picture, word and colour. */
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
  /** What it is about: a code, large. */
  readonly title: ReactNode;
  /** Beside the state: when, which. */
  readonly note?: ReactNode;
  /** More about it: the service's words, what is wrong. */
  readonly children?: ReactNode;
  /** Buttons of its own. */
  readonly actions?: ReactNode;
  /** Wraps what is shown in a link to its own screen. */
  readonly link?: (className: string, inside: ReactNode) => ReactNode;
}

/** One entry of a list; with a link a tap anywhere on it opens it. */
export function Row({ mark, title, note, children, actions, link }: RowProps) {
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
      {link ? link('row-open', inside) : <div className="row-open">{inside}</div>}
      {actions && <div className="buttons">{actions}</div>}
    </li>
  );
}
