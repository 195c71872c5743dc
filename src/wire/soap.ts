import { groupPaths, operationOf } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import type { Binding } from '#wire/binding.ts';
import { type WireReply, charsetOf } from '#wire/message.ts';
import { asciiOf, soapAction, wireNameOf } from '#wire/names.ts';
import { ForeignDocument } from '#wire/stringDocument.ts';
import { type XmlElement, escapeXml, isNil, parseXml } from '#wire/xml.ts';

/** The two versions of SOAP, by what differs between them. `action`: the request names its operation in a SOAPAction header. */
export const soapVersions = {
  soap11: { envelope: 'http://schemas.xmlsoap.org/soap/envelope/', media: 'text/xml', action: true },
  soap12: { envelope: 'http://www.w3.org/2003/05/soap-envelope', media: 'application/soap+xml', action: false },
} as const;

export type SoapVersion = keyof typeof soapVersions;

type Version = (typeof soapVersions)[SoapVersion];

/** The namespaces that an envelope of ASP.NET declares beside its own. */
export const SCHEMAS =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** SOAP 1.1 over POST. Source: the service’s description, row 1; lab/conformance. */
export const soap11Binding: Binding = soap(soapVersions.soap11);

/** SOAP 1.2 over POST. Source: the service’s description, row 2; lab/conformance. */
export const soap12Binding: Binding = soap(soapVersions.soap12);

function soap(version: Version): Binding {
  return {
    encodeCall(operation, parameters, names) {
      const name = wireNameOf(operation, names);
      const fields = parameters.map(([parameter, text]) => {
        checkCarried(parameter, text);
        return `<${parameter}>${escapeXml(text)}</${parameter}>`;
      });
      return {
        method: 'POST',
        path: groupPaths[operationOf(operation).group],
        headers: {
          'content-type': `${version.media}; charset=utf-8`,
          ...(version.action && { soapaction: `"${asciiOf(soapAction(operation, names))}"` }),
        },
        body:
          `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${version.envelope}" ${SCHEMAS}>` +
          `<soap:Body><${name} xmlns="${escapeXml(names.namespace)}">${fields.join('')}</${name}></soap:Body>` +
          '</soap:Envelope>',
      };
    },

    decodeAnswer(operation, reply, names) {
      const name = wireNameOf(operation, names);
      const envelope = parseXml(reply.body, charsetOf(reply.contentType));
      const response = onlyChild(bodyOf(envelope, version), `${name}Response`, names.namespace);
      if (response.children.length === 0 && response.text.trim() === '') return null; // no result is how nil is written
      const result = onlyChild(response, `${name}Result`, names.namespace);
      if (result.children.length > 0) throw new ForeignDocument(`its ${name}Result has child elements`);
      return isNil(result) ? null : result.text;
    },
  };
}

/** A fault: its code without the prefix, and its text whole. */
export interface ReplyFault {
  readonly code: string;
  readonly text: string;
}

/**
 * Reads the fault of a SOAP reply of either version: a server that does not speak SOAP 1.2 answers it in SOAP 1.1.
 *
 * @throws MalformedXml, ForeignDocument where it is no envelope that holds a fault and nothing else.
 */
export function readSoapFault(reply: WireReply): ReplyFault {
  const root = parseXml(reply.body, charsetOf(reply.contentType));
  const version = Object.values(soapVersions).find(({ envelope }) => envelope === root.namespace);
  if (!version) throw new ForeignDocument('it is no SOAP envelope');
  const fault = onlyChild(bodyOf(root, version), 'Fault', version.envelope);
  const code = version.action ? textAt(fault, 'faultcode') : textAt(fault, 'Code', 'Value');
  const text = version.action ? textAt(fault, 'faultstring') : textAt(fault, 'Reason', 'Text');
  return { code: code.trim().replace(/^[^:]*:/, ''), text };
}

/** Returns the text of the first element on the way down; empty where there is none. */
function textAt(element: XmlElement, ...path: readonly string[]): string {
  let at: XmlElement | undefined = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at?.text ?? '';
}

/** Returns the body of an envelope: what is beside it (a header) does not matter. */
function bodyOf(root: XmlElement, version: Version): XmlElement {
  if (root.name !== 'Envelope' || root.namespace !== version.envelope) {
    throw new ForeignDocument('its root is not the envelope that was asked for');
  }
  const [body, ...more] = root.children.filter(
    ({ name, namespace }) => name === 'Body' && namespace === root.namespace,
  );
  if (!body || more.length > 0) throw new ForeignDocument('its envelope does not hold one Body');
  return body;
}

function onlyChild(parent: XmlElement, name: string, namespace: string): XmlElement {
  const [child, ...more] = parent.children;
  if (child?.name !== name || child.namespace !== namespace || more.length > 0 || parent.text.trim() !== '') {
    throw new ForeignDocument(`its ${parent.name} holds something else than one ${name} in “${namespace}”`);
  }
  return child;
}

/** With the flag `u` a whole pair is one character, which the last range does not hold. */
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\uD800-\uDFFF]/u;

/** Refuses what cannot be sent. @throws InvalidParameter for a character that XML cannot carry: ASP.NET answers 400 and says nothing. */
function checkCarried(parameter: string, text: string): void {
  const found = NOT_IN_XML.exec(text)?.[0];
  if (found === undefined) return;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new InvalidParameter(parameter, `the character U+${code} cannot be sent over SOAP.`);
}
