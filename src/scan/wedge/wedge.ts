import type { EarlyScan } from './early.ts';
import {
  type Snapshot,
  fillField,
  isEntry,
  isOwnNumber,
  isTextField,
  keyTargetOf,
  restore,
  snapshotOf,
  ACCEPT_ATTRIBUTE,
} from './field.ts';
import { type Key, type KeyReader, createKeyReader } from './keys.ts';
import type { Scan, SplitPull } from '#scan/scan.ts';
import { WATCHED_MIN_LENGTH } from './tempo.ts';
import {
  type Stroke,
  type WedgeCore,
  type WedgeOptions,
  createWedgeCore,
  drop,
  inject,
  isFlowing,
  moveFocus,
  take,
} from './wedgeCore.ts';

interface Memory extends WedgeCore {
  readonly reader: KeyReader;
  readonly altered: ReturnType<typeof createAlteredBursts>;
  /** Keys whose press was taken: their release is taken too. */
  readonly taken: Set<string>;
  /** The character of the key that went into a text field: its `beforeinput` is no second one. */
  echo: string | undefined;
  /** Time at which a person pressed the keys for pasting. */
  pasteMs: number;
  /** The state of a text field before the keys that come into it now. */
  before: Snapshot | undefined;
  /** The time of the last of them. */
  beforeMs: number;
  /** The state to put back after an `input` that could not be stopped. */
  putBack: Snapshot | undefined;
  /** Waits for the rest of a burst of which nothing has come. */
  rest: ReturnType<typeof setTimeout> | undefined;
}

const PASTE_MS = 500;

/**
 * Takes scans from a scanner that types, wherever the focus is, and codes that a person types into the sink.
 *
 * With the focus in the sink, on the page or on a control, characters go into the wedge's own buffer; Enter, Tab and
 * Space by themselves keep their meaning on controls. In a text field a person's keys stay there, and a burst is taken
 * back out of it; in one marked `data-accept-scan` it then takes the place of what stands there. Scans are delivered in
 * order, inside the event that ended them.
 *
 * Source: docs/evidence/field.md, C1 to C12.
 *
 * @param early - what came before this page's scripts: it is taken first, as if it came now, at the times it came.
 */
export function startWedge(options: WedgeOptions, early?: EarlyScan): void {
  let lateMs = 0;
  const inTime: WedgeOptions = {
    ...options,
    now: () => options.now() - lateMs,
    onScan: (scan) => (isTorn(memory, scan) ? refuse(memory) : bring(options, scan)),
    onSplit: (pull) => takeAway(options, pull),
  };
  const memory: Memory = Object.assign(createWedgeCore(inTime), {
    reader: createKeyReader(),
    altered: createAlteredBursts(() => {
      clearField(memory);
      options.onAltered?.();
    }),
    taken: new Set<string>(),
    echo: undefined,
    pasteMs: Number.NEGATIVE_INFINITY,
    before: undefined,
    beforeMs: Number.NEGATIVE_INFINITY,
    putBack: undefined,
    rest: undefined,
  });
  const listeners: Listeners = {
    keydown: (event) => onPress(memory, event),
    keyup: (event) => onRelease(memory, event),
    beforeinput: (event) => onBeforeInput(memory, event),
    input: (event) => onInput(memory, event),
    compositionend: (event) => onCompositionEnd(memory, event),
    paste: (event) => onPaste(memory, event),
    focusin: (event) => moveFocus(memory, event.timeStamp),
    visibilitychange: () => {
      memory.taken.clear();
      memory.reader.leave();
    },
  };
  early?.stop();
  for (const [type, listener] of Object.entries(listeners) as [string, EventListener][])
    options.document.addEventListener(type, listener, true); // before everybody else
  for (const event of early?.events ?? []) {
    lateMs = performance.now() - event.timeStamp;
    (listeners[event.type as keyof Listeners] as (event: Event) => void)(event);
  }
  lateMs = 0;
}

/** Tells whether a scanner's code ended in the middle of something. */
function isTorn({ reader }: Memory, { source }: Scan): boolean {
  return source === 'wedge' && reader.isTorn;
}

/** Takes nothing of a burst that contradicts itself, nor of what still comes of it. */
function refuse(memory: Memory): void {
  memory.altered.begin();
  memory.reader.forget();
  drop(memory);
}

/** Delivers a scan, which is one value: in a field that takes scans it is all that stands there, and its ending submits nothing. */
function bring({ document, onScan }: WedgeOptions, scan: Scan): void {
  const field = document.activeElement ?? undefined;
  if (isTextField(field) && field.hasAttribute(ACCEPT_ATTRIBUTE)) fillField(field, scan.text);
  else onScan(scan);
}

/** Empties a field that has got a part of a pull that went on, and tells it. */
function takeAway({ document, onSplit }: WedgeOptions, pull: SplitPull): void {
  const field = document.activeElement ?? undefined;
  const isFilled = isTextField(field) && field.hasAttribute(ACCEPT_ATTRIBUTE) && field.value === pull.first.text;
  if (isFilled) fillField(field, '');
  onSplit?.(pull);
}

type Listeners = { readonly [T in keyof DocumentEventMap]?: (event: DocumentEventMap[T]) => void };

function strokeOf(event: Event, byHand = false): Stroke {
  const target = event.composedPath()[0] ?? event.target ?? undefined; // an event that is over has no path
  return { place: keyTargetOf(target), target, atMs: event.timeStamp, byHand };
}

function stopEvent(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function onPress(memory: Memory, event: KeyboardEvent): void {
  const { reader, altered } = memory;
  const flowing = (): boolean => isFlowing(memory, event.timeStamp);
  const stroke = { ...strokeOf(event), isRepeat: reader.isRepeat(event), isMade: !event.isTrusted };
  memory.echo = undefined;
  reader.note(event, true);
  if (stroke.place === 'own') return;
  keepField(memory, stroke);
  const isOver = !event.altKey || (event.key === 'Alt' && !event.repeat); // of a character by Alt and digits
  const before: Key = isOver ? reader.endAlt() : { kind: 'other' };
  if (!altered.isOn()) take(memory, before, stroke);
  const { isDigits } = reader;
  const key = reader.press(event, flowing);
  const where = stroke.place === 'field' ? 'inField' : 'outside';
  const lacksText = key.kind === 'end' && reader.unread >= (flowing() ? 1 : LEAST[where]);
  const isTornHere = before.kind === 'torn' || key.kind === 'torn' || lacksText;
  const isInBurst = lacksText || flowing() || (isDigits && altered.isBurst(event.timeStamp, where));
  const tear = !isTornHere ? 'none' : isInBurst ? 'sure' : 'likely';
  if (altered.press(event, where, tear)) {
    reader.forget();
    drop(memory);
    return stopEvent(event);
  }
  waitForRest(memory, where, event.timeStamp);
  if (take(memory, key, stroke)) {
    memory.taken.add(event.code || event.key);
    stopEvent(event);
  } else if (key.kind === 'character') {
    memory.echo = key.text;
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') {
    memory.pasteMs = event.timeStamp;
  }
}

/** Tells of a burst of which nothing comes, where no ending comes either: no key has a text, or Alt is never released. */
function waitForRest(memory: Memory, where: keyof typeof LEAST, atMs: number): void {
  const { reader, altered } = memory;
  const isLeftOver = (): boolean => reader.unread >= LEAST[where] || reader.isDigits;
  clearTimeout(memory.rest);
  if (!isLeftOver() || !altered.isBurst(atMs, where)) return;
  memory.rest = setTimeout(() => {
    if (isLeftOver()) refuse(memory);
  }, QUIET_MS);
}

/** Keeps what stands in a text field before a burst, as it may turn out that an input method or a dead key alters it. */
function keepField(memory: Memory, { place, target, atMs }: Stroke): void {
  if (memory.altered.isOn()) return;
  const isApart = atMs - memory.beforeMs > memory.options.profile().keyGapMs;
  memory.beforeMs = atMs;
  if (place !== 'field' || !isTextField(target)) memory.before = undefined;
  else if (isApart || memory.before?.field !== target) memory.before = snapshotOf(target);
}

/** Takes out of a text field what an altered burst has put in. What an input method still holds of it goes with the focus. */
function clearField(memory: Memory): void {
  const { before } = memory;
  memory.before = undefined;
  if (!before) return;
  const hadFocus = memory.options.document.activeElement === before.field;
  before.field.blur();
  restore(before);
  if (hadFocus) before.field.focus();
}

function onRelease(memory: Memory, event: KeyboardEvent): void {
  const { reader } = memory;
  const stroke = strokeOf(event);
  const key = reader.release(event, () => isFlowing(memory, event.timeStamp));
  reader.note(event, false);
  if (key.kind === 'torn' && isFlowing(memory, event.timeStamp)) refuse(memory);
  else if (stroke.place !== 'own' && !memory.altered.isOn()) take(memory, key, stroke);
  if (memory.taken.delete(event.code || event.key)) stopEvent(event);
}

/** Takes text without key events: an input method's commit, a paste, a key without a name. */
function onBeforeInput(memory: Memory, event: InputEvent): void {
  memory.reader.hearText(textOf(event));
  const stroke = strokeOf(event, isPasteByKeys(memory, event) || memory.altered.isChosen(event.timeStamp));
  const { inputType } = event;
  if ((stroke.place === 'sink' || stroke.place === 'field') && memory.altered.text()) {
    drop(memory);
    return stopEvent(event);
  }
  if (event.isComposing || inputType.includes('Composition')) return; // comes whole with compositionend
  if (stroke.place === 'field') {
    onBeforeInputInField(memory, event, stroke);
  } else if (stroke.place === 'sink') {
    stopEvent(event);
    if (memory.echo !== undefined && textOf(event) === memory.echo) return; // its key was noted where the focus was
    if (inputType === 'insertLineBreak') take(memory, { kind: 'end', by: 'enter' }, stroke);
    else if (inputType.startsWith('deleteContent')) take(memory, { kind: 'back' }, stroke);
    else inject(memory, textOf(event), stroke);
  }
}

/** Takes from a field only what no person enters: a longer text at once that is no paste and no suggestion. */
function onBeforeInputInField(memory: Memory, event: InputEvent, stroke: Stroke): void {
  const { echo, watch } = memory;
  const { target } = stroke;
  memory.echo = undefined;
  if (event.inputType === 'insertLineBreak') {
    if (take(memory, { kind: 'end', by: 'enter' }, stroke)) stopEvent(event);
    return;
  }
  const text = event.inputType === 'insertText' ? textOf(event) : '';
  if (!isTextField(target) || text === '' || stroke.byHand) return watch.forget();
  if (Array.from(text).length === 1) {
    if (text === echo) watch.keep(target); // the focus may have moved since its key was noted
    else if (take(memory, { kind: 'character', text }, stroke)) stopEvent(event);
    return;
  }
  const { minLength } = memory.options.profile();
  if (text.trim().length < Math.max(minLength, WATCHED_MIN_LENGTH) || text.endsWith(' ')) return watch.forget();
  if (isEntry(target, text) || isOwnNumber(target, text, false)) return watch.forget();
  if (!event.cancelable) memory.putBack = snapshotOf(target);
  stopEvent(event);
  inject(memory, text, stroke);
}

function onInput(memory: Memory, event: Event): void {
  const { place, target } = strokeOf(event);
  const { putBack } = memory;
  memory.putBack = undefined;
  if (putBack && putBack.field === target) restore(putBack);
  else if (place === 'sink' && !(event as InputEvent).isComposing) empty(target);
}

function onCompositionEnd(memory: Memory, event: CompositionEvent): void {
  memory.reader.hearText(event.data);
  const stroke = strokeOf(event, memory.altered.isChosen(event.timeStamp));
  if (stroke.place !== 'sink') return;
  if (!memory.altered.text()) inject(memory, event.data, stroke);
  setTimeout(() => empty(stroke.target)); // the input method still holds the text now
}

/** Takes a paste where no text field has the focus. */
function onPaste(memory: Memory, event: ClipboardEvent): void {
  const stroke = strokeOf(event, isPasteByKeys(memory, event));
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if ((stroke.place !== 'page' && stroke.place !== 'control') || text === '') return;
  stopEvent(event);
  inject(memory, text, stroke);
}

function isPasteByKeys({ pasteMs }: Memory, event: Event): boolean {
  return (
    event.timeStamp - pasteMs <= PASTE_MS &&
    (event.type === 'paste' || (event as InputEvent).inputType === 'insertFromPaste')
  );
}

function textOf(event: InputEvent): string {
  return event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
}

/** Empties the sink, which never keeps a text: everything was taken when it came. */
function empty(target: EventTarget | undefined): void {
  if (isTextField(target) && target.value !== '') target.value = '';
}

/** Keys of one burst come so close together; a person's, with the one before and the one behind, do not. */
const CLOSE_MS = 60;
/** Presses that are remembered: more than a burst makes in that time. */
const REMEMBERED = 12;
/** Longer than the stalls of a scanner: what comes after it is another code. */
const QUIET_MS = 400;

/** Presses so close that tell a burst: a person who writes in a text field may roll over three keys. */
const LEAST = { outside: 3, inField: 4 };

/**
 * Notices a burst that an input method or a dead key has altered on its way, or that contradicts itself: its keys say no
 * longer what was scanned, and nobody can know it. Such a burst is for nobody, until it is quiet.
 *
 * @param onAltered - told once for each such burst, when it is over.
 */
export function createAlteredBursts(onAltered: () => void) {
  let pressed: readonly number[] = [];
  let torn: readonly number[] = [];
  let alteredMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function isOn(): boolean {
    return timer !== undefined;
  }
  function goOn(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      alteredMs = Number.NEGATIVE_INFINITY;
      onAltered();
    }, QUIET_MS);
  }

  return {
    /** Tells whether such a burst goes on. */
    isOn,
    /** Begins such a burst: what comes until it is quiet is of it. */
    begin: goOn,
    /**
     * @param tear - the key contradicts what came before: `sure` in the middle of a burst; `likely`: it may be a shortcut,
     * of which nobody presses several at once.
     * @returns whether the key is of such a burst
     */
    press(
      { key, timeStamp, repeat }: KeyboardEvent,
      where: keyof typeof LEAST,
      tear: 'none' | 'likely' | 'sure' = 'none',
    ): boolean {
      if (tear === 'likely') torn = [...torn.slice(-REMEMBERED), timeStamp];
      const tears = torn.filter((atMs) => timeStamp - atMs <= CLOSE_MS);
      if (tear === 'sure' || tears.length >= LEAST[where]) goOn();
      if (key === 'Process' || key === 'Dead') alteredMs = timeStamp;
      if (!repeat) pressed = [...pressed.slice(-REMEMBERED), timeStamp];
      const close = pressed.filter((atMs) => Math.abs(atMs - alteredMs) <= CLOSE_MS); // an input method mixes their order
      if (isOn() || close.length >= LEAST[where]) goOn();
      return isOn();
    },
    /** Tells whether a key is one of several that no person presses so close together. */
    isBurst: (atMs: number, where: keyof typeof LEAST): boolean =>
      pressed.filter((one) => Math.abs(one - atMs) <= CLOSE_MS).length >= LEAST[where],
    /** @returns whether a text is of such a burst */
    text(): boolean {
      if (isOn()) goOn();
      return isOn();
    },
    /** Tells whether a text is what an input method makes of the key just pressed: a person's choice, and no scanner's. */
    isChosen: (atMs: number): boolean => Math.abs(atMs - alteredMs) <= CLOSE_MS,
  };
}
