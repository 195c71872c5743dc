import { encodeForm } from '#wire/form.ts';

/** Shorter keys are left alone: hiding one or two characters would destroy answers and protect nothing. */
export const SHORTEST_KEY = 6;

/** What stands in the place of a key that its reader must not see. */
export const ERASED = '‹apiKey›';

/**
 * The ways in which a service may write the key into a reply: raw, escaped for XML, HTML, JSON or JSON within XML,
 * percent-encoded, as a form has it, in base64 (its padding left out), in hexadecimal, or in XML that leaves `>` as it is. Each has its number in the list,
 * one digit that is kept in stored replies: append only, and never more than ten. Equal ones may repeat.
 */
export function keyForms(apiKey: string): readonly string[] {
  const xml = escapeMarkup(apiKey);
  const html = xml.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  const json = JSON.stringify(apiKey).slice(1, -1);
  const bytes = new TextEncoder().encode(apiKey);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    apiKey,
    xml,
    html,
    json,
    escapeMarkup(json),
    encodeURIComponent(wellFormed(apiKey)),
    encodeForm([['', apiKey]]).slice(1),
    btoa(String.fromCharCode(...bytes)).replace(/=+$/, ''),
    hex,
    apiKey.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  ];
}

/** A text with the key erased in every form, the longest first, so that none leaves the rest of another behind. */
export function eraseKeyFromText(text: string, apiKey: string): string {
  if (apiKey.length < SHORTEST_KEY) return text;
  const forms = [...new Set(keyForms(apiKey))].sort((a, b) => b.length - a.length);
  return forms.reduce((rest, form) => rest.replaceAll(form, ERASED), text);
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '');
}

/** Half a character, which no encoding has, becomes U+FFFD; `toWellFormed` is younger than the oldest browser served. */
function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}
