import { operationOf, type OperationName } from '#contract/catalogue.ts';
import type { AspField } from '#gateway/standin/aspForm.ts';
import type { Received } from '#gateway/standin/aspRequest.ts';
import { NumberFormat, readInt32, readXmlDecimal } from '#gateway/standin/dotnetNumber.ts';
import { SoapFault } from './soapReplies.ts';
import type { XmlReader } from './xmlReader.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';

/** What is said of an envelope without a body. */
export const NO_BODY = 'Request format is invalid: Missing required soap:Body element.';

/**
 * Reads the parameters of an operation out of an envelope, to the document's end.
 *
 * Nothing is asked of a request but that it is XML: an element that is unknown, of another namespace or a second one is
 * passed over, and what is missing is `null`, or 0 where it is a number.
 * Source: System.Web.Services, SoapServerProtocol.ReadParameters; System.Xml.Serialization; lab/conformance.
 *
 * @throws XmlFailure, SoapFault, or an Error with the text that follows "Server was unable to read request."
 */
export function readSoapParameters(
  reader: XmlReader,
  operation: OperationName,
  envelope: string,
  names: WireNames,
): Received {
  if (!reader.isStart('Envelope', envelope))
    throw new Error('Request format is invalid: Missing required soap:Envelope element.');
  if (reader.node.empty) throw new Error(NO_BODY);
  reader.readStart('Envelope', envelope);
  const notUnderstood = readHeaders(reader, envelope);
  if (!reader.isStart('Body', envelope)) throw new Error(NO_BODY);
  const findings: string[] = [];
  const read = new Map<string, string>();
  if (reader.node.empty) reader.read();
  else readBody(reader, operation, names, read, findings);
  while (reader.node.kind !== 'eof') reader.read();
  if (notUnderstood !== undefined)
    throw new SoapFault('MustUnderstand', [`SOAP header ${notUnderstood} was not understood.`]);
  return complete(operation, read, findings);
}

/** @returns the first header that must be understood, and is not. */
function readHeaders(reader: XmlReader, envelope: string): string | undefined {
  if (!reader.isStart('Header', envelope)) return undefined;
  if (reader.node.empty) {
    reader.read();
    return undefined;
  }
  let first: string | undefined;
  reader.read();
  while (reader.moveToContent() !== 'end') {
    const { kind, name, attributes } = reader.node;
    const must = attributes.find((one) => one.name === 'mustUnderstand' && one.namespace === envelope)?.value;
    if (kind === 'element' && first === undefined && (must === '1' || must === 'true')) first = name;
    reader.skip();
  }
  reader.read();
  return first;
}

/** Every element of the operation's name is read; what is read later takes the place of what was read before. */
function readBody(
  reader: XmlReader,
  operation: OperationName,
  names: WireNames,
  read: Map<string, string>,
  findings: string[],
): void {
  const name = wireNameOf(operation, names);
  let elements = 0;
  reader.read();
  while (reader.moveToContent() !== 'end') {
    if (reader.isStart(name, names.namespace)) {
      elements += 1;
      readOperation(reader, operation, names, read, findings);
    } else {
      findings.push(`Body holds ${shown(reader)}, which is not ${name} in “${names.namespace}”, and is ignored.`);
      reader.skip();
    }
  }
  if (elements > 1) findings.push(`Body holds ${name} ${elements} times; it runs once.`);
  if (elements === 0) findings.push(`Body holds no ${name} in “${names.namespace}”; every parameter would be null.`);
  reader.read();
}

function readOperation(
  reader: XmlReader,
  operation: OperationName,
  names: WireNames,
  read: Map<string, string>,
  findings: string[],
): void {
  const { empty } = reader.node;
  reader.read();
  if (empty) return;
  const seen = new Set<string>();
  while (reader.moveToContent() !== 'end') {
    const { kind, name, namespace } = reader.node;
    const parameter = operationOf(operation).parameters.find(([known]) => known === name);
    const known = kind === 'element' && namespace === names.namespace && parameter !== undefined;
    if (known && !seen.has(name)) {
      seen.add(name);
      readParameter(reader, parameter, read);
      continue;
    }
    findings.push(whyIgnored(reader, operation, names, seen));
    reader.skip();
  }
  reader.read();
}

type Parameter = ReturnType<typeof operationOf>['parameters'][number];

function readParameter(reader: XmlReader, [name, type]: Parameter, read: Map<string, string>): void {
  const text = reader.readElementText();
  read.delete(name); // the order in which they were read
  try {
    read.set(name, type === 'int' ? readInt32(text) : type === 'decimal' ? readXmlDecimal(text) : text);
  } catch (error) {
    if (!(error instanceof NumberFormat)) throw error;
    const { line, column } = reader.place(); // behind the element, which is where System.Xml says that it is
    throw new Error(`There is an error in XML document (${line}, ${column}). ---> ${error.message}`, {
      cause: error,
    });
  }
}

function whyIgnored(reader: XmlReader, operation: OperationName, names: WireNames, seen: ReadonlySet<string>): string {
  const { kind, name, namespace } = reader.node;
  if (kind !== 'element') return `${operation} holds text beside its parameters, which is ignored.`;
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

function shown(reader: XmlReader): string {
  const { kind, name, namespace } = reader.node;
  return kind === 'element' ? `${name} in “${namespace}”` : 'text';
}
