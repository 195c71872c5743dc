import type { Outcome } from '#contract/outcome.ts';
import { eraseKey } from './keyMask.ts';
import { classify } from '#wire/classify.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';
import type { WireReply } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { toPostReply } from '#wire/toPostReply.ts';

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
