// oxlint-disable-next-line import/no-named-as-default -- its types know of the default alone
import qrcode from 'qrcode-generator';
import { InvalidParameter } from '#contract/errors.ts';
import { languageTags } from '#contract/languages.ts';
import { checkInt, checkText } from '#contract/call.ts';
import { type Provision, newPasscode, sealProvision } from '#wire/provisioning.ts';

/** A person's wish for a set-up code, as texts of a form or a command line. An empty one is left out. */
export interface ProvisionWish {
  readonly url: string;
  readonly key?: string | undefined;
  /** The handheld's name, where the code enrols it. */
  readonly name?: string | undefined;
  readonly warehouse?: string | undefined;
  readonly language?: string | undefined;
  readonly scanner?: string | undefined;
  /** @default '24' */
  readonly validHours?: string | undefined;
}

/** A code that sets up handhelds, and the passcode that opens it. Show the two apart. */
export interface ProvisionCode {
  readonly text: string;
  readonly passcode: string;
  /** Unix ms. */
  readonly until: number;
}

export const scannerEndings = ['auto', 'enter', 'tab', 'none'] as const;
export const MOST_HOURS = 24 * 31;
/** The quiet modules around a code. Source: ISO/IEC 18004. */
const QUIET = 4;

/**
 * Checks a wish and seals it in a code.
 *
 * @param now - Unix ms.
 * @param newCode - makes the one-time code that enrols the handheld; absent, or `undefined` from it: none is needed.
 * @param passcode - one for all codes of a sheet; absent: its own.
 * @throws InvalidParameter naming the field. It never repeats the key.
 */
export async function makeProvisionCode(
  wish: ProvisionWish,
  now: number,
  newCode?: (name: string, until: number) => Promise<string | undefined>,
  passcode = newPasscode(),
): Promise<ProvisionCode> {
  const hours = Number(wish.validHours?.trim() || '24');
  if (!(hours > 0 && hours <= MOST_HOURS)) {
    throw new InvalidParameter('valid-hours', `expected a number of hours from 1 to ${MOST_HOURS}.`);
  }
  const until = Math.floor(now / 1000 + hours * 3600);
  const key = wish.key?.trim() ?? '';
  const warehouse = wish.warehouse?.trim() ?? '';
  const language = oneOf('language', wish.language, languageTags);
  const scanner = oneOf('scanner', wish.scanner, scannerEndings);
  const checked = {
    origin: originOf(wish.url),
    until,
    ...(key !== '' && { key: checkText('key', key) }),
    ...(warehouse !== '' && { warehouse: checkInt('warehouse', warehouse) }),
    ...(language !== undefined && { language }),
    ...(scanner !== undefined && { scanner }),
  };
  // Last of all, so that a refused wish uses up no code.
  const enrol = key === '' ? await newCode?.(wish.name?.trim() ?? '', until * 1000) : undefined;
  const provision: Provision = { ...checked, ...(enrol !== undefined && { enrol }) };
  return { text: await sealProvision(provision, passcode), passcode, until: until * 1000 };
}

/** The most codes of one sheet. */
export const MOST_CODES = 10;

/**
 * Makes the codes of a sheet, one for each handheld, which one passcode opens. With several each name has a number behind it.
 *
 * @param count - how many, as it was entered. @throws InvalidParameter naming the field.
 */
export async function makeProvisionSheet(
  wish: ProvisionWish,
  count: string,
  now: number,
  newCode?: (name: string, until: number) => Promise<string | undefined>,
): Promise<readonly (ProvisionCode & { readonly name: string })[]> {
  const many = Number(count.trim() || '1');
  if (!Number.isInteger(many) || many < 1 || many > MOST_CODES)
    throw new InvalidParameter('count', `expected a whole number from 1 to ${MOST_CODES}.`);
  const called = (wish.name ?? '').trim();
  const passcode = newPasscode();
  const codes: (ProvisionCode & { readonly name: string })[] = [];
  for (let place = 1; place <= many; place += 1) {
    const name = called === '' || many === 1 ? called : `${called} ${place}`;
    codes.push({ ...(await makeProvisionCode({ ...wish, name }, now, newCode, passcode)), name });
  }
  return codes;
}

/**
 * Returns what an SVG of the code draws: its dark modules as a path, a module to a unit.
 *
 * @returns `size` - the units of a side, with the quiet zone.
 */
export function codeDrawing(text: string): { readonly size: number; readonly path: string } {
  const code = codeOf(text);
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place);
  const dark = places.flatMap((row) =>
    places
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + QUIET},${row + QUIET}l1,0 0,1 -1,0 0,-1z`),
  );
  return { size: places.length + 2 * QUIET, path: dark.join(' ') };
}

/** Draws the code for a terminal: two modules in each character, black on white whatever the terminal's colours are. */
export function blocksOf(text: string): string {
  const lines = codeOf(text).createASCII(1, QUIET).split('\n');
  return lines.map((line) => `\u001b[97;40m${line}\u001b[0m`).join('\n');
}

/** Makes the QR code: the address as bytes, and the sealed part as capitals and digits, which take less room. */
function codeOf(text: string): QRCode {
  const code = qrcode(0, 'M');
  const sealedFrom = text.indexOf('#') + 1;
  code.addData(text.slice(0, sealedFrom), 'Byte');
  code.addData(text.slice(sealedFrom), 'Alphanumeric');
  code.make();
  return code;
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.username === '' && url.pathname === '/';
  if (!url || !isOrigin || /[?#]/.test(text)) {
    throw new InvalidParameter('url', 'expected the address of the app, such as https://scanline.example.org');
  }
  return url.origin;
}

function oneOf<T extends string>(name: string, text: string | undefined, choices: readonly T[]): T | undefined {
  if (text === undefined || text === '') return undefined;
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new InvalidParameter(name, `expected ${choices.join(', ')}.`);
  return found;
}
