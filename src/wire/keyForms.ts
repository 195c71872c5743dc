import { encodeForm } from '#wire/form.ts';

/** Shorter keys are left alone: hiding one or two characters would destroy answers and protect nothing. */
export const SHORTEST_KEY = 6;

/** What stands in the place of a key that its reader must not see. */
export const ERASED = '‹apiKey›';

/**
 * The ways in which a service may write the key into a reply: raw, escaped for XML, HTML, JSON or JSON within XML,
 * percent-encoded, or as a form has it. Each has its number in the list, kept in stored replies: append only. Equal ones
 * may repeat.
 */
export function keyForms(apiKey: string): readonly string[] {
  const xml = escapeMarkup(apiKey);
  const html = xml.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  const json = JSON.stringify(apiKey).slice(1, -1);
  return [
    apiKey,
    xml,
    html,
    json,
    escapeMarkup(json),
    encodeURIComponent(wellFormed(apiKey)),
    encodeForm([['', apiKey]]).slice(1),
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
