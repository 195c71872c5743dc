import { InvalidParameter } from '#contract/errors.ts';
import type { Binding } from '#wire/binding.ts';
import { encodeForm } from '#wire/form.ts';
import { httpPost } from '#wire/httpPost.ts';
import { operationPath } from '#wire/names.ts';

/**
 * The longest query that is sent, in bytes. ASP.NET answers 400 past `maxQueryStringLength`, 2048 by default; Mono counts
 * the question mark too, so one byte less suits both.
 */
const MAX_QUERY_BYTES = 2047;

/** The HTTP GET binding. Source: the service’s description, row 3; e2e/conformance. */
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
