import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import type { Drawing } from '#ui/icons.ts';

export interface NoticeProps {
  readonly icon: Drawing;
  readonly mood?: 'check' | 'bad';
  /** What it is about, and the rest of it. */
  readonly lead: string;
  readonly children?: ReactNode;
  /** What can be done about it. */
  readonly action?: ReactNode;
}

/** What is to be known beside any work. */
export function Notice({ icon, mood, lead, children, action }: NoticeProps) {
  return (
    <div className={mood ? `notice is-${mood}` : 'notice'}>
      <Icon of={icon} />
      <p>
        <b>{lead}</b> {children}
      </p>
      {action}
    </div>
  );
}
