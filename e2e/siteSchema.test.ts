import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readSite } from '#site/readSite.ts';
import { isExpression } from '#contract/schema.ts';
import { describedSiteSchema, siteDescriptions } from '#gateway/served/siteDescriptions.ts';
import { standinSite } from '#standin/site.ts';

/** Somebody else's reading of the same schema: an editor, or a check before a file is rolled out. */
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
ajv.addFormat('regex', isExpression);
ajv.addVocabulary(['x-sentences']);
const accepts = ajv.compile(describedSiteSchema());

/** Sentences that no schema can say. */
const NONSENSE =
  /^frontReplies\[\d+\]: |may take too long|does not fit the pattern|is there twice|does not undo itself|its lengths are needed|needs it, and it is missing|has no such parameter|has no parameter|is not a regular expression/;

const full: Record<string, unknown> = {
  ...standinSite,
  $schema: '/gateway/site/schema',
  answerRules: [
    ...standinSite.answerRules,
    { operation: 'RevertOff', contains: 'moved', verdict: 'accepted' },
    { json: '/data/0/status', equals: 1, verdict: 'refused' },
  ],
  frontReplies: [
    { status: 401, header: { name: 'WWW-Authenticate', contains: 'Negotiate' }, confirmedBy: 'IT' },
    { status: 404, page: 'HTTP Error 404.13', confirmedBy: 'IT' },
  ],
  languages: ['zh', 'en'],
  supervisorPin: { salt: 'c2FsdHNhbHQ9', iterations: 210_000, hash: `${'A'.repeat(43)}=` },
  idleLockMinutes: 5,
  operationsOff: ['PrintKJYOrder'],
  typedOff: ['RevertOff'],
  lanes: { RevertOff: 'storeCode' },
  weights: { jumpFactor: 10, mostGrams: 30_000 },
  imageHosts: ['img.example.com'],
  tasks: ['bag'],
  supervisors: ['9'],
  timeZone: 'Europe/Berlin',
  shifts: ['06:00', '14:00', '22:00'],
  keylessAnswer: 'ERR: apiKey is not valid',
  scanning: { formats: ['Code128', 'ITF'], itfLengths: [8, 14], duplicateWindowMs: 400 },
  codes: { deliveryCode: { pattern: 'D-\\d+', example: 'D-1', gs1: '00', strict: true } },
};

/** Values that a slip of the pen leaves in a place. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    'x',
    '(',
    '(a+)+',
    '/a/b',
    'CompleteBag',
    'GetPaintMarker',
    'accepted',
    'en',
    '7',
    0,
    1,
    2,
    7,
    0.5,
    -1,
    1e12,
    true,
    [],
    ['x'],
    [7],
    ['en', 'en'],
    {},
    { a: 1 },
    { scan: 1 },
    { text: '', scan: 2 },
    { parameter: 'storeCode' },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** One change somewhere in the file. */
const change = fc.tuple(
  fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
  fc.constantFrom('set', 'set', 'remove', 'add', 'twice'),
  odd,
);

function changed(value: unknown, [steps, how, what]: readonly [readonly number[], string, unknown]): unknown {
  const [step = 0, ...rest] = steps;
  if (typeof value !== 'object' || value === null) return how === 'set' ? what : value;
  const isList = Array.isArray(value);
  const entries: (readonly [string, unknown])[] = Object.entries(value);
  const at = entries[step % Math.max(entries.length, 1)];
  if (at === undefined) return how === 'set' ? what : value;
  const [name, member] = at;
  const goesOn = rest.length > 0 && typeof member === 'object' && member !== null;
  const next = entries.flatMap(([other, one]) => {
    if (other !== name) return [[other, one] as const];
    if (goesOn) return [[other, changed(one, [rest, how, what])] as const];
    if (how === 'remove') return [];
    if (how === 'twice') return [[other, one] as const, [`${other}2`, one] as const];
    if (how === 'add') return [[other, one] as const, ['added', what] as const];
    return [[other, what] as const];
  });
  return isList ? next.map(([, one]) => one) : Object.fromEntries(next);
}

function refusalOf(value: unknown, onUnknown?: (member: string) => void): string | undefined {
  try {
    readSite(value, onUnknown);
    return undefined;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error.message;
  }
}

/** Returns how the two agree; `undefined` where they do not. */
function kindOf(isValid: boolean, refusal: string | undefined, isUnknown: boolean) {
  if (isValid && isUnknown) return undefined;
  if (isValid) return refusal === undefined ? 'both' : NONSENSE.test(refusal) ? 'nonsense' : undefined;
  if (refusal !== undefined) return 'neither';
  return isUnknown ? 'newer' : undefined; // a member of a newer version, which a handheld passes over
}

describe('the schema and the reader of the site configuration', () => {
  test('the whole of it is accepted by both, as is what the gateway serves for the stand-in', () => {
    expect(accepts(full)).toBe(true);
    expect(refusalOf(full)).toBeUndefined();
    expect(accepts(standinSite)).toBe(true);
  });

  test('whatever is changed in it, the two agree, except on what no schema can say', () => {
    const seen = { both: 0, neither: 0, newer: 0, nonsense: 0 };
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const value = changes.reduce<unknown>(changed, full);
        const unknown: string[] = [];
        const [isValid, refusal] = [accepts(value), refusalOf(value, (member) => void unknown.push(member))];
        const kind = kindOf(isValid, refusal, unknown.length > 0);
        expect(kind, `${String(isValid)}, ${String(refusal)}, ${JSON.stringify(value)}`).toBeDefined();
        if (kind) seen[kind] += 1;
      }),
      { numRuns: 4_000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(3); // each of the four was really looked at
  });

  test('what is read is what was written, and what was read is read again as it is', () => {
    const read = readSite(full);
    const { $schema: _forEditors, ...written } = full;
    expect(read).toEqual(written);
    expect(readSite(read)).toEqual(read);
  });
});

test('an editor shows each text at the member that it is for', () => {
  const shown = JSON.stringify(describedSiteSchema()).match(/"description":/g) ?? [];
  expect(shown).toHaveLength(Object.keys(siteDescriptions).length);
});
