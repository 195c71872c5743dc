import { expect, test } from 'vitest';
import { factsOf, gs1ValueOf } from './codeFacts.ts';
import { createKeyReader } from '#scan/wedge/keys.ts';
import { GS, normalise } from '#scan/normalise.ts';
import type { Scan } from '#scan/scan.ts';

const CODE = `010952123454321310LOT-7${GS}21SN9`;
const MAP = { '01': '09521234543213', '10': 'LOT-7', '21': 'SN9' };

/** The scan of keys as the wedge puts them together: characters, and the separator as Alt and digits. */
function byAltDigits(text: string): string {
  const reader = createKeyReader();
  const event = (key: string, altKey: boolean): KeyboardEvent =>
    ({ key, code: altKey ? `Numpad${key}` : '', keyCode: 0, altKey, getModifierState: () => false }) as never;
  const pressed = (key: string, altKey = false): string => {
    const read = reader.press(event(key, altKey), () => true);
    return read.kind === 'character' ? read.text : '';
  };
  return Array.from(text)
    .map((character) => {
      if (character !== GS) return pressed(character);
      reader.press({ key: 'Alt', altKey: true } as KeyboardEvent, () => true);
      for (const digit of '0029') pressed(digit, true);
      const ended = reader.endAlt();
      return ended.kind === 'character' ? ended.text : '';
    })
    .join('');
}

test.each<[string, Pick<Scan, 'text' | 'symbology'> | undefined]>([
  ['the separator itself', normalise(`]C1${CODE}\r`)],
  ['the separator itself, from a scanner that does not name its code', normalise(CODE)],
  ['the separator as Alt and 0029', normalise(byAltDigits(`]C1${CODE}`))],
  ['the separator as <GS>', normalise(`]d2${CODE.replaceAll(GS, '<GS>')}`)],
  ['the separator as {GS}', normalise(`]Q3${CODE.replaceAll(GS, '{GS}')}`)],
  ['FNC1 in a camera’s picture', { text: CODE, symbology: 'GS1-128' }],
  ['FNC1 at either end as well', { text: `${GS}${CODE}${GS}`, symbology: 'GS1DataMatrix' }],
])('%s: the same elements', (_, scan) => {
  const { gs1 } = factsOf(scan ?? { text: '' });
  expect(Object.fromEntries(gs1?.elements.map(({ ai, value }) => [ai, value]) ?? [])).toEqual(MAP);
  expect(gs1?.unread).toEqual([]);
});

test.each([
  ['the human form', '(01)09521234543213(10)LOT-7', undefined],
  ['the human form in a plain code', '(01)09521234543213', 'Code128'],
  ['digits of which nobody says that they are GS1’s', '0109521234543213', undefined],
  ['a separator in a code that says it is none of GS1’s', CODE, 'Code128'],
  ['a code of the site', 'D-1001', undefined],
  ['an address', 'https://example.com/a/b', 'QRCode'],
  ['nothing', '', undefined],
])('%s is no element string', (_, text, symbology) => {
  expect(factsOf({ text, symbology }).gs1).toBeUndefined();
});

test.each<[string, Record<string, string>]>([
  [
    'https://id.gs1.org/01/09521234543213/10/LOT-7?17=271231&utm=x',
    { '01': '09521234543213', '10': 'LOT-7', '17': '271231' },
  ],
  ['https://example.com/some/shop/01/9521234543213', { '01': '09521234543213' }],
  ['HTTPS://EXAMPLE.COM/00/106141412345678908', { '00': '106141412345678908' }],
  ['https://id.gs1.org/01/09521234543213/10/A%2FB', { '01': '09521234543213', '10': 'A/B' }],
])('the Digital Link %s says what it is', (text, map) => {
  const { gs1 } = factsOf({ text, symbology: 'QRCode' });
  expect(Object.fromEntries(gs1?.elements.map(({ ai, value }) => [ai, value]) ?? [])).toEqual(map);
});

test.each([
  'https://id.gs1.org/01/',
  'https://id.gs1.org/01/%ZZ',
  'https://id.gs1.org/01/09521234543213/x/y',
  'https://id.gs1.org/10/LOT',
  'http://',
  'ftp://id.gs1.org/01/09521234543213',
])('%s is an address, and no Digital Link', (text) => {
  expect(factsOf({ text }).gs1).toBeUndefined();
});

test('what cannot be seen is named, and a character outside the plane counts as one', () => {
  expect(factsOf({ text: `A\u200b\u00a0${GS}B\u0007\ufeff` })).toMatchObject({
    invisible: [0x200b, 0xa0, 7, 0xfeff],
    length: 7,
  });
  expect(factsOf({ text: 'A B😀' })).toEqual({ invisible: [], length: 4 });
});

test.each<[string, string, string | undefined, string | undefined]>([
  ['of a GS1 code', CODE, 'GS1-128', '09521234543213'],
  ['of a code of unknown type that is right as a whole', '0109521234543213', undefined, '09521234543213'],
  ['not of one that is only right in part', '010952123454321399', undefined, undefined],
  ['not of a plain code', '0109521234543213', 'Code128', undefined],
  ['of a Digital Link', 'https://id.gs1.org/01/9521234543213', 'QRCode', '09521234543213'],
  ['not with a wrong check digit', '0109521234543210', 'GS1-128', undefined],
  ['not where it stands there twice', `0109521234543213010952123454321301${'0'.repeat(14)}`, 'GS1-128', undefined],
  ['where it stands there twice and is the same', '01095212345432130109521234543213', 'GS1-128', '09521234543213'],
  ['not where it is missing', '10LOT', 'GS1-128', undefined],
])('the value of one identifier, %s', (_, text, symbology, value) => {
  expect(gs1ValueOf({ text, symbology }, '01')).toBe(value);
});
