import type { Binding } from '#wire/binding.ts';
import { operationPath } from '#wire/names.ts';
import { readStringDocument } from '#wire/stringDocument.ts';
import { InvalidParameter } from '#contract/errors.ts';

/**
 * Writes `application/x-www-form-urlencoded` in UTF-8, fields in the order given. A blank is `+`, a line break `%0D%0A` or
 * `%0A` as it stands: nothing is normalised. Source: URL Standard, "application/x-www-form-urlencoded serializing".
 */
export function encodeForm(fields: readonly (readonly [name: string, text: string])[]): string {
  return new URLSearchParams(fields.map(([name, text]) => [name, text])).toString();
}

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** The HTTP POST binding. Source: interface description, "Common shape of every operation", row 4. */
export const httpPost: Binding = {
  encodeCall(operation, parameters, names) {
    return {
      method: 'POST',
      path: encodeURI(operationPath(operation, names)),
      headers: { 'content-type': FORM },
      body: encodeForm(parameters),
    };
  },

  decodeAnswer: (_operation, reply, names) => readStringDocument(reply, names.namespace),
};

/**
 * The longest query that is sent, in bytes. ASP.NET answers 400 past `maxQueryStringLength`, 2048 by default; Mono counts
 * the question mark too, so one byte less suits both.
 */
const MAX_QUERY_BYTES = 2047;

/** The HTTP GET binding. Source: the service’s description, row 3; lab/conformance. */
export const httpGet: Binding = {
  encodeCall(operation, parameters, names) {
    const query = encodeForm(parameters).replaceAll('+', '%20'); // some fronts take a plus in a query for a plus
    if (query.length > MAX_QUERY_BYTES) {
      const [longest] = [...parameters].sort(([, a], [, b]) => b.length - a.length);
      throw new InvalidParameter(
        longest?.[0] ?? '',
        `it is too long for HTTP GET, which carries ${MAX_QUERY_BYTES} bytes in all.`,
      );
    }
    return { method: 'GET', path: `${encodeURI(operationPath(operation, names))}?${query}`, headers: {}, body: '' };
  },

  decodeAnswer: httpPost.decodeAnswer,
};
