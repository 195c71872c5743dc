import { catalogue } from '#i18n/language.ts';
import { capital } from '#i18n/words.ts';

/** Tasks about one object: scan it, see what the service says, fill the fields, choose what is done. */
export const objectWords = catalogue('object', {
  scanned: (noun: string, text: string) => `${capital(noun)} ${text}.`,
  /** @param values - what was entered, in the order of the fields. */
  does: (action: string, code: string, values: readonly string[]) =>
    [action, code, ...values].filter((part) => part !== '').join(' · '),
  toBeSent: (what: string) => `${what}, to be sent`,
  notAsked: (code: string, why: string) => `The service could not be asked about ${code}. ${why}`.trim(),
  byHand: (code: string, label: string, value: string) =>
    `The service has refused ${code}, and ${label} ${value} was entered by hand: it may be another one’s. Save it all the same?`,
  notNamed: (code: string, label: string, value: string, named: string) =>
    `${label} ${value} was entered by hand; the service names ${named} for ${code}. Save it all the same?`,
  other: (next: string, code: string) => `${next} was scanned, and what was entered for ${code} is not saved yet.`,
  takeOther: (code: string) => `Do not save it, take ${code}`,
  stay: (code: string) => `Stay with ${code}`,
  field: (label: string, text: string) => `${label}: ${text}.`,
  sentAs: (text: string) => `= ${text} will be sent`,
  found: 'From the answer of the service.',
  notFound: 'Not found in the answer of the service: enter it.',
  needed: (label: string) => `${label}: it is needed.`,
  notPositive: (label: string) => `${label}: more than zero is needed.`,
  optional: 'May stay empty.',
  saveAnyway: 'Save it anyway',
  see: (task: string) => `Open: ${task}`,
  openIn: 'Take it to another task:',
  keepThis: (noun: string, text: string) => `Keep this ${noun}: ${text}`,
  keepNext: (noun: string) => `Keep the next ${noun}`,
  keepsNext: (noun: string) => `The next ${noun} is kept for all that follow.`,
  kept: (noun: string) => `Kept ${noun}`,
  release: (noun: string) => `Release the ${noun}`,
  undo: 'Undo',
  units: { kg: 'kg', g: 'g', lb: 'lb' },
});
