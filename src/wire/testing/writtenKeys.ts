/** A way of writing a key, which a test takes for what a service may do. */
export type WrittenKey = readonly [way: string, text: string];

/** Returns the ways that no list of fixed forms holds, as each letter can be written in its own. */
export function writtenKeys(key: string): readonly WrittenKey[] {
  const letters = (write: (code: number, at: number) => string): string =>
    Array.from({ length: key.length }, (_, at) => write(key.charCodeAt(at), at)).join('');
  const hex = (code: number, digits = 0): string => code.toString(16).padStart(digits, '0');
  const utf8 = [...new TextEncoder().encode(key)];
  const percent = utf8.map((byte) => `%${hex(byte, 2)}`).join('');
  const turns = (text: string): string =>
    Array.from(text, (one, at) => (at % 2 === 0 ? one.toUpperCase() : one.toLowerCase())).join('');
  const base64 = (before: string, after: string): string =>
    btoa(before + String.fromCharCode(...utf8) + after).replace(/={1,2}$/, '');
  const url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');
  return [
    ['in numbers', letters((code) => `&#${code};`)],
    ['in numbers of base 16', letters((code) => `&#x${hex(code)};`)],
    ['in capital numbers of base 16, with zeros', letters((code) => `&#X000${hex(code).toUpperCase()};`)],
    ['in numbers with zeros and no semicolon', letters((code) => `&#${String(code).padStart(9, '0')}`)],
    ['in part in numbers', letters((code, at) => (at % 2 === 0 ? `&#${code};` : String.fromCharCode(code)))],
    ['in numbers within XML', letters((code) => `&amp;#${code};`)],
    ['in JSON’s numbers', letters((code) => `\\u${hex(code, 4)}`)],
    ['in JSON’s numbers, capital', letters((code) => `\\u${hex(code, 4).toUpperCase()}`)],
    ['in JSON’s numbers within XML', letters((code) => `&#92;u${hex(code, 4)}`)],
    ['in JSON with \\/', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON with \\u002F', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\u002F')],
    ['every byte in percent, small', percent],
    ['every byte in percent, small and capital', turns(percent)],
    ['percent of percent', percent.replaceAll('%', '%25')],
    ['in %u of old scripts', letters((code) => `%u${hex(code, 4)}`)],
    [
      'in capital hexadecimal',
      utf8
        .map((byte) => hex(byte, 2))
        .join('')
        .toUpperCase(),
    ],
    ['in hexadecimal, small and capital', turns(utf8.map((byte) => hex(byte, 2)).join(''))],
    ['in hexadecimal with hyphens', utf8.map((byte) => hex(byte, 2).toUpperCase()).join('-')],
    ['in two bytes a letter', letters((code) => String.fromCharCode(code & 0xff, code >> 8))],
    ['in two bytes a letter, the high one first', letters((code) => String.fromCharCode(code >> 8, code & 0xff))],
    ...['', 'x', 'xy'].flatMap((before): WrittenKey[] => [
      [`in base64 after ${before.length}`, base64(before, 'end')],
      [`in base64 of addresses after ${before.length}`, url(base64(before, 'e'))],
    ]),
    ['in base64 of two bytes a letter', btoa(letters((code) => String.fromCharCode(code & 0xff, code >> 8)))],
    ['in base64 in lines', base64('', '').replace(/.{8}/g, '$&\r\n')],
  ];
}

/** Tells whether a text gives a key away to whoever undoes what these ways do: a long enough part of it that stands as it is. */
export function givesAway(text: string, key: string): boolean {
  const seen = [text, text.replaceAll('\0', '')];
  for (let depth = 0; depth < 4; depth += 1) seen.push(undo(seen.at(-1) ?? ''));
  const packed = seen.flatMap((one) => [...one.replace(/\s/g, '').matchAll(/[\w+/-]{8,}/g)].map(([found]) => found));
  const unpacked = packed.flatMap((one) => ['', 'A', 'AA', 'AAA'].map((before) => binary(before + one)));
  const hexed = seen.flatMap((one) => [...one.replace(/[-:\s]/g, '').matchAll(/[0-9a-f]{8,}/gi)].flatMap(unhex));
  const all = [...seen, ...unpacked, ...hexed].map((one) => one.replaceAll('\0', ''));
  const part = key.slice(1, 7);
  return all.some((one) => one.includes(part));
}

function undo(text: string): string {
  return text
    .replace(/&#x0*([0-9a-f]+);?/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#0*([0-9]+);?/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&amp;', '&')
    .replace(/[\\%]u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, four?: string, two?: string) =>
      String.fromCharCode(Number.parseInt(four ?? two ?? '', 16)),
    )
    .replaceAll('\\/', '/');
}

function binary(text: string): string {
  const usual = text.replaceAll('-', '+').replaceAll('_', '/');
  return atob(usual.slice(0, usual.length - (usual.length % 4)));
}

/** From its first digit and from its second. */
function unhex([found]: RegExpMatchArray): readonly string[] {
  const read = (digits: string): string =>
    (digits.match(/../g) ?? []).map((two) => String.fromCharCode(Number.parseInt(two, 16))).join('');
  return [read(found), read(found.slice(1))];
}
