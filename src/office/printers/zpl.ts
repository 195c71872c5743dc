interface Placed {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

interface Written extends Placed {
  readonly text: string;
  /** True where `y` is the line on which the letters stand, and not their upper edge. */
  readonly isBase: boolean;
  /** Degrees, clockwise. */
  readonly orientation: number;
}

export interface ZplText extends Written {
  readonly kind: 'text';
}

export interface ZplBars extends Written {
  readonly kind: 'bars';
  readonly symbology: BarSymbology;
  /** Dots of the narrowest bar, or of a cell. */
  readonly module: number;
  readonly isRead: boolean;
}

export interface ZplBox extends Placed {
  readonly kind: 'box';
  readonly width: number;
  readonly line: number;
}

export type ZplItem = ZplText | ZplBars | ZplBox;

export type BarSymbology = 'code128' | 'code39' | 'interleaved2of5' | 'ean13' | 'qrcode' | 'datamatrix';

export interface ZplLabel {
  readonly width: number;
  readonly height: number;
  readonly items: readonly ZplItem[];
  /** Commands that draw something and are not drawn here. */
  readonly leftOut: readonly string[];
}

const MOST_LABELS = 10;
const MOST_ITEMS = 500;
/** The symbols that are drawn of one text, and the letters in them: they take the time of everybody who asks the gateway. */
const MOST_SYMBOLS = { many: 40, letters: 1_000 } as const;
/** 100 × 150 mm at 8 dots a millimetre. */
const USUAL = { width: 812, height: 1_218 };
const LARGEST = 5_000;
const ORIENTATIONS: Readonly<Record<string, number>> = { N: 0, R: 90, I: 180, B: 270 };
const BARS: Readonly<Record<string, BarSymbology>> = {
  BC: 'code128',
  B3: 'code39',
  B2: 'interleaved2of5',
  BE: 'ean13',
  BQ: 'qrcode',
  BX: 'datamatrix',
};
const commands: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BARS).map(([command, symbology]) => [symbology, command]),
);
/** Commands that change nothing about how a label looks, or that need no drawing. */
const SILENT =
  /^(?:XA|XZ|FX|CI|MM|MT|MN|MD|PR|PQ|PM|PO|PA|LT|LS|JM|JU|JS|JZ|JB|SD|SN|DF|IS|ID|CV|SZ|KD|KL|KN|HH|HZ|TA|RS|PP|MC)$/;

/** The labels of a ZPL text, as far as a person knows them again by it. Source: Zebra, ZPL II programming guide. */
export function readZpl(text: string): readonly ZplLabel[] {
  const left = { ...MOST_SYMBOLS };
  return text
    .split(/\^XZ/)
    .filter((part) => part.includes('^XA'))
    .slice(0, MOST_LABELS)
    .map((part) => readLabel(part, left));
}

/** @param left - the symbols that may be drawn yet. */
function readLabel(text: string, left: { many: number; letters: number }): ZplLabel {
  const items: ZplItem[] = [];
  const leftOut = new Set<string>();
  const home = { x: 0, y: 0 };
  const font = { height: 30, orientation: 0 };
  const bar = { module: 2, height: 10 };
  let size: Partial<typeof USUAL> = {};
  let at = { x: 0, y: 0, isBase: false };
  let field: Partial<ZplBars> & { own?: typeof font } = {};
  let data: string | undefined;
  let hex: string | undefined;

  function draw(item: ZplItem): void {
    if (item.kind === 'bars') {
      if (left.many === 0 || left.letters < item.text.length) return void leftOut.add(`^${commands[item.symbology]}`);
      left.many -= 1;
      left.letters -= item.text.length;
    }
    if (items.length < MOST_ITEMS) items.push(item);
    else leftOut.add(item.kind === 'box' ? '^GB' : '^FD');
  }
  function end(): void {
    if (data !== undefined) {
      const plain = hex === undefined ? data : unhex(data, hex);
      const place = { ...at, x: at.x + home.x, y: at.y + home.y };
      const { symbology } = field;
      if (symbology) {
        const { height = bar.height, module = bar.module, orientation = 0, isRead = false } = field;
        const code = symbology === 'qrcode' ? plain.replace(/^[HQML]?[AM],?/, '') : plain;
        draw({ kind: 'bars', symbology, ...place, height, module, orientation, isRead, text: code });
      } else {
        draw({ kind: 'text', ...place, ...(field.own ?? font), text: plain });
      }
    }
    field = {};
    data = hex = undefined;
  }

  for (const [, sign = '', name = '', rest = ''] of text.matchAll(/([\^~])([A-Za-z@][A-Za-z0-9@])([^^~]*)/g)) {
    const command = name.toUpperCase();
    const argument = rest.replace(/[\r\n]+/g, '');
    const of = argument.split(',');
    const number = (index: number, absent: number): number => numberOf(of[index]) ?? absent;
    if (sign === '~') continue;
    if (command === 'FS') end();
    else if (command === 'FD' || command === 'FV') data = argument;
    else if (command === 'FH') hex = argument === '' ? '_' : argument.charAt(0);
    else if (command === 'FO' || command === 'FT') {
      at = { x: number(0, 0), y: number(1, 0), isBase: command === 'FT' };
    } else if (command === 'LH') Object.assign(home, { x: number(0, 0), y: number(1, 0) });
    else if (command === 'PW') size = { ...size, width: number(0, USUAL.width) };
    else if (command === 'LL') size = { ...size, height: number(0, USUAL.height) };
    else if (command === 'BY') Object.assign(bar, { module: number(0, bar.module), height: number(2, bar.height) });
    else if (command === 'CF') font.height = number(1, font.height);
    else if (command === 'FW') font.orientation = ORIENTATIONS[argument.charAt(0).toUpperCase()] ?? 0;
    else if (command.startsWith('A')) {
      field.own = {
        height: number(1, font.height),
        orientation: ORIENTATIONS[(of[0] ?? '').toUpperCase()] ?? font.orientation,
      };
    } else if (BARS[command]) field = { ...field, ...barsOf(BARS[command], of, bar) };
    else if (command === 'GB') {
      const line = number(2, 1);
      const [width, height] = [Math.max(number(0, line), line), Math.max(number(1, line), line)];
      draw({ kind: 'box', x: at.x + home.x, y: at.y + home.y, width, height, line });
    } else if (!SILENT.test(command)) leftOut.add(`^${command}`);
  }
  end();
  return { ...sizeOf(size, items), items, leftOut: [...leftOut] };
}

function barsOf(
  symbology: BarSymbology,
  of: readonly string[],
  bar: { readonly module: number; readonly height: number },
): Partial<ZplBars> {
  const orientation = ORIENTATIONS[(of[0] ?? '').charAt(0).toUpperCase()] ?? 0;
  if (symbology === 'qrcode') return { symbology, orientation: 0, module: numberOf(of[2]) ?? 3, height: 0 };
  if (symbology === 'datamatrix') return { symbology, orientation, module: numberOf(of[1]) ?? 4, height: 0 };
  const first = symbology === 'code39' ? 2 : 1;
  const isRead = (of[first + 1] ?? 'Y').toUpperCase() !== 'N';
  return { symbology, orientation, module: bar.module, height: numberOf(of[first]) ?? bar.height, isRead };
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return undefined;
  return Math.min(Number(text), LARGEST);
}

/** `_C3_A9` as the letters of its bytes in UTF-8. */
function unhex(text: string, sign: string): string {
  const pieces = text.split(new RegExp(`${sign.replace(/\W/, '\\$&')}([0-9A-Fa-f]{2})`)); // each second one is two digits
  const encoder = new TextEncoder();
  const bytes = pieces.flatMap((piece, index) =>
    index % 2 === 1 ? [Number.parseInt(piece, 16)] : [...encoder.encode(piece)],
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** As the text says, else so that everything on it is in sight. */
function sizeOf({ width, height }: Partial<typeof USUAL>, items: readonly ZplItem[]): typeof USUAL {
  const right = items.map((item) => item.x + (item.kind === 'box' ? item.width : 200));
  const bottom = items.map((item) => item.y + item.height + 40);
  return {
    width: width || Math.min(LARGEST, Math.max(USUAL.width, ...right)),
    height: height || Math.min(LARGEST, Math.max(100, ...bottom)),
  };
}
