import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Layout, testTexts } from '#scan/calibrate/layouts.ts';
import { testCode } from '#scan/calibrate/testCode.ts';

const COMPILER = '/usr/bin/xkbcomp';
const SYMBOLS = '/usr/share/X11/xkb/symbols';
const missing = [COMPILER, SYMBOLS].filter((path) => !existsSync(path));

/** The signs that xkb has names for, as far as these layouts have them on the keys of the test code. */
const signs: Readonly<Record<string, string>> = {
  minus: '-',
  slash: '/',
  numbersign: '#',
  period: '.',
  semicolon: ';',
  equal: '=',
  plus: '+',
  asterisk: '*',
  apostrophe: "'",
  ampersand: '&',
  greater: '>',
  exclam: '!',
  parenright: ')',
  braceleft: '{',
  backslash: '\\',
  grave: '`',
  asciicircum: '^',
  sterling: '£',
  section: '§',
  periodcentered: '·',
  numerosign: '№',
  ssharp: 'ß',
  agrave: 'à',
  eacute: 'é',
  egrave: 'è',
  yacute: 'ý',
  udiaeresis: 'ü',
  odiaeresis: 'ö',
  Cyrillic_YERU: 'Ы',
  Ukrainian_I: 'І',
  Cyrillic_es: 'с',
  Cyrillic_ef: 'ф',
  Cyrillic_te: 'т',
  Cyrillic_DE: 'Д',
  Cyrillic_ya: 'я',
  Cyrillic_en: 'н',
  Greek_SIGMA: 'Σ',
  Greek_psi: 'ψ',
  Greek_alpha: 'α',
  Greek_nu: 'ν',
  Greek_LAMDA: 'Λ',
  Greek_zeta: 'ζ',
  Greek_upsilon: 'υ',
};

/** The letters that each key types plainly and with Shift, by its place; a dead key has its name. */
type Keys = ReadonlyMap<string, readonly string[]>;

function keysOf(layout: string): Keys {
  const source = `xkb_keymap {
    xkb_keycodes { include "evdev+aliases(qwerty)" };
    xkb_types { include "complete" };
    xkb_compat { include "complete" };
    xkb_symbols { include "pc+${layout}" };
  };`;
  const compiled = execFileSync(COMPILER, ['-w0', '-xkb', '-', '-'], { input: source, encoding: 'utf8' });
  const found = compiled.matchAll(/key <((?:A[B-E]\d\d)|BKSL|TLDE|LSGT)> \{[^[\]]*(?:\[Group1\]=)?\s*\[([^\]]*)\]/gu);
  return new Map(
    Array.from(found, ([, place = '', symbols = '']) => [
      place,
      symbols
        .split(',')
        .slice(0, 2)
        .map((name) => signs[name.trim()] ?? name.trim()),
    ]),
  );
}

/** Returns what arrives where a scanner with the keys of one layout types the test code into a handheld with another. */
function typedBy(scanner: Keys, handheld: Keys): string {
  return Array.from(testCode.text, (letter) => {
    const key = [...scanner].find(([, types]) => types.includes(letter));
    if (!key) return ''; // it needs AltGr, which arrives as nothing
    return handheld.get(key[0])?.[key[1].indexOf(letter)] ?? '';
  }).join('');
}

const known = new Map(testTexts);

describe.skipIf(missing.length > 0)(`layouts as X has them (missing here: ${missing.join(', ') || 'nothing'})`, () => {
  test.each<[string, Layout]>([
    ['gb', 'gb'],
    ['fr', 'fr'],
    ['be', 'be'],
    ['de', 'de'],
    ['ch', 'ch'],
    ['ch(fr)', 'ch'],
    ['es', 'iberian'],
    ['pt', 'iberian'],
    ['it', 'iberian'],
    ['se', 'nordic'],
    ['dk', 'nordic'],
    ['no', 'nordic'],
    ['fi', 'nordic'],
    ['ca', 'canadian'],
    ['ru', 'ru'],
    ['ua', 'ua'],
    ['gr', 'gr'],
    ['cz', 'cz'],
    ['cz(qwerty)', 'cz'],
    ['tr', 'tr'],
    ['hu', 'hu'],
    ['br', 'br'],
  ])('a handheld with %s, and a scanner with us', (layout, handheld) => {
    const text = typedBy(keysOf('us'), keysOf(layout));
    expect(text).toHaveLength(testCode.text.length); // no key of it is a dead one
    expect(known.get(text), text).toEqual({ kind: 'layout', scanner: 'us', handheld });
  });

  test.each<[string, Layout]>([
    ['gb', 'gb'],
    ['fr', 'fr'],
    ['de', 'de'],
    ['es', 'nordicOrIberian'],
    ['it', 'nordicOrIberian'],
    ['se', 'nordicOrIberian'],
    ['cz', 'cz'],
    ['cz(qwerty)', 'cz'],
    ['tr', 'tr'],
    ['hu', 'hu'],
    ['br', 'br'],
  ])('a scanner with %s, and a handheld with us', (layout, scanner) => {
    const text = typedBy(keysOf(layout), keysOf('us'));
    expect(known.get(text), text).toEqual({ kind: 'layout', scanner, handheld: 'us' });
  });
});

test('no two layouts make the same of the test code', () => {
  for (const [text, alteration] of testTexts) expect(known.get(text), text).toEqual(alteration);
});
