import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { weightWords } from '#i18n/words/weight.ts';

export interface NumberPadProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const keys = ['1', '2', '3', 'erase', '4', '5', '6', '.', '7', '8', '9', '0'] as const;

/** Keys for a number under the thumb. The focus stays in the sink: no soft keyboard covers the screen, and a scan is a scan. */
export function NumberPad({ text, onChange }: NumberPadProps) {
  return (
    <fieldset className="pad" aria-label={weightWords().pad}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className="button"
          aria-label={key === 'erase' ? weightWords().erase : undefined}
          onClick={() => onChange(key === 'erase' ? text.slice(0, -1) : text + key)}
        >
          {key === 'erase' ? <Icon of={icons.erase} /> : key}
        </button>
      ))}
    </fieldset>
  );
}
