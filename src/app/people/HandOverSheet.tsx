import { Fragment } from 'react';
import { useAppState, useHeldScans, useAppView } from '#app/frame/useAppState.ts';
import { CallRows } from '#app/frame/CallRows.tsx';
import { type Begun, begunBy, looseBy } from '#app/core/drafts/begunDraft.ts';
import { workerName } from '#device/workers.ts';
import { useView } from '#tasks/task/handheld.ts';
import { type OwedKind, isOwn, owedTo, seqsOf } from '#outbox/state/owed.ts';
import { type CheckList, listsBy, tally, titleOf } from '#tasks/check/checkList.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useCalls, useLists } from '#tasks/calls/useCalls.ts';
import { Code } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { shownNumber } from '#i18n/figures.ts';
import { checkOffWords } from '#i18n/words/checkOff.ts';
import { peopleWords } from '#i18n/words/people.ts';
import { Frame, toHome } from '#app/frame/Frame.tsx';
import { Page } from '#ui/Page.tsx';
import { Button } from '#ui/Button.tsx';

/** Rows of each state that are read, and those of one worker that are shown. */
const READ = 500;
const SHOWN = 10;
const limits = { waiting: READ, sending: READ } as const;

export interface HandOverSheetProps {
  readonly userId: string;
  /** True where a tap opens a call; nobody is signed in where none does. */
  readonly isLinked?: boolean;
}

/** Shows what a worker leaves open on this handheld, as it stands now: the next one sees it, and nobody else sends it. */
export function HandOverSheet({ userId, isLinked = false }: HandOverSheetProps) {
  const appState = useAppState();
  const { site } = useView(appState);
  const { sending = [], waiting = [] } = useLists(limits);
  const { own } = owedTo(userId, useView(appState.handheld.outbox).owed);
  const owed = useCalls(own.map(({ seq }) => seq));
  const who = workerName(site.workers, userId);
  const { kept } = appState.handheld;
  const lists = useFresh(() => listsBy(kept, userId), userId) ?? [];
  const begun = [...begunBy(userId), ...lists.map(begunList)];
  const loose = looseBy(userId);
  const owedFor = (...kinds: readonly OwedKind[]) => owed.filter(({ seq }) => seqsOf(own, ...kinds).includes(seq));
  const found = [
    ...(['refused', 'unclear', 'unconfirmed', 'held'] as const).map((name) => ({ name, calls: owedFor(name) })),
    { name: 'asking' as const, calls: owedFor('asking', 'label') },
    { name: 'waiting' as const, calls: [...sending, ...waiting].filter((call) => isOwn(userId, call)) },
  ];
  const isNothing = begun.length === 0 && loose.length === 0 && found.every(({ calls }) => calls.length === 0);
  return (
    <section className="stack hand-over" aria-label={peopleWords().handOverOf({ who })}>
      {isNothing ? (
        <p className="state">
          <Icon of={icons.done} /> {peopleWords().nothingOpen({ who })}
        </p>
      ) : (
        <>
          <h2 className="section-head">{peopleWords().handOverOf({ who })}</h2>
          <p className="hint">{peopleWords().handOverHint({ who })}</p>
        </>
      )}
      {begun.length > 0 && (
        <div>
          <p>{peopleWords().begun({ tasks: begun.length })}</p>
          <ul className="list" aria-label={peopleWords().begunTasks}>
            {begun.map(({ title, codes }, index) => (
              <li key={index}>
                {title}
                {codes.map((code, at) => (
                  <Fragment key={at}>
                    {' '}
                    <Code text={code} />
                  </Fragment>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {loose.length > 0 && (
        <div>
          <p>{peopleWords().loose({ scans: loose.length })}</p>
          <ul className="list" aria-label={peopleWords().looseScans}>
            {loose.slice(0, SHOWN).map((code, index) => (
              <li key={index}>
                <Code text={code} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {found.map(
        ({ name, calls }) =>
          calls.length > 0 && (
            <div key={name}>
              <h3 className="section-head">
                {peopleWords()[name]} <span className="count">{shownNumber(calls.length)}</span>
              </h3>
              <CallRows name={peopleWords()[name]} calls={calls.slice(0, SHOWN)} isLinked={isLinked} />
              {calls.length > SHOWN && <p className="hint">{peopleWords().more({ calls: calls.length - SHOWN })}</p>}
            </div>
          ),
      )}
    </section>
  );
}

function begunList(list: CheckList): Begun {
  const stands = checkOffWords().ofMany({ found: tally(list).found, many: list.entries.length });
  return { title: `${checkOffWords().title}: ${titleOf(list)}, ${stands}`, codes: [] };
}

/** Shows first what the worker before left open. */
export function HandOverScreen() {
  const { session, site, settings } = useAppView();
  useHeldScans();
  return (
    <Frame title={peopleWords().handOver} back={toHome()} offersScan>
      <Page
        body={{ className: 'in-columns' }}
        dock={
          <Button size="big" href="/" kind="primary">
            {peopleWords().startOwn}
          </Button>
        }
      >
        {settings && <p>{peopleWords().working({ who: workerName(site.workers, settings.userId) })}</p>}
        {session.before ? <HandOverSheet userId={session.before.userId} isLinked /> : <p>{peopleWords().noneYet}</p>}
      </Page>
    </Frame>
  );
}
