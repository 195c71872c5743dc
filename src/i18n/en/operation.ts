import { catalogue } from '#i18n/language.ts';

/** All operations of the service, each by its parameters alone. */
export const operationWords = catalogue('operation', {
  title: 'All operations',
  hint: 'Each operation by its parameters',
  groups: { order: 'Orders', warehouse: 'Warehouse', handheld: 'Handheld' },
  effects: { read: 'asks', write: 'changes', print: 'prints' },
  off: 'This site has switched it off.',
  unknown: 'The service has no such operation.',
  types: { string: 'Text', int: 'Whole number', decimal: 'Number, such as 1.25' },
  json: 'JSON text',
  loose: 'Text, or JSON',
  known: 'From the settings.',
  onlyScanned: 'Here codes have to be scanned.',
  scan: 'Scan into a text field',
  type: 'Type a code',
  ask: 'Ask the service',
  save: 'Save and send',
  asItIs: 'Send as it is',
  noJson: 'This is not JSON: check its quotes, commas and brackets.',
  looseJson: 'This begins like JSON and is none. Mend it, or send it as it is.',
  noPlace: (text: string) => `${text} was not taken: no text field is empty. Tap the one it is for, then scan again.`,
  toBeSent: (operation: string) => `${operation}, to be sent`,
});
