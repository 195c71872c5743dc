import type { Parameters } from '#contract/call.ts';
import { operationOf, type OperationName } from '#contract/catalogue.ts';
import { decodeForm, encodeForm } from '#wire/form.ts';
import type { WireReply, WireRequest } from '#wire/message.ts';
import { type WireNames, operationPath } from '#wire/names.ts';
import { readStringDocument, writeStringDocument } from '#wire/stringDocument.ts';

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** The HTTP POST binding, both ends. Source: interface description, "Common shape of every operation", row 4. */
export const httpPost = {
  /** The request of a call. @param parameters - all of them, the key included, in table order. */
  encodeCall(operation: OperationName, parameters: Parameters, names: WireNames): WireRequest {
    return {
      method: 'POST',
      path: operationPath(operation, names),
      headers: { 'content-type': FORM },
      body: encodeForm(parameters),
    };
  },

  /** What a request's form says of each parameter, in table order; `undefined` where a field is not there. */
  decodeCall(operation: OperationName, body: string): readonly (readonly [name: string, text: string | undefined])[] {
    const fields = new Map<string, string>();
    for (const [name, text] of decodeForm(body)) if (!fields.has(name)) fields.set(name, text);
    return operationOf(operation).parameters.map(([name]) => [name, fields.get(name)]);
  },

  /** The reply that carries a result. */
  encodeAnswer(text: string | null, names: WireNames): WireReply {
    return {
      status: 200,
      contentType: 'text/xml; charset=utf-8',
      body: new TextEncoder().encode(writeStringDocument(text, names.namespace)),
    };
  },

  /** The result text of a 200 reply; `null` for a nil result. @throws MalformedXml, ForeignDocument */
  decodeAnswer(reply: WireReply, names: WireNames): string | null {
    return readStringDocument(reply, names.namespace);
  },
} as const;
