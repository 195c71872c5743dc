import { FormChoice } from '#office/pages/parts.tsx';
import type { SetupWords } from './setupPlaces.ts';

interface UpdatesFieldProps {
  readonly texts: SetupWords;
  /** The site's `updates`. */
  readonly updates?: string | undefined;
}

/** The field by which a site says when handhelds take a newer version: at rest, at rest from an hour on, or on a tap alone. */
export function UpdatesField({ texts, updates = 'at-rest' }: UpdatesFieldProps) {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const all = updates.includes(':') && !hours.includes(updates) ? [...hours, updates].toSorted() : hours;
  const { atRest, asked, fromHour } = texts.updateTimes;
  const choices = { 'at-rest': atRest, asked, ...Object.fromEntries(all.map((hour) => [hour, fromHour({ hour })])) };
  return <FormChoice caption={texts.updates} name="updates" choices={choices} chosen={updates} />;
}
