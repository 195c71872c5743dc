import { Suspense } from 'react';
import { ago } from '#i18n/ago.ts';
import { shownNumber } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';
import { Link } from './router.tsx';
import { useAppContext } from './appContext.ts';
import { needPerson } from '#outbox/openCalls.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Icon } from '#ui/Icon.tsx';
import { useNow } from '#ui/useNow.ts';
import { part } from '#ui/part.ts';

const Pause = part(() => import('./Pause.tsx'), 'Pause');

/** The way to the queue, with one badge: how many calls need a person, else how many wait. Read aloud are all figures. */
export function Status() {
  const { appState } = useAppContext();
  const { totals, unseen, revision } = useView(appState.handheld.outbox);
  const waiting = totals.waiting + totals.sending;
  const needs = needPerson(totals, unseen);
  return (
    <Link href="/queue" className={needs > 0 ? 'status is-check' : 'status'}>
      {needs > 0 ? (
        <b aria-hidden="true">{words('status').needYou({ calls: needs })}</b>
      ) : (
        <>
          <Icon name="queue" />
          {waiting > 0 && <b aria-hidden="true">{shownNumber(waiting)}</b>}
        </>
      )}
      {revision > 0 && (
        <span className="vh">
          <Figure figure={waiting} word={words('status').waiting} />
          <Figure figure={totals.unconfirmed} word={words('status').unconfirmed} />
          <Figure figure={totals.asking} word={words('status').asking} />
          <Figure figure={totals.held} word={words('status').held} />
          <Figure figure={unseen.length} word={words('status').refused} />
        </span>
      )}
    </Link>
  );
}

function Figure({ figure, word }: { readonly figure: number; readonly word: string }) {
  return (
    <span className="status-cell">
      <b>{shownNumber(figure)}</b> {word}{' '}
    </span>
  );
}

const moods = { reachable: '', unreachable: 'is-away', 'cut-off': 'is-away', unknown: '' } as const;

/** How the network is: a picture; its words are read aloud. */
export function GatewayState() {
  const { appState } = useAppContext();
  const { gateway, lastAnswerAt } = useView(appState.handheld.outbox);
  const now = useNow();
  return (
    <p className={`gateway-state ${moods[gateway]}`}>
      <Icon name={moods[gateway] === '' ? 'gateway' : 'gatewayOff'} />
      <span className="vh">
        {words('status').gateway[gateway]}
        {lastAnswerAt !== undefined && ` · ${words('status').lastAnswer({ ago: ago(now - lastAnswerAt) })}`}
      </span>
    </p>
  );
}

/** Under the title: that the network is away, else that this is training. */
export function GatewayWords({ isTraining }: { readonly isTraining: boolean }) {
  const { appState } = useAppContext();
  const { totals, gateway, pause } = useView(appState.handheld.outbox);
  if (pause === undefined && (gateway === 'unreachable' || gateway === 'cut-off')) {
    return (
      <p className="top-words">
        {words('notSent').away[gateway]} {words('notSent').labels({ many: totals.asking })}
      </p>
    );
  }
  return isTraining && <p className="top-words">{words('status').standIn}</p>;
}

/** Loaded after the screen: none of it is known before the queue was read. */
export function PauseWhereDue() {
  const { appState } = useAppContext();
  const { totals, pause } = useView(appState.handheld.outbox);
  if (pause === undefined) return null;
  return (
    <Suspense>
      <Pause code={pause} waiting={totals.waiting + totals.sending} />
    </Suspense>
  );
}
