import { Link } from '#ui/Link.tsx';
import { usePath } from '#ui/router.ts';
import { useAppState } from './useAppState.ts';
import { isShort } from '#device/storageFacts.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { useView, useHandheld } from '#tasks/task/handheld.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { Button } from '#ui/Button.tsx';
import { brief, Code } from '#ui/Code.tsx';
import { type Drawing, icons } from '#ui/icons.ts';
import { shownMoment } from '#i18n/moments.ts';
import { words } from '#i18n/words.ts';
import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';

/** Shows what a worker must know of this handheld's storage before the next scan: on every screen, until it was read. */
export function Notices() {
  const appState = useAppState();
  const { loss, copiedAt, storage, cutOff } = useView(appState.notices);
  return (
    <div role="alert">
      {loss && (
        <Notice mood="bad" lead={words('notices').lost} onRead={appState.acknowledgeLoss}>
          {words('notices').lostCalls({ open: loss.open, seq: loss.seq, at: shownMoment(loss.at) })}
        </Notice>
      )}
      {copiedAt && (
        <Notice mood="bad" lead={words('notices').copied} onRead={appState.acknowledgeCopied}>
          {words('notices').copiedDo}
        </Notice>
      )}
      {cutOff && (
        <Notice mood="bad" lead={words('cutOff').lead({ codes: cutOff.length })} onRead={appState.acknowledgeCutOff}>
          <Code text={cutOff.map(brief).join(', ')} />
        </Notice>
      )}
      {isShort(storage) && (
        <Notice mood="check" lead={words('notices').full}>
          <Link href="/rescue">{words('notices').export}</Link>
        </Notice>
      )}
      <Unheard />
      <Labels />
    </div>
  );
}

/** Saved on the disk, and the page ended before it could say so. */
function Unheard() {
  const appState = useAppState();
  const { unheard } = useView(appState.notices);
  const [first] = unheard;
  if (!first) return null;
  return (
    <Notice
      icon={icons.saved}
      mood="check"
      lead={words('notices').unheard({ calls: unheard.length })}
      onRead={appState.acknowledgeUnheard}
    >
      <Link href={unheard.length === 1 ? `/queue/${first.seq}` : '/queue'}>
        {callName(first)} <Code text={subjectOf(first)} />
      </Link>
    </Notice>
  );
}

/** Labels that were asked for while they could not be printed: they can be now, and a person says whether they are wanted. */
function Labels() {
  const { outbox } = useHandheld();
  const { totals, gateway } = useView(outbox);
  const where = usePath();
  if (totals.asking === 0 || gateway !== 'reachable' || where === '/queue' || where.startsWith('/tasks/print'))
    return null;
  return (
    <Notice icon={icons.print} mood="check" lead={words('label').asking({ many: totals.asking })}>
      <Link href="/queue">{words('label').printNow}</Link>
    </Notice>
  );
}

export interface NoticeProps {
  readonly icon?: Drawing;
  readonly mood?: 'check' | 'bad';
  readonly lead: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Puts it away; absent: it goes by itself. */
  readonly onRead?: () => void;
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
      {onRead && <Button onClick={onRead}>{words('notices').read}</Button>}
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
            <Code text={scan.text} /> {words('homeTasks').scanned} {words('homeTasks').others({ more: others.length })}{' '}
            {words('homeTasks').chooseTask}
          </span>
        </Link>
      )}
    </output>
  );
}
