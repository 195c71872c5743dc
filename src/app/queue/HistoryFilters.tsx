import { useEffect, useRef } from 'react';
import { type OperationName, operationNames, operationOf } from '#contract/catalogue.ts';
import { operationName } from '#tasks/catalogue/callName.ts';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Choice.tsx';
import { historyWords } from '#i18n/words/history.ts';
import type { HistoryFilter } from '#outbox/store/history.ts';

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

export type HistoryState = keyof typeof standings;
const standingNames = Object.keys(standings) as readonly HistoryState[];

export interface Chosen {
  /** Empty, and nothing else chosen: the queue in its parts. */
  readonly state: HistoryState | '';
  readonly text: string;
  readonly operator: string;
  readonly operation: OperationName | '';
  readonly day: string;
}

const nothingChosen: Chosen = { state: '', text: '', operator: '', operation: '', day: '' };

/** Reads it from the address; what it does not know is not chosen. */
export function chosenIn(search: string): Chosen {
  const query = new URLSearchParams(search);
  const of = <V extends string>(name: string, known: readonly V[], otherwise: V): V =>
    known.find((value) => value === query.get(name)) ?? otherwise;
  const day = query.get('day') ?? '';
  return {
    state: of<HistoryState | ''>('state', standingNames, ''),
    text: query.get('text') ?? '',
    operator: query.get('operator') ?? '',
    operation: of<OperationName | ''>('operation', operationNames, ''),
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '',
  };
}

export function historyAddress(chosen: Partial<Chosen>): string {
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== '')).toString();
  return query === '' ? '/queue' : `/queue?${query}`;
}

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

const writes = operationNames.filter((name) => operationOf(name).effect !== 'read');

export interface HistoryFiltersProps {
  readonly chosen: Chosen;
  readonly isOpen: boolean;
  /** `true`: a person has asked for the field, and types into it. */
  readonly hasFocus: boolean;
  readonly onChange: (chosen: Chosen) => void;
}

/** Asks what to look for: the code in sight, the rest behind one tap. */
export function HistoryFilters({ chosen, isOpen, hasFocus, onChange }: HistoryFiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  const set = (part: Partial<Chosen>): void => onChange({ ...chosen, ...part });
  const { text: _text, ...behind } = chosen;
  const on = Object.values(behind).filter((value) => value !== '' && value !== 'all').length;
  return (
    <search className="stack">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          field.current?.select(); // what is scanned next takes its place
        }}
      >
        <Field
          caption={historyWords().search}
          {...(isOpen && { hint: historyWords().searchHint })}
          value={chosen.text}
          onChange={(text) => set({ text })}
          type="search"
          enterKeyHint="done"
          acceptsScan
          ref={field}
        />
      </form>
      {isOpen && (
        <Fold
          title={on > 0 ? historyWords().filtersOn({ many: on }) : historyWords().filters}
          open={on > 0 || undefined}
        >
          <div className="stack">
            <Select<HistoryState>
              caption={historyWords().state}
              value={chosen.state || 'all'}
              options={standingNames.map((name) => [name, historyWords().states[name]])}
              onChange={(state) => set({ state })}
            />
            <Select<OperationName | ''>
              caption={historyWords().operation}
              value={chosen.operation}
              options={[
                ['', historyWords().anyOperation],
                ...writes.map((name) => [name, operationName(name)] as const),
              ]}
              onChange={(operation) => set({ operation })}
            />
            <Field
              caption={historyWords().operator}
              value={chosen.operator}
              onChange={(operator) => set({ operator })}
              inputMode="numeric"
            />
            <Field caption={historyWords().day} type="date" value={chosen.day} onChange={(day) => set({ day })} />
            {on > 0 && (
              <Button size="big" onClick={() => onChange({ ...nothingChosen, state: 'all', text: chosen.text })}>
                {historyWords().clear}
              </Button>
            )}
          </div>
        </Fold>
      )}
    </search>
  );
}
