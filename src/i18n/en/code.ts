import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

const symbologies: Readonly<Record<string, string>> = {
  'GS1-128': 'GS1-128 (a Code 128 of GS1)',
  GS1DataMatrix: 'GS1 DataMatrix',
  GS1QRCode: 'GS1 QR code',
  GS1DataBar: 'GS1 DataBar',
  Code128: 'Code 128',
  Code39: 'Code 39',
  Code93: 'Code 93',
  Code11: 'Code 11',
  Codabar: 'Codabar',
  MSI: 'MSI',
  ITF: 'Interleaved 2 of 5 (ITF)',
  EAN13: 'EAN-13',
  EAN8: 'EAN-8',
  UPCA: 'UPC-A',
  UPCE: 'UPC-E',
  QRCode: 'QR code',
  DataMatrix: 'Data Matrix',
  PDF417: 'PDF417',
  Aztec: 'Aztec',
};

/** What a code is: shown where somebody asks. Apart from the other messages, as nobody needs them to start. */
export const codeWords = catalogue('code', {
  title: 'What it is',
  raw: 'The whole code',
  taken: 'Taken of it',
  length: 'Length',
  characters: (many: number) => count(many, 'character', 'characters'),
  symbology: 'Kind of code',
  unknown: 'not told by the scanner',
  typed: 'typed by hand',
  source: 'How it came',
  invisible: 'Not to be seen',
  fits: 'Looks like',
  fitsNone: 'none of the codes of this site',
  aCode: (noun: string) => `a ${noun}`,
  gs1: 'GS1 elements',
  element: 'Element',
  value: 'Value',
  unread: 'Not understood',
  unreadHint: 'It begins with no identifier of GS1.',
  problems: {
    length: 'too short or too long',
    characters: 'has characters that it may not have',
    'check-digit': 'wrong check digit',
    date: 'no such day',
  },
  symbologies,
});
