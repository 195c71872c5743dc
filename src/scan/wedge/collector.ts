import { type BareCode, normalise } from '#scan/normalise.ts';
import { NONE_IDLE_MS, type WedgeProfile } from './profile.ts';
import type { Scan, ScanNotice, SplitPull } from '#scan/scan.ts';
import { BURST_SHARE, type Piece, type Tempo, WATCHED_MIN_LENGTH, goesOn, partOff, tempoOf, textOf } from './tempo.ts';

export type Collector = ReturnType<typeof createCollector>;

export interface CollectorOptions {
  profile(): WedgeProfile;
  /** Returns the time, in Unix milliseconds. */
  now(): number;
  onScan(scan: Scan): void;
  /** A code that was delivered was only the beginning of its pull: no hand pulls again within a key gap. */
  onSplit?(pull: SplitPull): void;
  /** A burst came that an input method or a dead key has altered: nobody knows its code. */
  onAltered?(): void;
  /** An ending came, and there was no code before it. */
  onBlank?(): void;
}

interface Collected {
  readonly options: CollectorOptions;
  keys: readonly Piece[];
  texts: readonly Piece[];
  before: WholeCode | undefined;
  endedMs: number;
  /** Bursts in a row that have had an ending. */
  endings: number;
  /** The scanner's last pull, and when the last code of it ended. */
  pull: (SplitPull & { readonly endedMs: number }) | undefined;
  /** `true`: what comes now is the rest of that pull. */
  isRest: boolean;
  /** Keys that the app has dropped: the head of a burst where that goes on. */
  dropped: readonly Piece[];
}

interface ReadCode extends WholeCode {
  readonly code: BareCode;
  readonly tempo: Tempo;
  /** `true`: its pace, with its ending, is no person's. */
  readonly isOfScanner: boolean;
  /** `true`: it is of the pull before. */
  readonly isRest: boolean;
}

/** Time after which text that waits belongs to no code that comes now, where the ending is known. */
const STALE_MS = 1_500;
/** Time that a text put in at once may wait for its Enter or Tab key. */
const TEXT_WAITS_MS = 400;
/** No hand pulls the trigger at another label so soon: what comes within it of a burst of codes is of that burst. */
const BURST_MS = 250;
/** After so many endings in a row the scanner is known to have one, and its stalls are waited for. */
const KNOWN_ENDINGS = 3;
/** Silence that ends a code all the same, where the scanner has always had an ending. */
const KNOWN_IDLE_MS = 1_200;
/** Longer than the stalls of a scanner whose ending may come yet. */
const AUTO_IDLE_MS = 400;

/** Collects what a scanner and a person type into codes. Knows no DOM: pieces and times are handed in. */
export function createCollector(options: CollectorOptions) {
  const now: Collected = {
    options,
    keys: [],
    texts: [],
    before: undefined,
    endedMs: Number.NEGATIVE_INFINITY,
    endings: 0,
    pull: undefined,
    isRest: false,
    dropped: [],
  };
  return {
    /** The text that has come and has not ended. */
    get text() {
      return textOf([...now.texts, ...now.keys].sort((a, b) => a.atMs - b.atMs));
    },
    /** Tells whether a key pressed now goes on with the keys that have come, wherever the focus is. */
    isBegun: (atMs: number): boolean => goesOn(now.keys, atMs, options.profile().keyGapMs),
    /** The time when the last code ended; like all times here on the clock of `Event.timeStamp`, in milliseconds. */
    get endedMs() {
      return now.endedMs;
    },
    /** Silence that ends a code now, in milliseconds; `undefined` where only an ending does. */
    get silenceMs() {
      return silenceOf(now);
    },
    /** Tells whether what comes now is the rest of the pull before, wherever the focus is. */
    isRest: (atMs: number): boolean => isRestAt(now, atMs),
    /** Takes one more ending right behind the last one, which belongs to the same pull. */
    endAgain(atMs: number): void {
      now.endedMs = atMs;
      endPull(now, atMs);
    },
    /** Adds one character (`keys`), or a text put in at once (`text`). */
    add(channel: Channel, piece: Piece): void {
      const arrival = { channel, text: piece.text.trim(), startedMs: piece.atMs, endedMs: piece.atMs };
      if (channel === 'text' && judgeArrival(now.before, arrival) === 'same') return;
      now.isRest = isRestAt(now, piece.atMs);
      if (channel === 'keys') now.keys = [...(now.keys.length === 0 ? headOf(now, piece) : now.keys), piece];
      else now.texts = [...now.texts, piece];
    },
    back(): void {
      if (now.keys.length > 0) now.keys = now.keys.slice(0, -1);
      else now.texts = [];
    },
    /** Forgets what has come. @param isMade - nobody pressed a key for it: a burst that goes on keeps its head. */
    clear(isMade = false): void {
      now.dropped = isMade ? now.keys : [];
      now.keys = [];
      now.texts = [];
    },
    /** Tells whether a scanner is in the middle of a code, or has put in a text that waits for its ending. */
    isFlowing(atMs: number): boolean {
      const { keyGapMs, minLength } = options.profile();
      const key = now.keys[now.keys.length - 1];
      // Of the first key nothing is known but how soon something comes after it.
      const isSoon = now.keys.length === 1 && key !== undefined && atMs - key.atMs <= keyGapMs * BURST_SHARE;
      const tempo = isSoon ? 'quick' : tempoOf(now.keys, keyGapMs);
      if (now.isRest && key) return atMs - key.atMs <= keyGapMs;
      if (isWaiting(now, atMs) || !key || tempo === 'hand') return isWaiting(now, atMs);
      // A whole burst is a scanner's, and its ending may stall as its characters may.
      const isBurst = tempo === 'burst' && now.keys.length >= minLength;
      return atMs - key.atMs <= (isBurst ? (silenceOf(now) ?? STALE_MS) : keyGapMs);
    },
    /**
     * Ends what has come. @param watched - instead of the keys: what a scanner typed into a text field. @param isMade -
     * nobody pressed the key that ends it: where a burst goes on, this was its head
     */
    end(atMs: number, watched?: readonly Piece[], isMade = false): void {
      const last = now.keys[now.keys.length - 1];
      end(now, atMs, watched, isMade && last ? last.atMs : undefined);
    },
    /** Ends what was put in at once, and leaves the keys alone. */
    endText(atMs: number): void {
      if (now.texts.length === 0) return; // the other output's copy, dropped when it came
      const found = read(now, 'text', now.texts);
      now.texts = [];
      now.endings += 1;
      settle(now, [found], atMs, found?.endedMs ?? atMs); // it may be a silence that ends it
    },
    /** Ends bursts that have no ending; what a person types stays. @param watched - as in `end`. */
    endSilence: (atMs: number, watched?: readonly Piece[]) => endSilence(now, atMs, watched),
  };
}

/** Returns the silence that ends a code, in milliseconds; `undefined` where the ending is known. */
function silenceOf({ options, endings }: Collected): number | undefined {
  const { terminator, idleMs } = options.profile();
  if (terminator === 'none') return idleMs ?? NONE_IDLE_MS;
  if (terminator !== 'auto') return undefined;
  return idleMs ?? (endings >= KNOWN_ENDINGS ? KNOWN_IDLE_MS : AUTO_IDLE_MS);
}

function isRestAt(now: Collected, atMs: number): boolean {
  const { options, pull, isRest, keys, texts } = now;
  const last = keys[keys.length - 1] ?? texts[texts.length - 1];
  if (last) return isRest && atMs - last.atMs <= (silenceOf(now) ?? STALE_MS);
  if (!pull) return false;
  const { keyGapMs } = options.profile();
  return isWithin(pull.texts.length > 1 ? Math.max(keyGapMs, BURST_MS) : keyGapMs, pull, atMs);
}

function isWithin(ms: number, { endedMs }: { readonly endedMs: number }, atMs: number): boolean {
  const sinceMs = atMs - endedMs; // below 0: the clock has begun anew, and tells nothing of the pull before
  return sinceMs >= 0 && sinceMs <= ms;
}

function isWaiting({ texts }: Collected, atMs: number): boolean {
  const last = texts[texts.length - 1];
  return last !== undefined && atMs - last.atMs <= TEXT_WAITS_MS;
}

/** Returns the keys that were dropped just before this one. */
function headOf(now: Collected, { atMs }: Piece): readonly Piece[] {
  const { dropped, options } = now;
  now.dropped = [];
  return goesOn(dropped, atMs, options.profile().keyGapMs) ? dropped : [];
}

/** Ends what has come. @param headMs - of the last key of what may be the head of a burst alone */
function end(now: Collected, atMs: number, watched: readonly Piece[] | undefined, headMs?: number): void {
  const typed = typedIn(now, watched);
  const isBoth = typed.length > 0 && now.texts.length > 0;
  const isByHand = tempoOf(typed, now.options.profile().keyGapMs) === 'hand';
  // A person's half-typed text stays beside a code put in at once; a text that waited too long is no code.
  const keysStay = isBoth && isByHand && isWaiting(now, atMs);
  const stale = isBoth && !isByHand && !isWaiting(now, atMs) ? now.texts : [];
  const text = stale.length > 0 ? undefined : read(now, 'text', now.texts);
  const keys = keysStay ? undefined : read(now, 'keys', typed, atMs);
  if (!isByHand || text) now.endings += 1;
  now.texts = [];
  if (!keysStay && !watched) now.keys = [];
  settle(
    now,
    [text, keys && { ...keys, code: noticed(keys.code, unfinished(stale)) }],
    atMs,
    headMs ?? atMs,
    headMs !== undefined,
  );
}

function endSilence(now: Collected, atMs: number, watched: readonly Piece[] | undefined): void {
  const text = read(now, 'text', now.texts);
  const keys = read(now, 'keys', typedIn(now, watched));
  const found = [text, keys].filter((one) => one?.tempo === 'burst' || one?.isRest);
  if (found.length === 0) return;
  now.endings = 0;
  if (found.includes(text)) now.texts = [];
  if (found.includes(keys) && !watched) now.keys = [];
  // No key has ended it: the next pull is told apart by the time since its last character.
  settle(now, found, atMs, Math.max(...found.map((one) => one?.endedMs ?? 0)));
}

/** Returns the keys that an ending is of. Those in a text field may be the rest of a pull as well. */
function typedIn(now: Collected, watched: readonly Piece[] | undefined): readonly Piece[] {
  const [first] = watched ?? [];
  if (first) now.isRest = isRestAt(now, first.atMs);
  return watched ?? now.keys;
}

/**
 * Returns the code that `pieces` are, or `undefined` for a blank or a burst too short to be one. @param endedMs - of its ending,
 * which tells how fast a single character came
 */
function read(now: Collected, channel: Channel, pieces: readonly Piece[], endedMs?: number): ReadCode | undefined {
  const { keyGapMs, minLength, minEnded = minLength, prefix, suffix } = now.options.profile();
  const breakMs = silenceOf(now) ?? STALE_MS;
  const { code: own, left } = partOff(pieces, breakMs, keyGapMs, Math.max(minLength, WATCHED_MIN_LENGTH));
  const first = own[0];
  const code = normalise(textOf(own), prefix, suffix);
  if (!first || !code) return undefined;
  const tempo = tempoOf(own, keyGapMs);
  const paced = endedMs === undefined ? own : [...own, { text: '\n', atMs: endedMs }];
  const isOfScanner = tempoOf(paced, keyGapMs) !== 'hand';
  const isRest = now.isRest && left.length === 0 && (own.length === 1 || isOfScanner);
  const least = endedMs === undefined ? minLength : minEnded;
  if (!isRest && tempo === 'burst' && Array.from(code.text).length < least) return undefined;
  const lastMs = own[own.length - 1]?.atMs ?? first.atMs;
  const arrival: WholeCode = { channel, text: code.text, startedMs: first.atMs, endedMs: lastMs };
  return { ...arrival, tempo, isOfScanner, isRest, code: noticed(code, unfinished(left)) };
}

/**
 * Delivers what was found. Everything is off the buffers by now: what a listener does can neither lose nor double a code. @param pullMs - when
 * what the scanner did was over
 */
function settle(
  now: Collected,
  found: readonly (ReadCode | undefined)[],
  atMs: number,
  pullMs: number,
  mayGoOn = false,
): void {
  const isRest = now.isRest;
  now.endedMs = atMs;
  now.isRest = false;
  const codes = found.filter((one) => one !== undefined).sort((a, b) => a.startedMs - b.startedMs);
  const twin = twinOf(codes);
  if (codes.length === 0 && isRest) endPull(now, pullMs);
  else if (codes.length === 0) now.options.onBlank?.();
  else if (twin) deliver(now, { ...twin, code: noticed(twin.code, { kind: 'doubled' }) }, pullMs);
  else for (const code of codes) deliver(now, mayGoOn ? { ...code, isOfScanner: true } : code, pullMs);
}

function deliver(now: Collected, found: ReadCode, pullMs: number): void {
  const { code, tempo, isOfScanner, isRest, ...arrival } = found;
  const { before, options } = now;
  const verdict = judgeArrival(before, arrival);
  if (verdict === 'same') return;
  const single = verdict === 'doubled' && before ? before.text : undefined;
  now.before = { ...arrival, text: single ?? code.text };
  if (isRest && now.pull && single === undefined) return goOn(now, now.pull, code.text, pullMs);
  const taken = single === undefined ? code : noticed({ ...code, text: single }, { kind: 'doubled' });
  const scan: Scan = { ...taken, source: tempo === 'hand' ? 'typed' : 'wedge', at: options.now() };
  const close = now.pull && isWithin(BURST_MS, now.pull, arrival.startedMs) ? [...now.pull.before, now.pull.first] : [];
  now.pull = isOfScanner ? { first: scan, texts: [scan.text], before: close, endedMs: pullMs } : undefined;
  options.onScan(scan);
}

function endPull(now: Collected, endedMs: number): void {
  if (now.pull) now.pull = { ...now.pull, endedMs };
}

/** Tells of a pull that has gone on behind an ending: it was one code, and nobody can tell which. */
function goOn(now: Collected, { first, texts, before }: SplitPull, text: string, endedMs: number): void {
  const pull = { first, texts: [...texts, text], before };
  now.pull = { ...pull, endedMs };
  now.options.onSplit?.(pull);
}

function unfinished(left: readonly Piece[]): ScanNotice | undefined {
  const text = textOf(left).trim();
  return text === '' ? undefined : { kind: 'unfinished', text };
}

function noticed(code: BareCode, notice: ScanNotice | undefined): BareCode {
  return notice ? { ...code, notice } : code;
}

/** By which way text came: key by key, or whole texts put into a field at once (an input method, a paste). */
export type Channel = 'keys' | 'text';

/** A code that has come whole. Times are milliseconds on the clock of `Event.timeStamp`. */
export interface WholeCode {
  readonly channel: Channel;
  readonly text: string;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Two outputs of one scanner deliver a code this close together. */
const SAME_MS = 80;
/** Time for which a code was "just seen" when it comes again, twice in one. */
const JUST_SEEN_MS = 1_000;

/**
 * Judges a code against the one before it. A scanner with two outputs on (intent and keystroke) delivers a code by
 * both, or typed twice into one: `4354210` becomes `43542104354210`. A code like `ABAB` alone is never touched.
 *
 * @returns `same`: the other output's copy; `doubled`: the code before, twice in one; else `new`.
 */
export function judgeArrival(before: WholeCode | undefined, arrival: WholeCode): 'new' | 'same' | 'doubled' {
  if (!before || before.channel === arrival.channel) return 'new';
  const elapsedMs = arrival.startedMs - before.endedMs;
  if (isSameOrDouble(before.text, arrival.text) && elapsedMs <= SAME_MS) return 'same';
  return arrival.text === before.text + before.text && elapsedMs <= JUST_SEEN_MS ? 'doubled' : 'new';
}

/** Returns, of two codes that waited for one ending, the single one of a pair that is one code, else `undefined`. */
export function twinOf<A extends WholeCode>(arrivals: readonly A[]): A | undefined {
  const [one, two] = [...arrivals].sort((a, b) => a.text.length - b.text.length);
  return one && two && isSameOrDouble(one.text, two.text) ? one : undefined;
}

function isSameOrDouble(single: string, text: string): boolean {
  return text === single || text === single + single;
}
