import { isOperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { judge } from '#site/judging.ts';
import { workerName } from '#device/workers.ts';
import { refusalHere } from '#tasks/answer/refusalHere.ts';
import { mistakeSaid } from '#tasks/calls/mistakeSaid.ts';
import { markOf } from '#tasks/catalogue/callFacts.ts';
import { callName, operationName } from '#tasks/catalogue/callName.ts';
import { weightParameter, weightSaid } from '#tasks/weight/weightOf.ts';
import type { KnownCall } from '#wire/known.ts';
import { icons } from '#ui/icons.ts';
import type { Mark } from '#ui/Row.tsx';
import { knownWords } from '#i18n/words/known.ts';
import { whyOf } from '#i18n/whyOf.ts';

/** One thing that was done with a code, as its line of time shows it. */
export interface KnownEntry {
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
  readonly what: string;
  /** The other codes of the call, such as the shelf. */
  readonly beside: readonly string[];
  readonly weight?: string | undefined;
  readonly mark: Mark;
  /** The reason why it is not done, the weight that another handheld saved, or that it was said to be a mistake: in the workers' words, else in the service's. */
  readonly why?: string | undefined;
  readonly who?: string | undefined;
  /** `true`: the ledger has told it, and this handheld has no call of it. */
  readonly isElsewhere: boolean;
  readonly href?: string;
  /** The id of this handheld's own call. */
  readonly callId?: string;
}

/** Joins what this handheld and the ledger know of a code, the newest first. */
export function knownEntries(
  site: SiteConfiguration,
  code: string,
  own: readonly QueuedCall[],
  ledgers: readonly KnownCall[],
): readonly KnownEntry[] {
  const all = [
    ...own.map((call) => ofCall(site, code, call)),
    ...ledgers.map((call, index) => ofLedger(site, code, call, index)),
  ];
  return all.sort((one, other) => other.at - one.at);
}

function ofCall(site: SiteConfiguration, code: string, call: QueuedCall): KnownEntry {
  const { seq, scans, changedAt, operation, operator, result, trouble } = call;
  const mark = markOf(call);
  const isSaid = mark.mood === 'bad' || mark.mood === 'check' || result?.verdict === 'unclassified';
  const said = refusalHere(site, operation, result?.text) ?? result?.text ?? (trouble && whyOf(trouble));
  const why = [isSaid && said && short(said), mistakeSaid(call)].filter((one) => Boolean(one)).join(' · ');
  return {
    id: `#${seq}`,
    at: changedAt,
    what: callName(call),
    beside: scans.filter(({ text, raw }) => text !== code && raw !== code).map(({ text }) => text),
    weight: weightSaid(call, site),
    mark,
    ...(why !== '' && { why }),
    who: workerName(site.workers, operator),
    isElsewhere: false,
    href: `/queue/${seq}`,
    callId: call.callId,
  };
}

function ofLedger(site: SiteConfiguration, code: string, call: KnownCall, index: number): KnownEntry {
  const { at, operation, codes, text, worker } = call;
  const isKnown = isOperationName(operation);
  const mark = markOfLedger(site, call);
  // The ledger keeps no weight: how much it was is in the service's words alone.
  const isSaid = mark.mood === 'bad' || mark.mood === 'plain' || (isKnown && weightParameter(operation) !== undefined);
  const said = isKnown && text !== undefined ? (refusalHere(site, operation, text) ?? text) : text;
  return {
    id: `${at}-${index}`,
    at,
    what: isKnown ? operationName(operation) : operation,
    beside: codes.filter((one) => one !== code),
    mark,
    ...(isSaid && call.is === 'answered' && said && { why: short(said) }),
    ...(worker !== undefined && { who: workerName(site.workers, worker) }),
    isElsewhere: true,
  };
}

const verdicts = ['accepted', 'refused', 'unclassified', 'key-refused'] as const;

/** Returns the mark of a call that the ledger tells of: its answer as this handheld reads it, else as the gateway did. */
function markOfLedger(site: SiteConfiguration, { is, operation, text, verdict }: KnownCall): Mark {
  switch (is) {
    case 'waiting':
    case 'sending':
    case 'unconfirmed':
    case 'discarded':
      return markOf({ state: is });
    case 'done':
      return markOf({ state: 'answered', result: { verdict: 'by-person' } });
    case 'not-done':
    case 'sent-again':
      return { icon: icons.refused, word: knownWords().saidNotDone, mood: 'plain' };
    case 'answered': {
      const told = verdicts.find((one) => one === verdict) ?? 'unclassified';
      const read = text !== undefined && isOperationName(operation) ? judge(site, operation, text) : told;
      return markOf({ state: 'answered', result: { verdict: read } });
    }
  }
}

/** Letters of a reason that have room in a line of time: a call's own screen has them all. */
const ROOM = 160;

function short(text: string): string {
  return text.length <= ROOM ? text : `${text.slice(0, ROOM)}…`;
}
