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

interface RowInsideProps {
  readonly mark: Mark;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
  readonly href?: string | undefined;
  /** `true`: what stands around it shows its state, which is read aloud with it all the same. */
  readonly isMarkHeard?: boolean | undefined;
}

/** The inside of a row: its title, its state and a note; with an address a tap anywhere on it opens it. */
export function RowInside({ mark, title, note, children, href, isMarkHeard }: RowInsideProps) {
  const inside = (
    <>
      {title}
      <span className="row-foot hint">
        {isMarkHeard ? <span className="vh">{mark.word}</span> : <StateMark mark={mark} />}
        {note}
      </span>
      {children}
    </>
  );
  if (href === undefined) return <div className="row-open">{inside}</div>;
  return (
    <Link href={href} className="row-open">
      {inside}
    </Link>
  );
}

export interface RowProps extends RowInsideProps {
  readonly actions?: ReactNode;
  /** True for what was saved just now: it slides into its place. */
  readonly isNew?: boolean | undefined;
}

/** One entry of a list. */
export function Row({ actions, isNew, ...inside }: RowProps) {
  return (
    <li className={`row is-${inside.mark.mood}${isNew ? ' is-new' : ''}`}>
      <RowInside {...inside} />
      {actions && <div className="buttons">{actions}</div>}
    </li>
  );
}
