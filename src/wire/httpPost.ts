import type { Binding } from '#wire/binding.ts';
import { encodeForm } from '#wire/form.ts';
import { operationPath } from '#wire/names.ts';
import { readStringDocument } from '#wire/stringDocument.ts';

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
