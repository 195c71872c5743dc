import { type OperationName, operationNames } from '#contract/catalogue.ts';
import type { HistoryFilter } from '#outbox/store/history.ts';

/** What a person may choose; its words are `historyWords.states`. */
const standings = {
  all: {},
  waiting: { states: ['waiting', 'sending'] },
  asking: { states: ['asking'] },
  unconfirmed: { states: ['unconfirmed'] },
  held: { states: ['held'] },
  answered: { states: ['answered'] },
  accepted: { states: ['answered'], verdicts: ['accepted'] },
  refused: { states: ['answered'], verdicts: ['refused', 'key-refused'] },
  unclassified: { states: ['answered'], verdicts: ['unclassified'] },
  byHand: { states: ['answered'], verdicts: ['by-person', 'by-rule'] },
  given: { states: ['cancelled', 'discarded'] },
  'handed-over': { states: ['handed-over'] },
} as const satisfies Readonly<Record<string, HistoryFilter>>;

export type Standing = keyof typeof standings;
export const standingNames = Object.keys(standings) as readonly Standing[];

/** The filter as the queue's address holds it: a call that was looked at leads back to it. */
export interface Chosen {
  /** Empty, and nothing else chosen: the queue in its parts. */
  readonly state: Standing | '';
  readonly text: string;
  readonly operator: string;
  readonly operation: OperationName | '';
  /** `2026-11-21`, or empty. */
  readonly day: string;
}

export const nothingChosen: Chosen = { state: '', text: '', operator: '', operation: '', day: '' };

/** Reads it from the address; what it does not know is not chosen. */
export function chosenIn(search: string): Chosen {
  const query = new URLSearchParams(search);
  const of = <V extends string>(name: string, known: readonly V[], otherwise: V): V =>
    known.find((value) => value === query.get(name)) ?? otherwise;
  const day = query.get('day') ?? '';
  return {
    state: of<Standing | ''>('state', standingNames, ''),
    text: query.get('text') ?? '',
    operator: query.get('operator') ?? '',
    operation: of<OperationName | ''>('operation', operationNames, ''),
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '',
  };
}

/** The address of the queue with this filter. */
export function placeOf(chosen: Partial<Chosen>): string {
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== '')).toString();
  return query === '' ? '/queue' : `/queue?${query}`;
}

/** The filter of an address as `placeOf` writes it. */
export function filterAt(place: string): HistoryFilter {
  return filterOf(chosenIn(place.split('?')[1] ?? ''));
}

/** A day is the handheld's own: from its midnight to the next. */
function filterOf({ state, text, operator, operation, day }: Chosen): HistoryFilter {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return {
    ...(state !== '' && standings[state]),
    ...(text.trim() !== '' && { text }),
    ...(operator.trim() !== '' && { operator }),
    ...(operation !== '' && { operation }),
    ...(day !== '' && {
      from: new Date(year, month - 1, date).getTime(),
      to: new Date(year, month - 1, date + 1).getTime(),
    }),
  };
}
