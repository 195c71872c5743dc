import { useState } from 'react';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { UndoFor } from '#app/frame/UndoFor.tsx';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useOwed } from '#app/frame/useOwed.ts';
import { useEntry } from '#app/frame/useEntry.ts';
import { CallRows } from '#app/frame/CallRows.tsx';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { icons } from '#ui/icons.ts';
import { shownNumber } from '#i18n/figures.ts';
import { useJournal } from './useJournal.ts';
import { KeyRefused } from './KeyRefused.tsx';
import { Pairs } from './Pairs.tsx';
import { type HistoryState, historyAddress } from './HistoryFilters.tsx';
import { toRescue } from './queuePlaces.ts';
import { readBackSaid, useReadBacks } from './LookItUp.tsx';
import { maySend } from '#device/session.ts';
import { hasNoGateway, openCalls } from '#outbox/openCalls.ts';
import { type Owed, type OwedKind, seqsOf } from '#outbox/state/owed.ts';
import { goesToPrinter } from '#outbox/state/label.ts';
import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { refusalHere } from '#tasks/answer/refusalHere.ts';
import { markOf } from '#tasks/catalogue/callFacts.ts';
import { labelWhy } from '#tasks/catalogue/labelWhy.ts';
import { useCalls, useLists } from '#tasks/calls/useCalls.ts';
import { PrintsToConfirm } from '#tasks/print/PrintsToConfirm.tsx';
import { useHandheld, useView, useSupervisor } from '#tasks/task/handheld.ts';
import { Alert } from '#ui/Problem.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Section } from '#ui/Page.tsx';
import { type Mark, StateMark } from '#ui/Row.tsx';
import { Switch } from '#ui/Choice.tsx';
import { whyOf } from '#i18n/whyOf.ts';
import { noTapUntil } from '#ui/sameTap.ts';
import { historyWords } from '#i18n/words/history.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';
import { printWords } from '#i18n/words/print.ts';
import { queueWords } from '#i18n/words/queue.ts';

const limits = {
  sending: 30,
  waiting: 30,
  answered: 50,
  'handed-over': 10,
  cancelled: 10,
  discarded: 10,
} as const satisfies Partial<Record<State, number>>;

/** Calls of one state to decide about that are drawn; the rest is a tap away. */
const MOST = 50;

const finishedStates = ['answered', 'handed-over', 'cancelled', 'discarded'] as const;
const FINISHED_SHOWN = 10;

/** Calls of one reason that stand open, and that are drawn at once. */
const FEW = 3;
const AT_ONCE = 100;

/**
 * The queue in three parts: what needs a person, what goes by itself, and what has ended, well or not.
 *
 * @param beside - the number of the call that is open beside it: that one is looked up there
 */
export function QueueParts({ beside }: { readonly beside?: number }) {
  const appState = useAppState();
  const { outbox } = useHandheld();
  const view = useView(outbox);
  const { totals, owed, gateway } = view;
  const { storage } = useView(appState.notices);
  const { own, others } = useOwed();
  const { sending = [], waiting = [], ...lists } = useLists(limits);

  const open = openCalls(totals);
  const unseen = seqsOf(owed, 'refused', 'unclear', 'label');
  const isSeen = ({ seq }: QueuedCall): boolean => !unseen.includes(seq);
  const finished = finishedStates.flatMap((state) => lists[state] ?? []).filter(isSeen);
  const newest = finished.sort((one, other) => other.changedAt - one.changedAt).slice(0, FINISHED_SHOWN);
  const finishedTotal = finishedStates.reduce((sum, state) => sum + totals[state], -unseen.length);
  const titles = queueWords().parts;
  return (
    <>
      {open + owed.length === 0 && (
        <p className="state queue-empty">
          <Icon of={icons.done} /> {queueWords().empty}
        </p>
      )}
      <div className="stack sections">
        <LookedAt />
        {own.length > 0 && (
          <Section title={titles.needsYou} count={own.length}>
            <OwedCalls owed={own} beside={beside} />
          </Section>
        )}
        {others.map((other) => (
          <Section title={titles.needsOther({ who: other.who })} count={other.owed.length} key={other.operator}>
            <OwedCalls owed={other.owed} of={other} beside={beside} />
          </Section>
        ))}
        <Labels />
        {totals.waiting + totals.sending > 0 && (
          <Section title={titles.waiting} count={totals.waiting + totals.sending}>
            <Pairs seqs={waiting.map(({ seq }) => seq)} />
            <Groups calls={[...sending, ...waiting]} />
            <More name="waiting" shown={[...sending, ...waiting]} total={totals.waiting + totals.sending} />
          </Section>
        )}
        {finishedTotal > 0 && (
          <Section title={titles.finished} count={finishedTotal}>
            <CallRows name={titles.finished} calls={newest} isShort />
          </Section>
        )}
      </div>
      {hasNoGateway(gateway) && <p className="hint">{queueWords().away}</p>}
      {storage.isPersisted === false && open > 0 && <p className="hint">{queueWords().notPersisted}</p>}
      <HoldSwitch />
      <Button size="big" href={historyAddress({ state: 'all' })} icon={icons.queue}>
        {historyWords().title}
      </Button>
      <Button size="big" href={toRescue().to} icon={icons.handOver}>
        {toRescue().name}
      </Button>
    </>
  );
}

/** Another worker, whose calls they are: whoever settles them is told so. */
interface Whose {
  readonly operator: string;
  readonly who: string;
}

interface OwedCallsProps {
  readonly owed: readonly Owed[];
  readonly of?: Whose;
  readonly beside: number | undefined;
}

/** The calls that want one worker: what is decided one by one, then what is looked at. Labels are asked about below, together. */
function OwedCalls({ owed, of, beside }: OwedCallsProps) {
  const { site } = useAppView();
  const unconfirmed = useOldest(seqsOf(owed, 'unconfirmed'));
  const held = useOldest(seqsOf(owed, 'held'));
  const { found } = useReadBacks(unconfirmed.filter(({ seq }) => seq !== beside));
  const said = (call: QueuedCall, now: number): string | undefined =>
    readBackSaid(call, site.readBacks, found.get(call.seq), now);
  const total = (kind: OwedKind): number => seqsOf(owed, kind).length;
  return (
    <>
      <Groups calls={unconfirmed} said={said} />
      <More name="unconfirmed" shown={unconfirmed} total={total('unconfirmed')} />
      <Groups calls={held} />
      <More name="held" shown={held} total={total('held')} />
      <Groups calls={useCalls(seqsOf(owed, 'label'))} />
      <Reasons of={of} calls={useCalls(seqsOf(owed, 'refused', 'unclear'))} />
    </>
  );
}

/** The first of these calls as they stand, the oldest first: as many as the queue draws. */
function useOldest(seqs: readonly number[]): readonly QueuedCall[] {
  return [...useCalls(seqs.slice(0, MOST))].reverse();
}

interface GroupsProps {
  readonly calls: readonly QueuedCall[];
  readonly said?: (call: QueuedCall, now: number) => string | undefined;
}

/** Calls that a person decides about one by one, or that go by themselves: what is so of several is said once over them. */
function Groups({ calls, said }: GroupsProps) {
  return byReason(useAppView().site, calls).map((group) => (
    <div className="stack group" key={group.name}>
      <GroupHead {...group} />
      <CallRows name={group.mark.word} calls={group.calls} isShort="subject" {...(said && { said })} />
    </div>
  ));
}

/** Says of a group where its calls stand, how many they are, and why. */
function GroupHead({ mark, reason, isOfService, calls }: CallGroup) {
  return (
    <>
      <h3 className="group-head">
        <StateMark mark={mark} /> <span className="count">{shownNumber(calls.length)}</span>
      </h3>
      {reason !== '' && (
        <p className={isOfService ? 'verbatim' : 'hint'} translate={isOfService ? 'no' : undefined}>
          {reason}
        </p>
      )}
    </>
  );
}

interface MoreProps {
  readonly name: HistoryState;
  readonly shown: readonly QueuedCall[];
  readonly total: number;
}

/** The way to all calls of a state, where the queue shows its first alone. */
function More({ name, shown, total }: MoreProps) {
  if (shown.length === 0 || total <= shown.length) return null;
  return (
    <Button size="big" href={historyAddress({ state: name })} icon={icons.queue}>
      {historyWords().showAll({ many: total })}
    </Button>
  );
}

function Labels() {
  const [seqs, setSeqs] = useState<readonly number[]>([]);
  const calls = useCalls(seqs);
  return (
    <>
      <PrintsToConfirm onPrint={({ seq }) => setSeqs((before) => [seq, ...before])} />
      {calls.length > 0 && (
        <Section title={printWords().printed}>
          <CallRows name={printWords().printed} calls={calls} />
        </Section>
      )}
    </>
  );
}

function HoldSwitch() {
  const appState = useAppState();
  const { settings } = useView(appState);
  const { ask } = useSupervisor();
  const { change, problems } = useEntry();
  if (!settings) return null;
  async function set(holdSending: boolean): Promise<void> {
    if (await ask()) await change({ holdSending });
  }
  return (
    <>
      <Switch
        caption={queueWords().hold}
        hint={queueWords().holdHint}
        on={settings.holdSending}
        onChange={(next) => void set(next)}
      />
      <Alert text={problems.other} />
    </>
  );
}

interface ReasonsProps {
  readonly calls: readonly QueuedCall[];
  readonly of: Whose | undefined;
}

/** Calls that the service refused, or whose answers no rule knows, and that nobody has looked at: by what it said. */
function Reasons({ calls, of }: ReasonsProps) {
  return byReason(useAppView().site, calls).map((group) => <SameReason key={group.name} group={group} of={of} />);
}

/** Calls of one reason. Of many nobody has seen any before the fold is opened: only what is drawn can be put away. */
function SameReason({ group, of }: Pick<ReasonsProps, 'of'> & { readonly group: CallGroup }) {
  const { site, settings } = useHandheld();
  const journal = useJournal();
  const [isFolded] = useState(group.calls.length > FEW);
  const [round, setRound] = useState(0);
  const { userId } = settings();
  const maySendThem = maySend(site(), userId, of?.operator ?? userId);
  function look(seqs: readonly number[]): void {
    setRound(round + 1); // the rest is folded again: a second tap is none of what nobody has seen
    void noTapUntil(journal.look(seqs, userId));
  }
  const rows = <Alike calls={group.calls} of={of} onLook={look} />;
  return (
    <div className="stack group">
      <GroupHead {...group} reason={group.reason || lookUpWords().noText} />
      {maySendThem && <KeyRefused calls={group.calls} />}
      {isFolded ? (
        <Fold key={round} title={historyWords().showAll({ many: group.calls.length })}>
          {rows}
        </Fold>
      ) : (
        rows
      )}
    </div>
  );
}

interface AlikeProps extends ReasonsProps {
  readonly onLook: (seqs: readonly number[]) => void;
}

/** Calls of one reason, some at once: all of them are reached, and a list of thousands is not drawn for who looks at three. */
function Alike({ calls, of, onLook }: AlikeProps) {
  const [shown, setShown] = useState(AT_ONCE);
  const drawn = calls.slice(0, shown);
  const rest = calls.length - drawn.length;
  const many = drawn.length;
  return (
    <div className="stack">
      <CallRows name={queueWords().parts.needsYou} calls={drawn} isShort="subject" leadsToKnown />
      {rest > 0 && (
        <Button icon={icons.more} onClick={() => setShown(shown + AT_ONCE)}>
          {historyWords().showMore({ many: Math.min(rest, AT_ONCE) })}
        </Button>
      )}
      <Button icon={icons.done} onClick={() => onLook(drawn.map(({ seq }) => seq))}>
        {of ? historyWords().seenFor({ who: of.who, many }) : historyWords().seen({ many })}
      </Button>
    </div>
  );
}

/** Shows the answers that were looked at just now, as long as that can be taken back; each word by itself, the last one first. */
function LookedAt() {
  const journal = useJournal();
  const looks = useFresh(() => journal.looks(), '') ?? [];
  return [...looks]
    .reverse()
    .map(({ id, seqs, until }) => (
      <UndoFor
        key={id}
        said={historyWords().lookedAt({ many: seqs.length })}
        until={until}
        onUndo={() => void journal.unlook(id)}
      />
    ));
}

/**
 * Returns why a call stands where it stands: the answer in the workers' words, else in the service's without the codes of the call, or why
 * a try brought none; empty where nothing is to be said.
 */
export function reasonFor(site: Site, call: Reasoned): Reason {
  const { scans, parameters, result, trouble, label } = call;
  if (label?.is === 'due' || (label && goesToPrinter({ state: 'answered', label }))) return ours(labelWhy(label) ?? ''); // its answer is the label
  if (!result) return ours(trouble ? whyOf(trouble) : '');
  const said = refusalHere(site, call.operation, result.text);
  if (said !== undefined) return ours(said);
  const values = [...scans.map(({ text }) => text), ...parameters.map(([, text]) => text)];
  const longestFirst = values.filter((text) => text.length > 1).sort((one, other) => other.length - one.length);
  const reason = longestFirst
    .reduce((text, value) => text.replaceAll(value, '…'), withoutFiles(result.text ?? ''))
    .trim();
  return { reason, isOfService: true };
}

type Site = Pick<SiteConfiguration, 'answerRules'>;
type Reasoned = Pick<QueuedCall, 'operation' | 'scans' | 'parameters' | 'result' | 'trouble' | 'label'>;

interface Reason {
  readonly reason: string;
  /** It is in the service's own words. */
  readonly isOfService: boolean;
}

const ours = (reason: string): Reason => ({ reason, isOfService: false });

interface CallGroup extends Reason {
  /** Tells it from the other groups. */
  readonly name: string;
  readonly mark: Mark;
  readonly calls: readonly QueuedCall[];
}

/** The calls by where they stand and why, in the order in which the groups come first. */
export function byReason(site: Site, calls: readonly QueuedCall[]): readonly CallGroup[] {
  const groups = new Map<string, CallGroup>();
  for (const call of calls) {
    const [mark, why] = [markOf(call), reasonFor(site, call)];
    const name = `${mark.word}: ${why.reason}`;
    groups.set(name, { name, mark, ...why, calls: [...(groups.get(name)?.calls ?? []), call] });
  }
  return [...groups.values()];
}
