import type { SplitPull } from '#scan/scan.ts';
import type { FlowPorts } from './runPorts.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { explain } from '#tasks/task/explain.ts';
import { shownNumber } from '#i18n/figures.ts';
import { splitWords } from '#i18n/words/split.ts';

/** A call that a scan has made. */
export interface MadeCall {
  readonly seq: number;
  readonly what: string;
}

/** Text and time, by which a scan is known again. */
export type ScanTime = Pick<ScanNote, 'text' | 'at'>;

/** Calls of the last scans, and the way back to before those. */
export interface LastScans {
  readonly made: readonly MadeCall[];
  /** Unless another scan came since. @param staying - calls that are not undone: it goes back to behind the last of them. */
  goBack(staying: readonly MadeCall[]): void;
}

interface PullFlow {
  readonly lastScans: (scans: readonly ScanTime[]) => Promise<LastScans>;
  readonly refuse: (text: string) => void;
}

/** A call that is to be taken back, and its end. */
interface PulledCall {
  readonly call: MadeCall;
  readonly end: 'took-back' | 'left' | 'failed';
  readonly why?: string;
}

/** Time in which a scanner that sends many codes may pause: what had left before is said with each later word. */
const SAID_FOR_MS = 10_000;
/** Codes of one pull that are named. */
const MOST_NAMED = 3;

/**
 * Makes a function that takes back the beginnings of one pull of the trigger which came as several codes, and says the outcome: a
 * call that had left comes first, and neither its codes nor those in hand before them are offered again.
 */
export function createPullTaker(flow: PullFlow, { takeBack }: Pick<FlowPorts, 'takeBack'>): (pull: SplitPull) => void {
  let turn = 0;
  let left: readonly (MadeCall & { readonly at: number })[] = [];

  async function endOf(call: MadeCall): Promise<PulledCall> {
    return takeBack(call.seq).then(
      () => ({ call, end: 'took-back' }),
      (error: unknown) =>
        error instanceof IllegalStep ? { call, end: 'left' } : { call, end: 'failed', why: explain(error) },
    );
  }

  function sentenceOf(pull: SplitPull, ends: readonly PulledCall[] | undefined): string {
    const { said, tookBack, wasSent, nothing, nothingElse } = splitWords();
    const all = [...pull.before.map(({ text }) => text), ...pull.texts];
    const named = all.length > MOST_NAMED + 1 ? [...all.slice(0, MOST_NAMED), `… (${shownNumber(all.length)})`] : all;
    const gone = left.map(({ what }) => what).join(', ');
    const isOver = ends?.every(({ end }) => end !== 'failed') === true;
    return [
      gone !== '' && wasSent({ what: gone }),
      said({ codes: named.join(' · ') }),
      ...(ends ?? []).map(({ call: { what }, end, why }) => (end === 'took-back' ? tookBack({ what }) : why)),
      isOver && (gone === '' ? nothing : nothingElse),
    ]
      .filter(Boolean)
      .join(' ');
  }

  async function take(pull: SplitPull): Promise<void> {
    const mine = (turn += 1);
    const { at } = pull.first;
    left = left.filter((one) => Math.abs(at - one.at) <= SAID_FOR_MS);
    const { made, goBack } = await flow.lastScans([...pull.before, pull.first]);
    const tell = (ends?: readonly PulledCall[]): void => void (mine === turn && flow.refuse(sentenceOf(pull, ends)));
    if (made.length > 0) tell();
    const ends = await Promise.all(made.map(endOf));
    const gone = ends.flatMap(({ call, end }) => (end === 'left' ? call : []));
    left = [
      ...left.filter(({ seq }) => !gone.some((call) => call.seq === seq)),
      ...gone.map((call) => ({ ...call, at })),
    ];
    goBack(ends.flatMap(({ call, end }) => (end === 'took-back' ? [] : call)));
    tell(ends);
  }
  return (pull) => void take(pull);
}
