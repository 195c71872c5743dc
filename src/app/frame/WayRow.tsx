import './ways.css';
import type { ReactNode } from 'react';
import { Link } from '#ui/Link.tsx';
import { Icon } from '#ui/Icon.tsx';
import { type Drawing, icons } from '#ui/icons.ts';

export interface WayRowProps {
  /** Absent: there is no way, and the note says why. */
  readonly to?: string | undefined;
  readonly icon: Drawing;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** `check`: a person is needed there; `begun`: something is begun there. */
  readonly mood?: 'check' | 'begun' | undefined;
  readonly onClick?: () => void;
}

/** The way to a screen, as a row of its own. */
export function WayRow({ to, icon, title, note, mood, onClick }: WayRowProps) {
  const inside = (
    <>
      <Icon of={icon} />
      <span>
        <b>{title}</b> {note && <span>{note}</span>}
      </span>
    </>
  );
  const className = mood ? `way is-${mood}` : 'way';
  if (to === undefined) return <p className={className}>{inside}</p>;
  return (
    <Link href={to} className={className} onClick={onClick}>
      {inside}
      <Icon of={icons.more} />
    </Link>
  );
}
