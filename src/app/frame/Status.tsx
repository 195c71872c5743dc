import { Suspense } from 'react';
import { ago } from '#i18n/ago.ts';
import { shownNumber } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';
import { Link } from './router.tsx';
import { useAppContext } from './appContext.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { useNow } from '#ui/useNow.ts';
import { part } from '#ui/part.ts';

const NotSent = part(() => import('./NotSent.tsx'), 'NotSent');

/**
 * The queue's status, on every screen: what waits, what nobody knows, what is held, what was refused and not looked at
 * yet.
 */
export function Status() {
  const { appState } = useAppContext();
  const { totals, unseen, gateway, pause, revision } = useView(appState.handheld.outbox);
  const known = (figure: number): number | undefined => (revision === 0 ? undefined : figure);
  const waiting = totals.waiting + totals.sending;
  return (
    <>
      <Link href="/queue" className={totals.asking > 0 ? 'status status-five' : 'status'}>
        <Cell icon="waiting" figure={known(waiting)} word={words('status').waiting} />
        <Cell icon="unconfirmed" figure={known(totals.unconfirmed)} word={words('status').unconfirmed} mood="check" />
        {totals.asking > 0 && <Cell icon="print" figure={totals.asking} word={words('status').asking} mood="check" />}
        <Cell icon="held" figure={known(totals.held)} word={words('status').held} mood="bad" />
        <Cell icon="refused" figure={known(unseen.length)} word={words('status').refused} mood="bad" />
      </Link>
      {(pause !== undefined || gateway === 'unreachable' || gateway === 'cut-off') && (
        <Suspense>
          <NotSent />
        </Suspense>
      )}
    </>
  );
}

interface CellProps {
  readonly icon: IconName;
  /** Nothing as long as the queue was not counted. */
  readonly figure: number | undefined;
  readonly word: string;
  /** How it looks when there is any. */
  readonly mood?: 'check' | 'bad';
}

function Cell({ icon, figure, word, mood }: CellProps) {
  const isAny = figure !== undefined && figure > 0;
  return (
    <span className={mood && isAny ? `status-cell is-${mood}` : 'status-cell'}>
      <Icon name={icon} />
      <b>{figure === undefined ? '–' : shownNumber(figure)}</b> <span>{word}</span>
    </span>
  );
}

const moods = { reachable: 'is-good', unreachable: 'is-away', 'cut-off': 'is-away', unknown: '' } as const;

/** How the gateway is and how old the last good answer is: one small line under the title. */
export function GatewayState() {
  const { appState } = useAppContext();
  const { gateway, lastAnswerAt } = useView(appState.handheld.outbox);
  const now = useNow();
  return (
    <p className={`gateway-state ${moods[gateway]}`}>
      <Icon name={gateway === 'unreachable' ? 'gatewayOff' : 'gateway'} />
      <span>
        <b>{words('status').gateway[gateway]}</b>
        {lastAnswerAt !== undefined && ` · ${words('status').lastAnswer({ ago: ago(now - lastAnswerAt) })}`}
      </span>
    </p>
  );
}
