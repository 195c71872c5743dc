import type { StoredReply } from '#ledger/ledger.ts';
import { escapeMarkup } from '#contract/entities.ts';
import { encodeForm } from '#wire/httpForm.ts';

/**
 * Puts the asker's key back into a kept body where a marker and the number of one of ten forms stand for it. Rows were
 * written so until the end of 2026, and are kept for 35 days; a newer one is returned as it is.
 */
export function unmaskKey({ body, marker }: Pick<StoredReply, 'body' | 'marker'>, apiKey: string): Uint8Array {
  if (marker === null) return body;
  const forms = tenForms(apiKey).map((form) => Buffer.from(form).toString('latin1'));
  const [first = '', ...rest] = Buffer.from(body).toString('latin1').split(marker);
  return Buffer.from(first + rest.map((part) => (forms[Number(part[0])] ?? '') + part.slice(1)).join(''), 'latin1');
}

/** Returns the ten forms in the order of their numbers. */
function tenForms(apiKey: string): readonly string[] {
  const bytes = Buffer.from(apiKey);
  const json = JSON.stringify(apiKey).slice(1, -1);
  return [
    apiKey,
    escapeMarkup(apiKey),
    escapeMarkup(apiKey, /[&<>"']/g),
    json,
    escapeMarkup(json),
    encodeURIComponent(bytes.toString()),
    encodeForm([['', apiKey]]).slice(1),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('hex'),
    escapeMarkup(apiKey, /[&<]/g),
  ];
}
