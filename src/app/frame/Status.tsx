import { ago } from '#i18n/ago.ts';
import { shownNumber } from '#i18n/figures.ts';
import { textAt } from '#i18n/textAt.ts';
import { notSentWords } from '#i18n/words/notSent.ts';
import { stateWords } from '#i18n/words/state.ts';
import { statusWords } from '#i18n/words/status.ts';
import { Link } from '#ui/Link.tsx';
import { useAppState, useAppView } from './useAppState.ts';
import { useOwed } from './useOwed.ts';
import { isAway } from '#outbox/openCalls.ts';
import { type Owed, seqsOf } from '#outbox/state/owed.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Icon } from '#ui/Icon.tsx';
import { useNow } from '#ui/useNow.ts';
import { icons } from '#ui/icons.ts';
import { part } from '#ui/part.tsx';

const HoldWords = part(
  () => import('./DeskNotice.tsx'),
  'HoldWords',
  () => notSentWords().pauses['desk-hold'],
);

export function Status() {
  return (
    <>
      <GatewayState />
      <QueueBadge />
    </>
  );
}

/** One badge: how many calls need a person, and, where there is room for both or nothing needs one, how many wait. Read aloud are all figures. */
function QueueBadge() {
  const appState = useAppState();
  const view = useView(appState.handheld.outbox);
  const { totals, revision } = view;
  const waiting = totals.waiting + totals.sending;
  const { own, others } = useOwed();
  const needs = own.length;
  return (
    <Link href={needsPath(own)} className={needs > 0 ? 'status is-check' : 'status'}>
      <span className="vh">{statusWords().queue}: </span>
      {needs > 0 ? (
        <>
          <b>{statusWords().needYou({ calls: needs })}</b>
          {waiting > 0 && (
            <span className="status-more" aria-hidden="true">
              <Icon of={icons.queue} />
              <b>{shownNumber(waiting)}</b>
            </span>
          )}
        </>
      ) : (
        <>
          <Icon of={icons.queue} />
          {waiting > 0 && <b aria-hidden="true">{shownNumber(waiting)}</b>}
        </>
      )}
      {revision > 0 && (
        <span className="vh">
          <Figure figure={waiting} word={statusWords().waiting} />
          {figures.map((kinds) => (
            <Figure figure={seqsOf(own, ...kinds).length} word={wordOf(kinds[0])} key={kinds[0]} />
          ))}
          {others.map(({ who, owed }) => (
            <span key={who}>{statusWords().needOther({ calls: owed.length, who })} </span>
          ))}
        </span>
      )}
    </Link>
  );
}

/** Returns the address of the one decision that is due, straight; else the queue’s. */
function needsPath(own: readonly Owed[]): string {
  return own.length === 1 && own[0]?.kind === 'unconfirmed' ? '/queue/needs' : '/queue';
}

/** The reasons as they are counted: a label that waits to be asked for and one that is to be handed over are one. */
const figures = [['unconfirmed'], ['asking', 'label'], ['held'], ['refused'], ['unclear']] as const;

function wordOf(kind: (typeof figures)[number][0]): string {
  return kind === 'unclear' ? stateWords().verdicts.unclassified : statusWords()[kind];
}

function Figure({ figure, word }: { readonly figure: number; readonly word: string }) {
  return (
    <span className="status-cell">
      <b>{shownNumber(figure)}</b> {word}{' '}
    </span>
  );
}

/** Shows the network as a picture; its words are read aloud, where they do not stand under the title. */
function GatewayState() {
  const appState = useAppState();
  const { gateway, lastAnswerAt, pause } = useView(appState.handheld.outbox);
  const now = useNow();
  const isOff = isAway(gateway);
  return (
    <p className={!isOff ? 'gateway-state' : `gateway-state is-away${pause === undefined ? ' is-said' : ''}`}>
      <Icon of={isOff ? icons.gatewayOff : icons.gateway} />
      <span className="vh">
        {(!isOff || pause !== undefined) && statusWords().gateway[gateway]}
        {lastAnswerAt !== undefined && ` · ${statusWords().lastAnswer({ ago: ago(now - lastAnswerAt) })}`}
      </span>
    </p>
  );
}

/** Under the title: that the network is away, else that this is training. */
export function GatewayWords() {
  const appState = useAppState();
  const { site } = useAppView();
  const { totals, gateway, pause } = useView(appState.handheld.outbox);
  if (pause === undefined && isAway(gateway)) {
    return (
      <p className="top-words">
        {notSentWords().away[gateway]} {notSentWords().labels({ many: totals.asking })}
      </p>
    );
  }
  return site.demo && <p className="top-words">{statusWords().standIn}</p>;
}

/** Says why nothing is sent, where that is so, and where it can be changed. */
export function PauseWhereDue() {
  const appState = useAppState();
  const { settings, site } = useAppView();
  const { totals, pause } = useView(appState.handheld.outbox);
  if (pause === undefined) return null;
  const isOfGateway = pause === 'key-refused' && site.keyOnGateway; // no field here mends it
  const shown = isOfGateway ? 'gateway-key-refused' : pause;
  const isHeld = settings?.holdSending || isOfGateway || pause === 'desk-hold';
  return (
    <Link
      href={isHeld ? '/queue' : pause === 'not-enrolled' ? '/set-up' : '/settings/supervisor'}
      className="banner banner-check"
    >
      <Icon of={icons.pause} />
      <span>
        {pause === 'desk-hold' ? <HoldWords /> : (textAt(notSentWords().pauses, shown) ?? shown)}{' '}
        {notSentWords().wait({ calls: totals.waiting + totals.sending })}
      </span>
    </Link>
  );
}
