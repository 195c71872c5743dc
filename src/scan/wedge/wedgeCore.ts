import { type Collector, type CollectorOptions, createCollector } from './collector.ts';
import { type FieldWatch, type KeyTarget, createFieldWatch, isOwnNumber, isTextField } from './field.ts';
import type { Key } from './keys.ts';
import { FIELD_BREAK, type Piece, WATCHED_MIN_LENGTH, goesOn, tempoOf, textOf } from './tempo.ts';

/** The document that a wedge listens in, and what it tells. */
export interface WedgeOptions extends CollectorOptions {
  readonly document: Document;
  /** Gets the text that has come and has not ended, with each key: for a person who types with the handheld's keys. */
  onBuffer?(text: string): void;
}

/** Place and time at which something was typed. */
export interface Stroke {
  readonly place: KeyTarget;
  readonly target: EventTarget | undefined;
  /** `Event.timeStamp`. */
  readonly atMs: number;
  /** Certainly a person's: a paste. */
  readonly byHand: boolean;
  /** Of a key that was not released since. */
  readonly isRepeat?: boolean;
  /** Nobody pressed it: the app ends or drops a number that a person has left without Enter. */
  readonly isMade?: boolean;
}

/** The state in which key events and injected texts come together. The functions of this file are its steps. */
export interface WedgeCore {
  readonly options: WedgeOptions;
  readonly collector: Collector;
  readonly watch: FieldWatch;
  /** Waits for the silence that ends a code. */
  readonly silence: ReturnType<typeof createTimer>;
  /** Target of the last collected character. */
  typedAt: EventTarget | undefined;
  /** Time at which the last of them came. */
  typedMs: number;
}

/** Two texts that came whole, further apart than this: two codes. Closer, one may be the other's prefix. */
const APART_MS = 60;
/** A timer this late means that the page was busy: keys may be waiting behind it. */
const LATE_MS = 30;

/** Makes the state of a wedge that has taken nothing yet. */
export function createWedgeCore(options: WedgeOptions): WedgeCore {
  const core: WedgeCore = {
    options,
    collector: createCollector(options),
    watch: createFieldWatch(),
    silence: createTimer(() => endSilence(core, performance.now())),
    typedAt: undefined,
    typedMs: 0,
  };
  return core;
}

/** Makes a timer that waits on when it comes late. */
function createTimer(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function start(afterMs: number): void {
    clearTimeout(timer);
    const dueMs = performance.now() + afterMs;
    timer = setTimeout(() => (performance.now() - dueMs > LATE_MS ? start(LATE_MS) : run()), afterMs);
  }
  return { start, stop: () => clearTimeout(timer) };
}

/** Tells whether a scanner is typing right now, wherever its keys go. */
export function isFlowing(core: WedgeCore, atMs: number): boolean {
  return core.collector.isFlowing(atMs) || isBurstInField(core, atMs);
}

/** Tells that something was added or taken, and starts the wait for silence. */
function touched({ options, collector, watch, silence }: WedgeCore): void {
  const { text, silenceMs: afterMs } = collector;
  options.onBuffer?.(text);
  if (afterMs === undefined || (text === '' && watch.pieces.length === 0)) silence.stop();
  else silence.start(afterMs);
}

/** Forgets what has come: it is of a burst that was altered. */
export function drop(core: WedgeCore): void {
  core.collector.clear();
  core.watch.forget();
  touched(core);
}

/** @returns whether the key is the wedge's, and nobody else may see it. */
export function take(core: WedgeCore, key: Key, stroke: Stroke): boolean {
  const { collector, watch } = core;
  const isPending = stroke.place !== 'field' && collector.text !== '';
  switch (key.kind) {
    case 'other':
    case 'torn':
      return false;
    case 'part':
      return true;
    case 'character':
      passSilence(core, stroke.atMs);
      return takeCharacter(core, key.text, stroke);
    case 'end': {
      const isTaken = takeEnd(core, key.by, stroke);
      if (isTaken) touched(core);
      return isTaken;
    }
    case 'back':
    case 'escape':
      watch.forget();
      if (!isPending) return false;
      if (key.kind === 'back') collector.back();
      else collector.clear(stroke.isMade);
      touched(core);
      return true;
  }
}

function takeCharacter(core: WedgeCore, text: string, stroke: Stroke): boolean {
  const { place, target, atMs, byHand, isRepeat } = stroke;
  const piece: Piece = { text, atMs, ...(byHand && { byHand }), ...(isRepeat && { isRepeat }) };
  // The focus may move in the middle of a burst: its head and its rest are one code all the same.
  const isBegun = core.collector.isBegun(atMs);
  core.typedMs = atMs;
  if (place === 'field' && !isBegun) {
    if (isTextField(target)) core.watch.note(target, piece, breakOf(core));
    touched(core);
    return text < ' '; // a separator made of several keys is nothing for the field
  }
  takeFromField(core, atMs);
  if (text === ' ' && core.collector.text === '') return place === 'sink' || core.collector.isRest(atMs);
  if (text === ' ' && isPersonOnControl(core, stroke)) return false;
  core.collector.add('keys', piece);
  core.typedAt = target;
  touched(core);
  return true;
}

/** Returns the pause that parts what is typed where the focus was from what is typed where it is, in milliseconds. */
function breakOf({ options }: WedgeCore): number {
  return options.profile().keyGapMs * FIELD_BREAK;
}

/** Notes that the focus has moved: what was typed long before is no part of what comes now. */
export function moveFocus(core: WedgeCore, atMs: number): void {
  const { pieces } = core.watch;
  if (atMs - (pieces[pieces.length - 1]?.atMs ?? 0) > breakOf(core)) core.watch.forget();
}

/** Takes what began in a text field just now, and goes on where the focus has moved. */
function takeFromField(core: WedgeCore, atMs: number): void {
  const { watch, collector } = core;
  const { pieces } = watch;
  if (!goesOn(pieces, atMs, core.options.profile().keyGapMs)) return;
  watch.restore();
  for (const piece of pieces) collector.add('keys', piece);
}

function takeEnd(core: WedgeCore, by: 'enter' | 'tab', stroke: Stroke): boolean {
  const { collector, options } = core;
  const { place, target, atMs, isRepeat, isMade } = stroke;
  const { terminator } = options.profile();
  const isTabInside = by === 'tab' && terminator === 'enter';
  if (place === 'field') return takeEndInField(core, isTabInside, stroke);
  if (isBurstInField(core, atMs)) takeFromField(core, atMs);
  if (collector.text === '') {
    if (isEndedJustNow(core, stroke)) return true;
    if (by === 'tab' || place === 'control') return false;
    if (!isRepeat) options.onBlank?.();
    return true;
  }
  if (by === 'tab' && !collector.isFlowing(atMs)) return false; // a person moves on
  if (isPersonOnControl(core, stroke)) return false;
  if (isTabInside) {
    collector.add('keys', { text: '\t', atMs });
    core.typedAt = target;
  } else {
    collector.end(atMs, undefined, isMade);
  }
  return true;
}

/** Tells whether an ending is the second half of CR LF, or of Tab and Enter. */
function isEndedJustNow({ collector, options }: WedgeCore, { atMs, isRepeat }: Stroke): boolean {
  if (atMs - collector.endedMs > options.profile().keyGapMs) return false;
  if (!isRepeat) collector.endAgain(atMs);
  return true;
}

function takeEndInField(core: WedgeCore, isTabInside: boolean, stroke: Stroke): boolean {
  const { collector, watch } = core;
  const { target, atMs } = stroke;
  const isBurstHere = isBurstInField(core, atMs) && !isOwnNumber(target, textOf(watch.pieces), true);
  const isScan = isBurstHere || isRestInField(core, atMs);
  if (!isScan && !collector.isFlowing(atMs)) {
    const isSecondHalf = watch.pieces.length === 0 && isEndedJustNow(core, stroke);
    watch.forget();
    return isSecondHalf;
  }
  if (isScan && isTabInside && isTextField(target)) {
    watch.note(target, { text: '\t', atMs }, Number.POSITIVE_INFINITY);
    return true;
  }
  const pieces = isScan ? watch.pieces : undefined;
  if (isScan) watch.restore();
  collector.end(atMs, pieces);
  return true;
}

/** Tells whether a person typed something, moved to a control, and presses it. */
function isPersonOnControl({ collector, typedAt }: WedgeCore, { place, target, atMs }: Stroke): boolean {
  return place === 'control' && target !== typedAt && !collector.isFlowing(atMs);
}

function isBurstInField(core: WedgeCore, atMs: number): boolean {
  const { pieces } = core.watch;
  const last = pieces[pieces.length - 1];
  return last !== undefined && atMs - last.atMs <= breakOf(core) && isBurst(core);
}

/** Tells whether what went into a text field is the rest of the pull before: no person types one so soon and so fast. */
function isRestInField({ watch, collector, options }: WedgeCore, endedMs: number): boolean {
  const [first] = watch.pieces;
  if (!first || !collector.isRest(first.atMs)) return false;
  return tempoOf([...watch.pieces, { text: '\n', atMs: endedMs }], options.profile().keyGapMs) !== 'hand';
}

/** Tells whether what went into a text field is a scanner's. */
function isBurst({ watch: { pieces }, options }: WedgeCore): boolean {
  const { keyGapMs, minLength } = options.profile();
  return pieces.length >= Math.max(minLength, WATCHED_MIN_LENGTH) && tempoOf(pieces, keyGapMs) === 'burst';
}

/** Adds a text that came without key events, and ends it where it carries its ending. */
export function inject(core: WedgeCore, data: string, stroke: Stroke): void {
  const { collector, options } = core;
  const { target, atMs, byHand } = stroke;
  const ending = (options.profile().terminator === 'enter' ? /[\r\n]+$/u : /[\r\n\t]+$/u).exec(data)?.[0] ?? '';
  const text = data.slice(0, data.length - ending.length);
  // One character is a key that has no event of its own; more came at once.
  const isOne = Array.from(text).length <= 1;
  if (text !== '') {
    if (!isOne) passSilence(core, atMs, APART_MS);
    else if (isSilent(core, atMs)) collector.endText(atMs); // its time proves nothing of single characters before it
    if (isOne) takeFromField(core, atMs);
    collector.add(isOne ? 'keys' : 'text', { text, atMs, ...(byHand && { byHand }) });
    core.typedAt = target;
    core.typedMs = atMs;
  }
  if (ending !== '' && isOne) takeEnd(core, 'enter', stroke);
  else if (ending !== '') collector.endText(atMs);
  touched(core);
}

/**
 * Ends what the silence before `atMs` ended: on a busy page, and in the record of the start, the next code is there
 * before the timer.
 *
 * @param atMostMs - ends it sooner where the pause was longer than this.
 */
function passSilence(core: WedgeCore, atMs: number, atMostMs?: number): void {
  if (isSilent(core, atMs, atMostMs)) endSilence(core, atMs);
}

function isSilent(core: WedgeCore, atMs: number, atMostMs = Number.POSITIVE_INFINITY): boolean {
  const afterMs = core.collector.silenceMs;
  return afterMs !== undefined && atMs - core.typedMs > Math.min(afterMs, atMostMs);
}

function endSilence(core: WedgeCore, atMs: number): void {
  const { collector, watch, options } = core;
  const { pieces } = watch;
  const isScan = isBurst(core) && !isOwnNumber(watch.field, textOf(pieces), false);
  if (isScan) watch.restore();
  else watch.forget();
  collector.endSilence(atMs, isScan ? pieces : undefined);
  options.onBuffer?.(collector.text); // no new wait: what is left is a person's
}
