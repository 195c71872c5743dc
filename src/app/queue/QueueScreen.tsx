import './history.css';
import { useEffect, useRef, useState } from 'react';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { Frame, toHome } from '#app/frame/Frame.tsx';
import { go } from '#ui/Link.tsx';
import { behindOf } from '#tasks/calls/doubts.ts';
import { useLists } from '#tasks/calls/useCalls.ts';
import { navigate, useSearch } from '#ui/router.ts';
import { FoundCalls } from './FoundCalls.tsx';
import { HistoryFilters, chosenIn, historyAddress } from './HistoryFilters.tsx';
import { QueueParts } from './QueueParts.tsx';
import { toQueue } from './queuePlaces.ts';
import { isAway } from '#outbox/openCalls.ts';
import { useView, useHandheld } from '#tasks/task/handheld.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { decidingWords } from '#i18n/words/deciding.ts';
import { historyWords } from '#i18n/words/history.ts';
import { notSentWords } from '#i18n/words/notSent.ts';
import { queueWords } from '#i18n/words/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';

/** Milliseconds without a key after which what is typed is looked for. */
const REST_MS = 300;

/** Every call of this handheld: in three parts, or what a code, state, worker, operation or day finds of them. */
export function QueueScreen() {
  const search = useSearch();
  const place = historyAddress(chosenIn(search));
  const [typed, setTyped] = useState(() => chosenIn(search));
  const led = useRef(place);
  const body = useRef<HTMLDivElement>(null);
  const appState = useAppState();
  const { totals } = useView(appState.handheld.outbox);
  const isList = place !== toQueue().to;
  const [isAsked, setAsked] = useState(false); // a person looks for something, and has typed nothing yet
  useScans({
    onScan({ text }) {
      setTyped((before) => ({ ...before, text }));
      appState.handheld.cues.play('repeat'); // it is looked for, and taken nowhere: no sound may say so
    },
  });

  useEffect(() => {
    if (place === led.current) return;
    led.current = place;
    setTyped(chosenIn(search));
    setAsked(false);
  }, [place, search]);
  useEffect(() => {
    const next = historyAddress(typed);
    if (next === place) return;
    const timer = setTimeout(() => {
      led.current = next;
      if (isList) navigate(next, { replaces: true, state: history.state });
      else go(next);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, place, isList]);

  return (
    <Frame title={queueWords().title} back={isList ? toQueue() : toHome()} offersScan>
      <Page
        body={{ ref: body, className: isList ? 'history-body' : 'queue-body' }}
        dock={!isList && totals.waiting > 0 && <SendNow />}
      >
        {isAsked || isList || typed.text !== '' ? (
          <HistoryFilters
            chosen={typed}
            isOpen={isList}
            hasFocus={isAsked}
            onChange={(chosen) => {
              setAsked(true); // what is emptied by hand stays to be filled
              setTyped(chosen);
            }}
          />
        ) : (
          <button
            type="button"
            className="button queue-find"
            aria-label={historyWords().search}
            onClick={() => setAsked(true)}
          >
            <Icon of={icons.lookUp} />
          </button>
        )}
        {isList ? <FoundCalls key={place} place={place} scroller={body} /> : <QueueParts />}
      </Page>
    </Frame>
  );
}

/** Calls that wait and are looked at for what holds them up. */
const SENT_NEXT = { waiting: 200 } as const;

/** Sending begins by itself; whoever asks for it is told what comes of it. */
function SendNow() {
  const { outbox } = useHandheld();
  const { gateway, pause } = useView(outbox);
  const isOnHold = useAppView().settings?.holdSending === true;
  const isHeld = pause === 'desk-hold';
  const [isAsked, setAsked] = useState(false);
  const doubts = useView(useHandheld().doubts);
  const { waiting = [] } = useLists(SENT_NEXT);
  const behind = behindOf(doubts, waiting);
  function send(): void {
    setAsked(true);
    if (!isOnHold && !isHeld) outbox.wake();
  }
  const { sendHeld, sendAway, sendStarted } = historyWords();
  const why = isHeld ? notSentWords().pauses['desk-hold'] : isOnHold ? sendHeld : isAway(gateway) && sendAway;
  return (
    <>
      <output>{isAsked && (why || (behind ? '' : sendStarted))}</output>
      {isAsked && behind && (
        <Button size="big" href={`/queue/${behind.seq}`}>
          {decidingWords().sendWaits(behind)}
        </Button>
      )}
      <Button size="big" kind="primary" icon={icons.sending} onClick={send}>
        {queueWords().sendNow}
      </Button>
    </>
  );
}
