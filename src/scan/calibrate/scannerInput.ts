/** One thing that a scanner was heard to do, with its time in milliseconds on the clock of `Event.timeStamp`. */
export type ScannerInput =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly atMs: number;
      /** `unnamed-key`: by a key press that does not say which (229). `text`: injected, without any key. */
      readonly by: Delivery;
    }
  | { readonly kind: 'end'; readonly by: 'enter' | 'tab'; readonly atMs: number };

/** A way in which a scanner delivers its text. */
export type Delivery = 'key' | 'unnamed-key' | 'text' | 'composition';

/** All that one pull of the trigger made. */
export type Stream = readonly ScannerInput[];

/** A stream parted from its ending, and what is known of its pace. */
export interface ScannerCode {
  /** Everything before the ending, as it came. */
  readonly body: string;
  readonly endings: readonly ('enter' | 'tab')[];
  readonly deliveries: readonly Delivery[];
  /** `true`: it came by keys and as a text too, by two outputs of one scanner. */
  readonly isByTwo: boolean;
  /** Milliseconds between the characters of a code that comes character by character. */
  readonly gaps: readonly number[];
}

/** Longer than from the first of a scanner's two outputs to the other, shorter than from one pull to the next. */
const PULL_MS = 120;
/** Fewer characters are not a code yet that may begin again. */
const WHOLE = 10;
const ENDING = /[\r\n\t]+$/u;

/** Tells whether `next` is of the next pull of the trigger: the stream had its ending, or its text begins again. */
export function beginsAnew(stream: Stream, next: ScannerInput): boolean {
  const last = stream[stream.length - 1];
  if (!last || next.kind === 'end' || next.atMs - last.atMs <= PULL_MS) return false;
  const text = stream.map((heard) => (heard.kind === 'text' ? heard.text : '')).join('');
  return last.kind === 'end' || ENDING.test(text) || (text.length >= WHOLE && text.startsWith(next.text));
}

/** Parts a stream from its ending. @returns `undefined` for one without any text. */
export function scannerCode(stream: Stream): ScannerCode | undefined {
  const texts = stream.filter((heard) => heard.kind === 'text');
  const typed = texts.filter(({ by }) => by === 'key');
  const injected = texts.filter(({ by }) => by !== 'key');
  const own = typed.length > 0 ? typed : injected;
  const raw = own.map(({ text }) => text).join('');
  const inText = ENDING.exec(raw)?.[0] ?? '';
  const body = raw.slice(0, raw.length - inText.length);
  if (body.trim() === '') return undefined;
  const lastMs = own[own.length - 1]?.atMs ?? 0;
  const after = stream.filter((heard) => heard.kind === 'end' && heard.atMs >= lastMs);
  const isSingle = own.every(({ text }) => Array.from(text).length === 1);
  return {
    body,
    endings: [...new Set([...endingsIn(inText), ...after.map(({ by }) => by as 'enter' | 'tab')])],
    deliveries: [...new Set(texts.map(({ by }) => by))],
    isByTwo: typed.length > 0 && injected.length > 0,
    gaps: isSingle ? own.slice(1).map(({ atMs }, index) => atMs - (own[index]?.atMs ?? atMs)) : [],
  };
}

function endingsIn(text: string): readonly ('enter' | 'tab')[] {
  return Array.from(text, (character) => (character === '\t' ? 'tab' : 'enter'));
}
