import { operationOf, type OperationName } from '#contract/catalogue.ts';
import type { BindingName } from '#wire/binding.ts';
import { type WireReply, type WireRequest } from '#wire/message.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';
import { escapeResult, writeStringDocument } from '#wire/stringDocument.ts';
import { escapeXml, parseXml } from '#wire/xml.ts';

/** The parameters of a request, in table order, each with its text, `''` included, or `undefined` where it is not there. */
type Received = readonly (readonly [name: string, text: string | undefined])[];

/** Way in which the service hears and speaks in a binding, as an ASMX host does: the other end of `bindings`. */
interface ServiceEnd {
  decodeCall(operation: OperationName, request: WireRequest, names: WireNames): Received;
  /** The 200 reply that carries a result; `null` is no text at all. */
  encodeAnswer(operation: OperationName, text: string | null, names: WireNames): WireReply;
}

const SCHEMAS = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const overPost: ServiceEnd = {
  decodeCall: (operation, request) => ofForm(operation, request.body),
  encodeAnswer: (_operation, text, names) => replyOf('text/xml', writeStringDocument(text, names.namespace)),
};

export const serviceEnd: Readonly<Record<BindingName, ServiceEnd>> = {
  'http-post': overPost,
  'http-get': { ...overPost, decodeCall: (operation, { path }) => ofForm(operation, path.split('?')[1] ?? '') },
  soap11: overSoap('http://schemas.xmlsoap.org/soap/envelope/', 'text/xml'),
  soap12: overSoap('http://www.w3.org/2003/05/soap-envelope', 'application/soap+xml'),
};

/** Names are case-sensitive, and of a name that is there twice the first counts. */
function ofForm(operation: OperationName, text: string): Received {
  const fields = new URLSearchParams(text);
  return operationOf(operation).parameters.map(([name]) => [name, fields.get(name) ?? undefined]);
}

function overSoap(envelope: string, media: string): ServiceEnd {
  return {
    decodeCall(operation, request, names) {
      const root = parseXml(new TextEncoder().encode(request.body));
      const [body] = root.children;
      const [element] = body?.children ?? [];
      const isIt = element?.name === wireNameOf(operation, names) && element.namespace === names.namespace;
      if (root.namespace !== envelope || body?.name !== 'Body' || !isIt) throw new Error('it is no request of this');
      return operationOf(operation).parameters.map(([parameter]) => [
        parameter,
        element.children.find(({ name, namespace }) => name === parameter && namespace === names.namespace)?.text,
      ]);
    },
    encodeAnswer(operation, text, names) {
      const name = wireNameOf(operation, names);
      const xmlns = `xmlns="${escapeXml(names.namespace)}"`;
      const result = text === '' ? `<${name}Result />` : `<${name}Result>${escapeResult(text ?? '')}</${name}Result>`;
      const response =
        text === null ? `<${name}Response ${xmlns} />` : `<${name}Response ${xmlns}>${result}</${name}Response>`;
      return replyOf(
        media,
        `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelope}" ${SCHEMAS}>` +
          `<soap:Body>${response}</soap:Body></soap:Envelope>`,
      );
    },
  };
}

function replyOf(media: string, text: string): WireReply {
  return { status: 200, contentType: `${media}; charset=utf-8`, body: new TextEncoder().encode(text) };
}
