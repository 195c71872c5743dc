import type { PageWords } from '#office/pages/pageWords.ts';
import { SCAN_FIELD_SCRIPT, asItIs, escaped, field, pathOfPage, postForm, timeOf } from '#office/pages/page.ts';
import { type BoardEntry, type Holder, heldBy } from './board.ts';

type FloorWords = PageWords['floor'];

const FLOOR = pathOfPage('floor');
/** The path to which it is posted that a handheld is given, or is back. */
export const HOLD_PATH = `${FLOOR}/hold`;

/** The name of a handheld, as HTML. */
export function handheldName({ name, id }: Pick<BoardEntry, 'name' | 'id'>, texts: FloorWords): string {
  return name === '' ? texts.unnamed({ id: id.slice(1, 6) }) : escaped(name);
}

/** Makes the way to a handheld's own page, by its name. */
export function linkTo(entry: BoardEntry, texts: FloorWords): string {
  return `<a href="${FLOOR}/one?id=${entry.id}"><strong translate="no">${handheldName(entry, texts)}</strong></a>`;
}

/** Makes the form by which a handheld changes hands. It says who has it, so that one that is posted twice counts once. */
function holdForm({ id, holder }: BoardEntry, more: Readonly<Record<string, string>>, inside: string): string {
  return postForm(HOLD_PATH, { id, was: holder, ...more }, inside);
}

/** Makes the button by which a handheld is back. @param before - HTML of what stands beside it. */
function backForm(entry: BoardEntry, texts: FloorWords, before = ''): string {
  return holdForm(entry, { back: '1' }, `${before}<button class="button button-primary">${texts.takeBack}</button>`);
}

/** Says who has handhelds, each with its button where whoever looks may take it back. @param name - HTML. */
function heldLines(name: string, entries: readonly BoardEntry[], texts: FloorWords, mayHold: boolean): string {
  const lines = entries.map((entry, at) => {
    const has = at === 0 ? texts.has : texts.hasToo;
    const said = `<p>${has({ name, handheld: linkTo(entry, texts) })}</p>`;
    return mayHold ? backForm(entry, texts, said) : said;
  });
  return lines.join('');
}

function heldNote(inside: string, style = 'said-saved'): string {
  return `<div class="note held ${style}" role="status">${inside}</div>`;
}

/** Says how a handheld stands that was given or came back just now, and what else its holder has. */
export function changedNote(id: string, all: readonly BoardEntry[], texts: FloorWords, mayHold: boolean): string {
  const entry = all.find((one) => one.id === id);
  if (!entry) return '';
  if (entry.holderName === '') return heldNote(`<p>${texts.isBack({ handheld: linkTo(entry, texts) })}</p>`);
  const others = heldBy(all, entry.holder).filter((other) => other !== entry);
  return heldNote(heldLines(asItIs(entry.holderName), [entry, ...others], texts, mayHold), 'said-saved just-said');
}

/**
 * Says which handhelds the person of a badge has; empty where the text that was searched for is no badge, and finds something.
 *
 * @param holder - whom it means.
 * @param isFound - the board has something to show for it.
 */
export function badgeNote(
  { q, holder, isFound }: { readonly q: string; readonly holder: Holder | undefined; readonly isFound: boolean },
  all: readonly BoardEntry[],
  texts: FloorWords,
  mayHold: boolean,
): string {
  const has = holder ? heldBy(all, holder.userId) : [];
  const badgeOf = (text: string): string => `<span class="badge" translate="no">${escaped(text)}</span>`;
  if (holder && has.length > 0) {
    const name = holder.name === q ? badgeOf(q) : `${asItIs(holder.name)} ${badgeOf(`(${q})`)}`;
    return heldNote(heldLines(name, has, texts, mayHold));
  }
  if (isFound && !holder?.byBadge) return '';
  return heldNote(`<p>${texts.nobodyHas({ badge: badgeOf(q) })}</p>`, 'said-repeat');
}

/** Makes the part of a handheld's page by which it changes hands: by a badge, which is scanned or typed, or by a button. */
export function holdPart(entry: BoardEntry, all: readonly BoardEntry[], texts: FloorWords): string {
  const { holder, holderName, heldAt } = entry;
  const isHeld = holderName !== '';
  const name = `<strong translate="no">${escaped(holderName)}</strong>`;
  const since = `<p>${texts.heldSince({ name, when: timeOf(heldAt) })}</p>`;
  const others = heldBy(all, holder).filter((other) => isHeld && other !== entry);
  const too = others.map((other) => `<p>${texts.hasToo({ name, handheld: linkTo(other, texts) })}</p>`);
  const attributes = { required: true, maxlength: 200, autocomplete: 'off', autofocus: true };
  const badge = field(isHeld ? texts.badgeAgain : texts.badge, 'badge', attributes);
  const word = isHeld ? texts.handOn : texts.checkOut;
  const form = holdForm(entry, {}, `${badge}<button class="button${isHeld ? '' : ' button-primary'}">${word}</button>`);
  return `<section class="panel">${isHeld ? since + too.join('') + backForm(entry, texts) : ''}${form}${SCAN_FIELD_SCRIPT}</section>`;
}
