import { type MouseEvent, useState, useEffect } from 'react';
import { useAppView } from '#app/frame/useAppState.ts';
import { useSupervisor } from '#tasks/task/handheld.ts';
import { Icon } from '#ui/Icon.tsx';
import { siteWords } from '#i18n/words/site.ts';
import { stateWords } from '#i18n/words/state.ts';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Choice, Select } from '#ui/Choice.tsx';
import { Alert } from '#ui/Problem.tsx';
import { operationNames } from '#contract/catalogue.ts';
import { jsonOfReply } from '#contract/json.ts';

/** The way to the training app, where the gateway serves one; in it, the faults that are ordered. */
export function TrainingSection() {
  const { site } = useAppView();
  const { isOpen, ask } = useSupervisor();
  const { attempt } = useAttempt();
  const { trainingPort } = site;
  if (trainingPort === undefined) return site.demo ? <FaultsPanel /> : null;
  const { protocol, hostname } = location;
  const address = `${protocol}//${hostname}:${trainingPort}/`;

  function go(event: MouseEvent): void {
    if (isOpen) return; // as a link does
    event.preventDefault();
    void attempt(async () => {
      if (await ask()) location.assign(address);
    });
  }

  return (
    <Section title={siteWords().training} hint={siteWords().trainingHint} fold="shut">
      {/* Another origin: the browser keeps its storage, and so its queue, apart from this one's. */}
      <a href={address} className="button button-plain button-big" onClick={go}>
        <Icon of={icons.training} />
        <span>{siteWords().trainingOpen}</span>
      </a>
    </Section>
  );
}

const counts = ['1', '3', '-1'] as const;
/** Milliseconds that a late answer takes: longer than a handheld waits for one. */
const LATE_MS = 45_000;
const SLOW_MS = 100;

/** The kinds of faults that can be ordered. */
interface FaultKinds {
  readonly kinds: readonly string[];
}

/** The faults that were ordered and have not happened yet. */
interface FaultsInWait {
  readonly faults: readonly FaultInWait[];
}

type TrainingFaults = FaultKinds & FaultsInWait;

/** Orders faults for the next calls of the training app. Not there where its controls are closed to this handheld. */
function FaultsPanel() {
  const { ask } = useSupervisor();
  const [training, setTraining] = useState<TrainingFaults>();
  const [kind, setKind] = useState('delay-before');
  const [operation, setOperation] = useState('*');
  const [times, setTimes] = useState<(typeof counts)[number]>('1');
  const { problem, attempt } = useAttempt(() => siteWords().faultsFailed);

  useEffect(() => {
    readFaults().then(setTraining, () => undefined); // closed, or no network: nothing can be ordered then
  }, []);

  async function change(how: RequestInit): Promise<void> {
    await attempt(async () => {
      if (!(await ask())) return;
      await reply('', how);
      setTraining(await readFaults());
    });
  }
  function order(): void {
    const delayMs = kind.startsWith('slow') ? SLOW_MS : kind.startsWith('delay') || kind === 'down' ? LATE_MS : 0;
    const fault = { kind, operation, times: Number(times), delayMs };
    void change({ method: 'POST', body: JSON.stringify(fault) });
  }

  if (!training) return null;
  return (
    <Section title={siteWords().faults} hint={siteWords().faultsHint} fold="shut">
      <Select caption={siteWords().faultKind} options={faultOptions(training.kinds)} value={kind} onChange={setKind} />
      <Select
        caption={siteWords().faultOperation}
        options={[['*', siteWords().anyOperation], ...operationNames.map((name) => [name, name] as const)]}
        value={operation}
        onChange={setOperation}
      />
      <Choice
        caption={siteWords().faultTimes}
        options={counts.map((count) => [count, timesOf(Number(count))])}
        value={times}
        onChange={setTimes}
      />
      <Button size="big" kind="primary" onClick={order}>
        {siteWords().addFault}
      </Button>
      <div aria-live="polite">
        {training.faults.length === 0 ? (
          <p>{siteWords().noFaults}</p>
        ) : (
          <ul className="stack">
            {training.faults.map((fault) => (
              <li key={fault.id}>
                {siteWords().inWait({
                  kind: nameOfFault(fault.kind),
                  operation: fault.operation === '*' ? siteWords().anyOperation : fault.operation,
                  left: timesOf(fault.times),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button size="big" icon={icons.trash} onClick={() => void change({ method: 'DELETE' })}>
        {siteWords().clearFaults}
      </Button>
      <Alert text={problem} />
    </Section>
  );
}

function timesOf(count: number): string {
  return count === -1 ? siteWords().always : siteWords().times({ count });
}

interface FaultInWait {
  readonly id: number;
  readonly kind: string;
  readonly operation: string;
  /** Times that it is still to happen; -1: always. */
  readonly times: number;
}

async function readFaults(): Promise<TrainingFaults> {
  const [ofKinds, inWait] = await Promise.all([reply('/kinds'), reply('')]);
  const { kinds } = ofKinds as FaultKinds;
  const { faults } = inWait as FaultsInWait;
  return { kinds, faults };
}

/** @throws Error where the stand-in's controls are not open to this handheld. */
async function reply(path: string, how: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(`/gateway/standin/faults${path}`, { cache: 'no-store', redirect: 'error', ...how });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.status === 204 ? undefined : jsonOfReply(answer);
}

/** Kinds that are one and the same, by the name that stands for both. */
const SAME: Readonly<Record<string, string>> = {
  'html-200-after': 'html-200',
  'throw-after': 'error-500',
  'status-503-before': 'refuse-503',
  'empty-200': 'empty-200-after',
  'error-500-before': 'throw-before',
};

/** One fault to choose: its kind, its name, and what becomes of the call that it hits; absent where that is not known. */
type FaultOption = readonly [kind: string, name: string, becomes: string | undefined];

/**
 * Returns the faults that the stand-in can be told to make, in words: the usual first, each once, in the order it names
 * them.
 */
export function faultOptions(kinds: readonly string[]): readonly FaultOption[] {
  const usual = Object.keys(siteWords().kinds).filter((kind) => kinds.includes(kind));
  return [...new Set([...usual, ...kinds.map(asOne)])].map((kind) => [kind, nameOfFault(kind), becomesOf(kind)]);
}

/** Faults that hit a call before it is done, beside those whose name ends so. A late one is done all the same. */
const NOT_DONE = ['down', 'refuse-503', 'missing-parameter', 'no-method'];

function becomesOf(kind: string): string | undefined {
  const { accepted, refused } = stateWords().verdicts;
  const isKnown = nameOfFault(kind) !== kind;
  const isNotDone = NOT_DONE.includes(kind) || (kind.endsWith('-before') && kind !== 'delay-before');
  return isKnown ? (isNotDone ? refused : accepted) : undefined;
}

/** A kind in words; one that is not known here, of a newer gateway, by its own name. */
export function nameOfFault(given: string): string {
  const kind = asOne(given);
  const [, base = kind, when] = /^(.*)-(before|after)$/.exec(kind) ?? [];
  const known = new Map(Object.entries({ ...siteWords().otherKinds, ...siteWords().kinds }));
  const whole = known.get(kind);
  if (whole !== undefined) return whole;
  const [, status] = /^status-(\d+)$/.exec(base) ?? [];
  const what = status === undefined ? known.get(base) : `HTTP ${status}`;
  if (what === undefined) return kind;
  return when === 'before' ? siteWords().notRun({ kind: what }) : siteWords().ran({ kind: what });
}

function asOne(kind: string): string {
  return SAME[kind] ?? kind;
}
