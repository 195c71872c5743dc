import { parametersOf } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';

/** What stands in a tag; `true`: the attribute alone, `false` and `undefined`: nothing. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A cell as HTML, or with what stands in its tag. */
export type Cell = string | { readonly html: string; readonly tag: Attributes };

/** A field under its name. @param label - HTML. */
export function field(label: string, name: string, attributes: Attributes = {}): string {
  return `<label>${label}<input${tag({ name, ...attributes })}></label>`;
}

/** A field to choose in. @param choices - by their values. @param none - what stands for no choice, where that is possible. */
export function choice(
  label: string,
  name: string,
  choices: Readonly<Record<string, string>>,
  { none, chosen }: { readonly none?: string; readonly chosen?: string | undefined } = {},
): string {
  const all = [...(none === undefined ? [] : [['', none]]), ...Object.entries(choices)] as const;
  const options = all.map(
    ([value = '', shown = '']) =>
      `<option${tag({ value, selected: value !== '' && value === chosen })}>${escaped(shown)}</option>`,
  );
  return `<label>${label}<select${tag({ name })}>${options.join('')}</select></label>`;
}

/** What was entered in the fields `in-…` of an operation, by parameter; a field that was not sent is empty. */
export function enteredIn(operation: OperationName, fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(parametersOf(operation).map((name) => [name, fields[`in-${name}`] ?? '']));
}

/** Choices that are called what they are. */
export function sameNames(values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, value]));
}

/** A form that is posted. @param hidden - what it sends beside its fields. @param inside - HTML. */
export function postForm(action: string, hidden: Readonly<Record<string, string>>, inside: string): string {
  const unseen = Object.entries(hidden).map(([name, value]) => `<input${tag({ type: 'hidden', name, value })}>`);
  return `<form method="post" action="${action}">${unseen.join('')}${inside}</form>`;
}

/** A table of which each row becomes a card on a narrow screen, its cells with the names of their columns. */
export function table(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell, at) => toCell(cell, names[at] ?? '')).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function toCell(cell: Cell, name: string): string {
  const { html, tag: more } = typeof cell === 'string' ? { html: cell, tag: {} } : cell;
  return html === '' ? '<td></td>' : `<td${tag({ 'data-name': name, ...more })}>${html}</td>`;
}

/** Text as it stands in HTML, between tags and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function tag(attributes: Attributes): string {
  const said = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== false);
  return said.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`)).join('');
}

/** A time such as `2026-11-22 04:43:09 UTC`; `viewerTime.js` shows it in the viewer's zone. @returns HTML. @param at - Unix ms. */
export function timeOf(at: number): string {
  const text = new Date(at).toISOString().slice(0, 19);
  return `<time datetime="${text}Z">${text.replace('T', ' ')} UTC</time>`;
}
