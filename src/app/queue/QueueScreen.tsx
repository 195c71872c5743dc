import { shownNumber } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';
import { Fragment, type ReactNode, useState } from 'react';
import { Frame } from '#app/frame/Frame.tsx';
import { useAppContext, useHeldScans } from '#app/frame/appContext.ts';
import { Pairs } from './Pairs.tsx';
import { Refusals } from './Refusals.tsx';
import { type Standing, placeOf } from './historyFilter.ts';
import { callLink, toHome } from '#app/frame/places.tsx';
import { toRescue } from './queuePlaces.ts';
import { useLists } from './useQueue.ts';
import { openCalls } from '#outbox/openCalls.ts';
import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import { PrintsToConfirm } from '#tasks/print/PrintsToConfirm.tsx';
import { CallRows } from '#app/frame/CallRows.tsx';
import { useView, useCallQueue } from '#tasks/task/handheld.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Switch } from '#ui/Switch.tsx';
import { Section } from '#ui/Section.tsx';
import { LinkButton } from '#app/frame/LinkButton.tsx';

/** What nobody knows comes first, then (with labels and refusals) what waits for a person, then what goes by itself. */
const sections = [
  { name: 'unconfirmed', states: ['unconfirmed'], first: 50 },
  { name: 'held', states: ['held'], first: 50 },
  { name: 'waiting', states: ['sending', 'waiting'], first: 30 },
  { name: 'answered', states: ['answered'], first: 10 },
  { name: 'handed-over', states: ['handed-over'], first: 5 },
  { name: 'given', states: ['cancelled', 'discarded'], first: 5 },
] as const satisfies readonly { readonly states: readonly State[]; readonly name: Standing; readonly first: number }[];

type Section = (typeof sections)[number];

/** The first rows of each: whoever wants more has the list of all calls. */
const limits = Object.fromEntries(sections.flatMap(({ states, first }) => states.map((state) => [state, first])));

/** Everything the outbox holds: what is owed, what needs a person, what was answered. */
export function QueueScreen() {
  const { appState } = useAppContext();
  const { outbox } = useCallQueue();
  const { totals, gateway } = useView(outbox);
  const { settings } = useView(appState);
  const { storage } = useView(appState.notices);
  const lists = useLists(limits);
  useHeldScans();

  const isOnHold = settings?.holdSending === true;
  const open = openCalls(totals);
  const waiting = (lists.waiting ?? []).map(({ seq }) => seq);
  return (
    <Frame title={words('queue').title} back={toHome} offersScan>
      <Page dock={totals.waiting > 0 && <SendNow isOnHold={isOnHold} />}>
        {gateway === 'unreachable' && <p className="hint">{words('queue').away}</p>}
        {storage.isPersisted === false && open > 0 && <p className="hint">{words('queue').notPersisted}</p>}
        {open === 0 && (
          <p className="state">
            <Icon name="accepted" /> {words('queue').empty}
          </p>
        )}
        <div className="sections">
          {sections.map((section) => (
            <Fragment key={section.name}>
              <Calls
                name={section.name}
                before={section.name === 'waiting' && <HoldSwitch on={isOnHold} />}
                calls={section.states.flatMap((state) => lists[state] ?? []).slice(0, section.first)}
                total={section.states.reduce((sum, state) => sum + totals[state], 0)}
              />
              {section.name === 'unconfirmed' && (
                <>
                  <Labels />
                  <Refusals />
                  <Pairs seqs={waiting} />
                </>
              )}
            </Fragment>
          ))}
        </div>
        <LinkButton href={placeOf({})} icon="lookUp">
          {words('history').openAll}
        </LinkButton>
        <LinkButton href={toRescue.to} icon="handOver">
          {toRescue.name}
        </LinkButton>
      </Page>
    </Frame>
  );
}

/** The labels that wait for a person, and those that were asked for here: each leads to its label. */
function Labels() {
  const [seqs, setSeqs] = useState<readonly number[]>([]);
  const calls = useCalls(seqs);
  return (
    <>
      <PrintsToConfirm link={callLink} onPrint={({ seq }) => setSeqs((before) => [seq, ...before])} />
      {calls.length > 0 && (
        <Section title={words('print').printed}>
          <CallRows name={words('print').printed} calls={calls} />
        </Section>
      )}
    </>
  );
}

/** Sending begins by itself; whoever asks for it is told what comes of it. */
function SendNow({ isOnHold }: { readonly isOnHold: boolean }) {
  const { outbox } = useCallQueue();
  const { gateway } = useView(outbox);
  const [isAsked, setAsked] = useState(false);
  function send(): void {
    setAsked(true);
    if (!isOnHold) outbox.wake();
  }
  const isAway = gateway === 'unreachable' || gateway === 'cut-off';
  return (
    <>
      <output>
        {isAsked &&
          (isOnHold ? words('history').sendHeld : isAway ? words('history').sendAway : words('history').sendStarted)}
      </output>
      <Button size="big" kind="primary" icon="sending" wide onClick={send}>
        {words('queue').sendNow}
      </Button>
    </>
  );
}

function HoldSwitch({ on }: { readonly on: boolean }) {
  const { appState } = useAppContext();
  const { settings } = useView(appState);
  const { ask } = useSupervisor();
  const { problem, attempt } = useAttempt();
  if (!settings) return null;
  const { userId, warehouseId } = settings;
  async function set(holdSending: boolean): Promise<void> {
    if (await ask()) await appState.keep({ userId, warehouseId, holdSending });
  }
  return (
    <>
      <Switch
        label={words('queue').hold}
        hint={words('queue').holdHint}
        words={words('settings')}
        on={on}
        onChange={(next) => void attempt(() => set(next))}
      />
      <Alert text={problem} />
    </>
  );
}

interface CallsProps {
  readonly name: Section['name'];
  readonly calls: readonly QueuedCall[];
  readonly total: number;
  /** Stands there even where there are no calls. */
  readonly before: ReactNode;
}

function Calls({ name, calls, total, before }: CallsProps) {
  if (total === 0) return before;
  return (
    <section className="stack" aria-label={words('queue').sections[name]}>
      {before}
      <div>
        <h2 className="section-head">
          {words('queue').sections[name]} <span className="count">{shownNumber(total)}</span>
        </h2>
        {(name === 'unconfirmed' || name === 'held') && <p className="hint">{words('queue').hints[name]}</p>}
      </div>
      <CallRows name={words('queue').sections[name]} calls={calls} />
      {total > calls.length && calls.length > 0 && (
        <LinkButton href={placeOf({ state: name })} icon="queue">
          {words('history').showAll({ many: total })}
        </LinkButton>
      )}
    </section>
  );
}
