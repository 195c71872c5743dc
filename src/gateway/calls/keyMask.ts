import { randomBytes } from 'node:crypto';
import { ERASED, SHORTEST_KEY, eraseKeyFromText, keyForms, rememberLast } from '#wire/keyForms.ts';
import type { Outcome } from '#contract/outcome.ts';
import { classify } from '#wire/classify.ts';
import type { WireReply } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { toPostReply } from '#wire/toPostReply.ts';
import type { Answer } from '#gateway/http/answer.ts';
import type { StoredReply } from '#gateway/ledger/ledger.ts';

/** A body without the key. The marker in it is followed by the number of the form that the key was written in. */
type MaskedBody = Pick<StoredReply, 'body' | 'marker'>;

/**
 * Takes the access key out of a reply that is to be kept (P6), in the forms of `keyForms`. `unmaskKey` puts a key back
 * in the same forms, so the replayed bytes are the bytes that came. What is written otherwise it leaves, for `eraseKey`.
 */
export function maskKey(body: Uint8Array, apiKey: string): MaskedBody {
  const text = toText(body);
  const forms = formsIn(text, apiKey);
  if (forms.length === 0) return { body, marker: null };
  const marker = makeMarker(text, apiKey);
  const masked = forms.reduce((rest, { form, number }) => rest.replaceAll(form, `${marker}${number}`), text);
  return { body: toBytes(masked), marker };
}

/** The body as it came, with the asker's own key where the marker stands. */
export function unmaskKey({ body, marker }: MaskedBody, apiKey: string): Uint8Array {
  if (marker === null) return body;
  const forms = formsOf(apiKey);
  const text = toText(body).replaceAll(new RegExp(`${marker}([0-9])`, 'g'), (_, number: string) => {
    return forms[Number(number)] ?? '';
  });
  return toBytes(text);
}

/** The bytes with the key erased for good. @param erase - `eraseKeyFromPart`, where they may break off in the key. */
export function eraseKey(body: Uint8Array, apiKey: string, erase = eraseKeyFromText): Uint8Array {
  const text = toText(body);
  const clean = erase(text, apiKey, toLatin1(ERASED));
  return clean === text ? body : toBytes(clean);
}

/** The forms as bytes have them. Those of the last key are at hand: an installation has one key, or few. */
const formsOf = rememberLast((apiKey: string) => keyForms(apiKey).map(toLatin1));

/** The forms that occur, longest first, so that none is taken for the beginning of another. */
function formsIn(text: string, apiKey: string): readonly { readonly form: string; readonly number: number }[] {
  if (apiKey.length < SHORTEST_KEY) return [];
  return formsOf(apiKey)
    .map((form, number) => ({ form, number }))
    .filter(({ form }) => text.includes(form))
    .toSorted((a, b) => b.form.length - a.form.length);
}

/** A text that occurs neither in the body nor in any form of the key, nor holds one. */
function makeMarker(text: string, apiKey: string): string {
  const forms = formsOf(apiKey);
  for (;;) {
    const marker = `key-${randomBytes(12).toString('hex')}-`;
    if (!text.includes(marker) && !forms.some((form) => form.includes(marker) || marker.includes(form))) return marker;
  }
}

/** One character for each byte, so that any bytes can be searched as text and come out as they went in. */
function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

function toLatin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * A reply in the HTTP POST binding without a key that whoever reads it must not learn from it. It stays as it came where
 * the key is nowhere in it. Else what the service says in it is written anew without the key, in UTF-8: of a document in
 * another encoding nothing can be replaced.
 *
 * @param word - what it was read as; absent: it is read here.
 */
export function withoutOwnKey(reply: WireReply, apiKey: string, names: WireNames, word?: Outcome): WireReply {
  const contentType = eraseKeyFromText(reply.contentType, apiKey, '(apiKey)'); // a header is ASCII
  const body = eraseKey(reply.body, apiKey);
  const said = word ?? classify(reply, names);
  const text = said.kind === 'answered' ? (said.text ?? '') : said.kind === 'rejected' ? said.reason : '';
  const clean = eraseKeyFromText(text, apiKey);
  if (body === reply.body && clean === text) return { ...reply, contentType };
  if (said.kind === 'answered') return toPostReply({ ...said, text: said.text === null ? null : clean }, names);
  if (said.kind === 'rejected') return toPostReply({ ...said, reason: clean }, names);
  return { ...reply, contentType, body };
}

/** A kept reply for whoever asks now. @param askersKey - stands where the sender's key did. @param how - it came. */
export function replyAnswer(
  { status, contentType, body, marker }: StoredReply,
  askersKey: string,
  how: NonNullable<Answer['how']>,
): Answer {
  return {
    status,
    contentType,
    body: unmaskKey({ body, marker }, askersKey),
    headers: how === 'replayed' || how === 'joined' ? { 'idempotency-replayed': 'true' } : {},
    how,
  };
}
