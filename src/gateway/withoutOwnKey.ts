import type { Outcome } from '#contract/outcome.ts';
import { eraseKey } from '#gateway/keyMask.ts';
import { classify } from '#wire/classify.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';
import type { WireReply } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { toPostReply } from '#wire/toPostReply.ts';

/**
 * A reply in the HTTP POST binding without the gateway's own key, which whoever asked must not learn from it. It stays as
 * it came where that is enough; where its text, once read, still has the key (a letter as a number, HTML within XML), the
 * text is written anew without it.
 *
 * @param word - what it was read as; absent: it is read here.
 */
export function withoutOwnKey(reply: WireReply, apiKey: string, names: WireNames, word?: Outcome): WireReply {
  const contentType = eraseKeyFromText(reply.contentType, apiKey);
  const said = word ?? classify(reply, names);
  const text = said.kind === 'answered' ? (said.text ?? '') : said.kind === 'rejected' ? said.reason : '';
  if (eraseKeyFromText(text, apiKey) === text) return { ...reply, contentType, body: eraseKey(reply.body, apiKey) };
  const body = eraseKey(reply.body, apiKey);
  const read = classify({ ...reply, body }, names);
  if (read.kind === 'answered' && read.text !== null) {
    const clean = eraseKeyFromText(read.text, apiKey);
    return clean === read.text ? { ...reply, contentType, body } : toPostReply({ ...read, text: clean }, names);
  }
  if (read.kind === 'rejected') {
    const clean = eraseKeyFromText(read.reason, apiKey);
    return clean === read.reason ? { ...reply, contentType, body } : toPostReply({ ...read, reason: clean }, names);
  }
  return { ...reply, contentType, body };
}
