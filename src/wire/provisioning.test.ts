import { describe, expect, test } from 'vitest';
import {
  type Provision,
  UnusableProvision,
  newPasscode,
  openProvision,
  readProvision,
  sealProvision,
} from './provisioning.ts';

const NOW = 1_800_000_000_000;
const origin = 'https://scanline.example.org';
const provision: Provision = {
  origin,
  until: NOW / 1000 + 60,
  key: 'canary-key-4711',
  warehouse: '1',
  language: 'ru',
  scanner: 'enter',
};

async function kindOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'opened';
  } catch (error) {
    return error instanceof UnusableProvision ? error.kind : String(error);
  }
}

describe('a set-up code', () => {
  test('gives back what was sealed, for its passcode as a person types it', async () => {
    const text = await sealProvision(provision, 'ABCDE-23456');
    expect(text).toMatch(/^https:\/\/scanline\.example\.org\/set-up#[A-Z2-7]+$/);
    const sealed = await readProvision(text);
    for (const typed of ['ABCDE-23456', 'abcde 23456', ' ABCDE23456']) {
      expect(await openProvision(sealed, typed, origin, NOW)).toEqual(provision);
    }
  });

  test('is read from a scanner that has Caps Lock on', async () => {
    const text = await sealProvision(provision, 'ABCDE-23456');
    const inverted = text.replace(/[a-z]/gi, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    expect(await openProvision(await readProvision(inverted), 'ABCDE-23456', origin, NOW)).toEqual(provision);
  });

  test('shows nothing of the key, and is another one each time', async () => {
    const first = await sealProvision(provision, 'ABCDE-23456');
    const second = await sealProvision(provision, 'ABCDE-23456');
    expect(first).not.toBe(second);
    const { bytes } = await readProvision(first);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('canary');
  });

  test('says whether it is none, damaged, for another address, of another passcode, or too old', async () => {
    const text = await sealProvision(provision, 'ABCDE-23456');
    expect(await kindOf(readProvision('D-1001'))).toBe('no-code');
    expect(await kindOf(readProvision('https://scanline.example.org/set-up'))).toBe('no-code');
    const at = text.indexOf('#') + 60;
    const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
    expect(await kindOf(readProvision(changed))).toBe('damaged');
    expect(await kindOf(readProvision(text.slice(0, -8)))).toBe('damaged');
    expect(await kindOf(readProvision(text.replace('example.org', 'example.com')))).toBe('damaged');
    const sealed = await readProvision(text);
    expect(await kindOf(openProvision(sealed, 'ABCDE-23457', origin, NOW))).toBe('wrong-passcode');
    expect(await kindOf(openProvision(sealed, 'ABCDE-23456', 'https://elsewhere.example', NOW))).toBe('other-origin');
    expect(await kindOf(openProvision(sealed, 'ABCDE-23456', origin, NOW + 60_000))).toBe('expired');
    expect(await kindOf(openProvision(sealed, 'ABCDE-23456', origin, NOW + 59_000))).toBe('opened');
  });

  test('does not open for an origin that was put in place of its own', async () => {
    const { bytes } = await readProvision(await sealProvision(provision, 'ABCDE-23456'));
    const forged = { origin: 'https://elsewhere.example', bytes };
    expect(await kindOf(openProvision(forged, 'ABCDE-23456', forged.origin, NOW))).toBe('wrong-passcode');
  });
});

test('a passcode has ten letters that cannot be taken for others', () => {
  const codes = Array.from({ length: 200 }, newPasscode);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
  expect(new Set(codes).size).toBe(200);
});
