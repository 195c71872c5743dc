import { assert, array, constantFrom, nat, property, string, tuple, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import {
  MOST_IPP_BYTES,
  ippBooleanOf,
  hasNoIppValue,
  ippBoolean,
  ippGroup,
  ippGroups,
  ippNumber,
  ippTags,
  ippText,
  ippNumberOf,
  readIpp,
  ippTextsOf,
  writeIpp,
} from './ippMessage.ts';

/** Writes bytes as RFC 8010 shows them: a text stands for its letters, a number for one byte. */
function bytesOf(...lines: readonly (readonly (string | number)[])[]): Buffer {
  return Buffer.concat(lines.flat().map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
}

/** Such as the examples of RFC 8010, Appendix A, counted by hand. */
const example = bytesOf(
  [1, 1, 0x00, 0x02, 0, 0, 0, 7],
  [1, 0x47, 0, 18, 'attributes-charset', 0, 5, 'utf-8'],
  [0x44, 0, 20, 'requested-attributes', 0, 6, 'job-id', 0x44, 0, 0, 0, 9, 'job-state'],
  [2, 0x21, 0, 6, 'copies', 0, 4, 0, 0, 1, 4],
  [0x22, 0, 5, 'sided', 0, 1, 1],
  [3],
);

test('a message is written and read byte by byte as the standard shows it', () => {
  const groups = [
    ippGroup(ippGroups.operation, [
      ['attributes-charset', ippText(ippTags.charset, 'utf-8')],
      ['requested-attributes', ippText(ippTags.keyword, 'job-id'), ippText(ippTags.keyword, 'job-state')],
    ]),
    ippGroup(ippGroups.job, [
      ['copies', ippNumber(ippTags.integer, 260)],
      ['sided', ippBoolean(true)],
    ]),
  ];
  expect(Buffer.from(writeIpp({ code: 2, requestId: 7, groups }))).toEqual(example);
  const read = readIpp(Buffer.concat([example, Buffer.from('%PDF')]));
  expect(read).toMatchObject({ code: 2, requestId: 7 });
  const [operation, job] = read?.groups ?? [];
  expect(ippTextsOf(operation, 'requested-attributes')).toEqual(['job-id', 'job-state']);
  expect([ippNumberOf(job, 'copies'), ippBooleanOf(job, 'sided'), ippBooleanOf(job, 'copies')]).toEqual([
    260,
    true,
    undefined,
  ]);
  expect([ippTextsOf(job, 'none'), ippNumberOf(undefined, 'copies'), hasNoIppValue(job, 'copies')]).toEqual([
    [],
    undefined,
    false,
  ]);
});

test('a message that breaks off anywhere is none', () => {
  for (let length = 0; length < example.length; length += 1)
    expect(readIpp(example.subarray(0, length)), String(length)).toBeUndefined();
});

test.each([
  ['a value before any group', bytesOf([1, 1, 0, 0, 0, 0, 0, 1, 0x44, 0, 1, 'a', 0, 1, 'b', 3])],
  ['a further value without a first one', bytesOf([1, 1, 0, 0, 0, 0, 0, 1, 2, 0x44, 0, 0, 0, 1, 'b', 3])],
  // Two codecs of npm go round for ever at these, as they take a length for a signed number.
  ['a name of 65,535 letters', bytesOf([1, 1, 0, 0, 0, 0, 0, 1, 2, 0x41, 0xff, 0xff, 'A', 0, 1, 'A', 3])],
  ['a value of 65,528 letters', bytesOf([1, 1, 0, 0, 0, 0, 0, 1, 2, 0x41, 0, 1, 'a', 0xff, 0xf8, 'a', 3])],
  ['a value of 65,530 letters', bytesOf([1, 1, 0, 0, 0, 0, 0, 1, 2, 0x41, 0, 1, 'a', 0xff, 0xfa, 3])],
  ['more bytes than are read', Buffer.concat([example, Buffer.alloc(MOST_IPP_BYTES)])],
])('%s is no message', (_, bytes) => {
  expect(readIpp(bytes)).toBeUndefined();
});

test('whatever bytes come, reading ends and throws nothing', () => {
  const head = Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 1);
  const pieces = array(constantFrom(0, 1, 2, 3, 0x21, 0x34, 0x37, 0x44, 0x4a, 0x7f, 0xff), { maxLength: 200 });
  assert(
    property(pieces, uint8Array({ maxLength: 60 }), (some, more) => {
      for (const bytes of [Buffer.from([...head, ...some]), Buffer.from([...head, ...more])]) {
        const read = readIpp(bytes);
        expect(read?.groups.length ?? 0).toBeLessThan(bytes.length);
      }
    }),
  );
});

test('whatever is written is read as it was', () => {
  const one = tuple(
    string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    string({ maxLength: 90, unit: 'binary' }),
  );
  assert(
    property(array(one, { maxLength: 9 }), nat(0xffff), nat(), (all, code, requestId) => {
      const named = new Map(all);
      const group = ippGroup(
        ippGroups.job,
        [...named].map(([name, text]) => [name, ippText(ippTags.text, text)]),
      );
      const read = readIpp(writeIpp({ code, requestId, groups: [group] }));
      expect(read).toMatchObject({ code, requestId });
      for (const [name, text] of named) expect(ippTextsOf(read?.groups[0], name)).toEqual([text]);
    }),
  );
});
