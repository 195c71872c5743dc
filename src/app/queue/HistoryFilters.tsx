import { useRef } from 'react';
import { type Chosen, type Standing, nothingChosen, standingNames } from './historyFilter.ts';
import { type OperationName, operationNames, operationOf } from '#contract/catalogue.ts';
import { labelOf } from '#tasks/catalogue/operationLabel.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

/** Reads are never in the queue. */
const writes = operationNames.filter((name) => operationOf(name).effect !== 'read');

export interface HistoryFiltersProps {
  readonly chosen: Chosen;
  /** Whether anything is looked for: until then there is but the code to give. */
  readonly isOpen: boolean;
  readonly onChange: (chosen: Chosen) => void;
}

/** What is looked for: the code always in sight, the rest behind one tap. */
export function HistoryFilters({ chosen, isOpen, onChange }: HistoryFiltersProps) {
  const field = useRef<HTMLInputElement>(null);
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
          label={words('history').search}
          {...(isOpen && { hint: words('history').searchHint })}
          value={chosen.text}
          onChange={(text) => set({ text })}
          type="search"
          enterKeyHint="done"
          acceptsScan
          ref={field}
        />
      </form>
      {isOpen && (
        <details open={on > 0 || undefined}>
          <summary>
            <Icon of={icons.more} />
            {on > 0 ? words('history').filtersOn({ many: on }) : words('history').filters}
          </summary>
          <div className="stack">
            <Select<Standing>
              label={words('history').state}
              value={chosen.state || 'all'}
              options={standingNames.map((name) => [name, words('history').states[name]])}
              onChange={(state) => set({ state })}
            />
            <Select<OperationName | ''>
              label={words('history').operation}
              value={chosen.operation}
              options={[['', words('history').anyOperation], ...writes.map((name) => [name, labelOf(name)] as const)]}
              onChange={(operation) => set({ operation })}
            />
            <Field
              label={words('history').operator}
              value={chosen.operator}
              onChange={(operator) => set({ operator })}
              inputMode="numeric"
            />
            <Field label={words('history').day} type="date" value={chosen.day} onChange={(day) => set({ day })} />
            {on > 0 && (
              <Button size="big" wide onClick={() => onChange({ ...nothingChosen, state: 'all', text: chosen.text })}>
                {words('history').clear}
              </Button>
            )}
          </div>
        </details>
      )}
    </search>
  );
}
