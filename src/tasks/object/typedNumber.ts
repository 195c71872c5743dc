import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { isShortNumber } from '#tasks/scanner/scanner.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { objectAsked } from '#tasks/intake/asking.ts';
import { numberField } from './fitting.ts';
import type { ObjectRun } from './objectRun.ts';
import { type ObjectView, isPast } from './objectView.ts';

/** The object in hand, and the keys of the handheld on which a person types a number for it. */
export interface TypedFor {
  readonly task: ObjectTask;
  readonly run: Pick<ObjectRun, 'view' | 'subscribe' | 'setField' | 'accept'>;
  readonly handheld: Handheld;
}

/** Returns the view with the number that stands typed, before its Enter, in its field: where the figures of the pad go. */
export function withTyped(of: TypedFor): ObjectView {
  const view = of.run.view();
  const typed = typedIn(of);
  return typed ? { ...view, fields: { ...view.fields, [typed.name]: typed.text } } : view;
}

/** Puts that number into its field for good: whatever is tapped next, it stays. What was typed else is left to others. */
export function takeTypedNumber(of: TypedFor): void {
  const typed = typedIn(of);
  if (!typed) return;
  of.handheld.scanner.dropTypedNumber();
  of.run.setField(typed.name, typed.text);
}

/** Takes a scan. A number that stands typed is entered for the object that was in hand before a camera brings another one. */
export function acceptAfterTyped(of: TypedFor, scan: ScanNote): void {
  const isIts = scan.text.startsWith(of.handheld.scanner.buffered());
  if (scan.source !== 'wedge' && !isIts) takeTypedNumber(of);
  of.run.accept(scan);
}

/**
 * Keeps a number that is typed to its object: it is dropped where another one comes or is decided about or the call is saved, and is the object's
 * where the screen is left before its Enter. @returns ends it
 */
export function keepTypedToObject(of: TypedFor): () => void {
  const { run, handheld } = of;
  const inHand = (): string =>
    JSON.stringify([run.view().scan?.text, objectAsked(run.view())?.text, isPast(run.view())]);
  let before = inHand();
  const stop = run.subscribe(() => {
    const now = inHand();
    if (now !== before) handheld.scanner.dropTypedNumber();
    before = now;
  });
  return () => {
    stop();
    takeTypedNumber(of);
    handheld.scanner.dropTypedNumber();
  };
}

function typedIn({ task, run, handheld: { scanner, site } }: TypedFor) {
  const text = scanner.buffered();
  const field = isShortNumber(text) ? numberField(task, site(), run.view()) : undefined;
  return field && { name: field.name, text };
}
