import type { ReactNode } from 'react';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { type Drawing, icons } from '#ui/icons.ts';
import { homeTasksWords } from '#i18n/words/homeTasks.ts';
import { noticesWords } from '#i18n/words/notices.ts';

export interface NoticeProps {
  readonly icon?: Drawing;
  readonly mood?: 'check' | 'bad';
  readonly lead: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Puts it away; absent: it goes by itself. */
  readonly onRead?: (() => void) | undefined;
}

/** Shows a notice beside any work. */
export function Notice({ icon = icons.warning, mood, lead, children, action, onRead }: NoticeProps) {
  return (
    <div className={mood ? `notice is-${mood}` : 'notice'}>
      <Icon of={icon} />
      <p>
        <b>{lead}</b> {children}
      </p>
      {action}
      {onRead && <Button onClick={onRead}>{noticesWords().read}</Button>}
    </div>
  );
}

/** A scan that no task has taken yet, and the way to where one takes it. */
export function HeldScan() {
  const [scan, ...others] = useView(usePendingScans());
  return (
    <output>
      {scan && (
        <Link href="/" className="banner banner-next">
          <Icon of={icons.scan} />
          <span>
            <Code text={scan.text} /> {homeTasksWords().scanned} {homeTasksWords().others({ more: others.length })}{' '}
            {homeTasksWords().chooseTask}
          </span>
        </Link>
      )}
    </output>
  );
}
