import { operationOf, type OperationName } from '#contract/catalogue.ts';
import type { Binding, Received } from '#wire/binding.ts';
import { decodeForm, encodeForm } from '#wire/form.ts';
import { operationPath } from '#wire/names.ts';
import { readStringDocument, writeStringDocument } from '#wire/stringDocument.ts';

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** The HTTP POST binding, both ends. Source: interface description, "Common shape of every operation", row 4. */
export const httpPost: Binding = {
  encodeCall(operation, parameters, names) {
    return {
      method: 'POST',
      path: encodeURI(operationPath(operation, names)),
      headers: { 'content-type': FORM },
      body: encodeForm(parameters),
    };
  },

  decodeCall: (operation, request) => receivedForm(operation, request.body),

  encodeAnswer: (_operation, text, names) => ({
    status: 200,
    contentType: 'text/xml; charset=utf-8',
    body: new TextEncoder().encode(writeStringDocument(text, names.namespace)),
  }),

  decodeAnswer: (_operation, reply, names) => readStringDocument(reply, names.namespace),
};

/** What a form or a query says of each parameter; names are case-sensitive, and of a name that is there twice the first counts. */
export function receivedForm(operation: OperationName, text: string): Received {
  const fields = new Map<string, string>();
  for (const [name, value] of decodeForm(text)) if (!fields.has(name)) fields.set(name, value);
  return operationOf(operation).parameters.map(([name]) => [name, fields.get(name)]);
}
