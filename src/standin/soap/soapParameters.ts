import { operationOf, type OperationName } from '#contract/catalogue.ts';
import type { AspField } from '#standin/aspForm.ts';
import type { Received } from '#standin/aspRequest.ts';
import { NumberFormat, readInt32, readXmlDecimal } from '#standin/dotnetNumber.ts';
import { SoapFault } from './soapReplies.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';
import { type XmlElement, MalformedXml } from '#wire/xml.ts';

/** The host's words on an envelope without a body. */
export const NO_BODY = 'Request format is invalid: Missing required soap:Body element.';

/** The characters that no document may hold, also by a reference. Source: XML 1.0, production 2. */
const NO_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/**
 * Reads the parameters of an operation out of an envelope.
 *
 * Nothing is asked of a request but that it is XML: an element that is unknown, of another namespace or a second one is
 * passed over, and what is missing is `null`, or 0 where it is a number.
 * Source: System.Web.Services, SoapServerProtocol.ReadParameters; System.Xml.Serialization; lab/conformance.
 *
 * @throws MalformedXml, SoapFault, or an Error with the text that follows "Server was unable to read request."
 */
export function readSoapParameters(root: XmlElement, operation: OperationName, names: WireNames): Received {
  const isOfEnvelope = (element: XmlElement | undefined, name: string): boolean =>
    element?.name === name && element.namespace === root.namespace;
  if (root.name !== 'Envelope') throw new Error('Request format is invalid: Missing required soap:Envelope element.');
  const [first, second] = root.children;
  const header = isOfEnvelope(first, 'Header') ? first : undefined;
  const body = header ? second : first;
  if (!body || !isOfEnvelope(body, 'Body')) throw new Error(NO_BODY);
  const findings: string[] = [];
  const read = readBody(body, operation, names, findings);
  const notUnderstood = header?.children.find(({ attributes }) => {
    const must = attributes.get(`{${root.namespace}}mustUnderstand`);
    return must === '1' || must === 'true';
  });
  if (notUnderstood) throw new SoapFault('MustUnderstand', [`SOAP header ${notUnderstood.name} was not understood.`]);
  return complete(operation, read, findings);
}

/** Reads every element of the operation's name; a later value takes the place of an earlier one. */
function readBody(
  body: XmlElement,
  operation: OperationName,
  names: WireNames,
  findings: string[],
): ReadonlyMap<string, string> {
  const name = wireNameOf(operation, names);
  const read = new Map<string, string>();
  const isCall = (element: XmlElement): boolean => element.name === name && element.namespace === names.namespace;
  for (const element of body.children) {
    if (isCall(element)) readOperation(element, operation, names, read, findings);
    else {
      const other = `${element.name} in “${element.namespace}”`;
      findings.push(`Body holds ${other}, which is not ${name} in “${names.namespace}”, and is ignored.`);
    }
  }
  const calls = body.children.filter(isCall).length;
  if (calls > 1) findings.push(`Body holds ${name} ${calls} times; it runs once.`);
  if (calls === 0) findings.push(`Body holds no ${name} in “${names.namespace}”; every parameter would be null.`);
  return read;
}

function readOperation(
  call: XmlElement,
  operation: OperationName,
  names: WireNames,
  read: Map<string, string>,
  findings: string[],
): void {
  const seen = new Set<string>();
  if (call.text.trim() !== '') findings.push(`${operation} holds text beside its parameters, which is ignored.`);
  for (const element of call.children) {
    const parameter = operationOf(operation).parameters.find(([known]) => known === element.name);
    if (parameter && element.namespace === names.namespace && !seen.has(element.name)) {
      seen.add(element.name);
      readParameter(element, parameter, read);
    } else findings.push(whyIgnored(element, operation, names, seen));
  }
}

type Parameter = ReturnType<typeof operationOf>['parameters'][number];

function readParameter({ text, children }: XmlElement, [name, type]: Parameter, read: Map<string, string>): void {
  if (children.length > 0) throw new MalformedXml(`${name} holds more than text`);
  if (NO_CHARACTER.test(text)) throw new MalformedXml(`${name} holds a character that XML has not`);
  read.delete(name); // so that the last one read is the last in order
  try {
    read.set(name, type === 'int' ? readInt32(text) : type === 'decimal' ? readXmlDecimal(text) : text);
  } catch (error) {
    if (!(error instanceof NumberFormat)) throw error;
    throw new Error(`There is an error in XML document (1, 1). ---> ${error.message}`, { cause: error });
  }
}

function whyIgnored(
  { name, namespace }: XmlElement,
  operation: OperationName,
  names: WireNames,
  seen: ReadonlySet<string>,
): string {
  if (seen.has(name)) return `${name} is there twice; the first counts.`;
  const same = operationOf(operation).parameters.find(([known]) => known.toLowerCase() === name.toLowerCase());
  if (!same) return `${name} is no parameter of ${operation}, and is ignored.`;
  if (same[0] !== name) return `${name} is not ${same[0]}: letter case counts, and it is ignored.`;
  return `${name} is in the namespace “${namespace}”, not in “${names.namespace}”, and is ignored.`;
}

function complete(operation: OperationName, read: ReadonlyMap<string, string>, findings: readonly string[]): Received {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const [name, type] of operationOf(operation).parameters) {
    const text = read.get(name);
    if (text !== undefined) values[name] = text;
    else {
      if (type !== 'string') values[name] = '0';
      missing.push(`${name} is missing; it would be ${type === 'string' ? 'null' : '0'}.`);
    }
  }
  const fields: readonly AspField[] = [...read];
  return { values, fields, findings: [...findings, ...missing] };
}
