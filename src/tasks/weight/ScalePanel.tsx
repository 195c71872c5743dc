import { useEffect, useState } from 'react';
import type { WeightUnit } from '#site/site.ts';
import { type Serial, createScale } from '#device/scale.ts';
import { type ScaleReading, inUnit } from '#device/scaleLines.ts';
import { useView, useHandheld } from '#tasks/task/handheld.ts';
import { weightText } from './weightOf.ts';
import { Button } from '#ui/Button.tsx';
import { Problem } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import { weightWords } from '#i18n/words/weight.ts';

export interface ScalePanelProps {
  readonly units: readonly WeightUnit[];
  /** The value of the unit that is chosen; absent where none is, or none is asked for. */
  readonly chosen: string | undefined;
  readonly onTake: (taken: TakenWeight) => void;
}

/** A scale beside a field for a weight: not there where the browser knows no serial port. */
export function ScalePanel(props: ScalePanelProps) {
  const { serial } = navigator as Navigator & { readonly serial?: Serial };
  return serial ? <WithSerial serial={serial} {...props} /> : null;
}

const usual = { baudRate: 9600 } as const;

function WithSerial({ serial, units, chosen, onTake }: ScalePanelProps & { readonly serial: Serial }) {
  const { site, kept } = useHandheld();
  const [scale] = useState(() => createScale(serial, kept, site().scale ?? usual));
  const { state, reading } = useView(scale);
  useEffect(() => {
    scale.resume().catch(() => undefined); // it can be chosen by hand
    return () => void scale.close();
  }, [scale]);

  const isOn = state === 'waiting' || state === 'weighing';
  const taken = reading?.state === 'steady' ? weightFrom(reading, units, chosen) : undefined;
  return (
    <div className="stack">
      <div className={isOn ? 'scale-says' : ''}>
        {taken && (
          <Button size="big" icon={icons.done} onClick={() => onTake(taken)}>
            {weightWords().steady({ weight: weightText(taken.text, taken.unit?.name ?? reading?.unit) })}
          </Button>
        )}
        <div aria-live="polite">
          {state === 'waiting' && <p className="hint">{weightWords().waiting}</p>}
          {reading && !taken && <p className="hint">{saidOf(reading)}</p>}
        </div>
      </div>
      {isOn ? (
        <Button onClick={() => void scale.forget()}>{weightWords().disconnect}</Button>
      ) : (
        <Button onClick={() => void scale.choose()}>{weightWords().connect}</Button>
      )}
      <div role="alert">
        {state === 'gone' && <Problem text={weightWords().gone} />}
        {state === 'closed' && <Problem text={weightWords().notOpened} />}
      </div>
    </div>
  );
}

function saidOf(reading: ScaleReading): string {
  if (reading.state === 'over') return weightWords().over;
  const shown = weightText(reading.text, reading.unit);
  return reading.state === 'moving'
    ? weightWords().moving({ weight: shown })
    : weightWords().unlikeUnit({ weight: shown });
}

export interface TakenWeight {
  readonly text: string;
  readonly unit?: WeightUnit;
}

/** Returns the scale's weight in the chosen unit, else its own, else the site's first; `undefined`: that is not known. */
export function weightFrom(
  reading: ScaleReading,
  units: readonly WeightUnit[],
  chosen: string | undefined,
): TakenWeight | undefined {
  const unit = units.find(({ value }) => value === chosen) ?? units.find(isOf(reading)) ?? units[0];
  const text = inUnit(reading, unit?.grams);
  if (text === undefined) return undefined;
  return { text, ...(unit && { unit }) };
}

function isOf(reading: ScaleReading) {
  return ({ grams }: WeightUnit): boolean =>
    reading.unit !== undefined && inUnit({ ...reading, text: '1' }, grams) === '1';
}
