import { operationNames, operationOf, type GroupName, type OperationName } from '#contract/catalogue.ts';
import { urlDecode } from '#standin/aspForm.ts';
import type { AspRequest, Received, Routed } from '#standin/aspRequest.ts';
import type { AspReply } from '#standin/aspReplies.ts';
import { decodeSoapBody } from './soapCharset.ts';
import { NO_BODY, readSoapParameters } from './soapParameters.ts';
import { type FaultExtras, SoapFault, bareReply, faultReply, resultReply } from './soapReplies.ts';
import { mediaType } from '#wire/message.ts';
import { type WireNames, soapAction, wireNameOf } from '#wire/names.ts';
import { type SoapVersion, soapVersions } from '#wire/soap.ts';
import { type XmlElement, parseXml, MalformedXml } from '#wire/xml.ts';

const UNABLE = 'Server was unable to process request.';
const UNREADABLE = 'Server was unable to read request.';
const NO_ACTION = 'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
const TOO_LARGE = [
  'There was an exception running the extensions specified in the config file.',
  'Maximum request length exceeded.',
];

/**
 * Finds the operation of a SOAP request, as ASP.NET does: by the SOAPAction header, else by the `action` of the content
 * type, else by the first element of the body. What is wrong further on in the document is not seen yet.
 * Source: System.Web.Services, SoapServerProtocol.Initialize and RouteRequest; seen by lab/conformance.
 */
export function routeSoap(request: AspRequest, group: GroupName, names: WireNames): Routed | AspReply {
  const guessed: SoapVersion =
    request.soapAction === undefined || mediaType(request.contentType) === soapVersions.soap12.media
      ? 'soap12'
      : 'soap11';
  const seen: { envelope?: string } = {};
  try {
    if (request.tooLarge) throw new SoapFault('Server', TOO_LARGE);
    const find = (matches: (known: OperationName) => boolean): OperationName | undefined =>
      operationNames.find((known) => operationOf(known).group === group && matches(known));
    const operation =
      guessed === 'soap11' ? byHeader(request.soapAction ?? '', find, names) : byBody(request, find, names, seen);
    return routed(operation, guessed, request, names);
  } catch (error) {
    if (error instanceof MalformedXml && isPastItsBody(request)) return bareReply(guessed, 400);
    return failed(seen.envelope === undefined ? guessed : versionOf(seen.envelope), error, seen.envelope);
  }
}

/** Tells whether a fault in a document may stand behind the beginning of its body: a host does not read that far for the operation. */
function isPastItsBody({ body, contentType }: AspRequest): boolean {
  const text = decodeSoapBody(body, contentType);
  const begins = text.search(/<(?:[\w.-]+:)?Body[\s/>]/);
  return begins !== -1 && !text.slice(0, begins).includes('<!DOCTYPE');
}

type Find = (matches: (known: OperationName) => boolean) => OperationName | undefined;

function byHeader(header: string, find: Find, names: WireNames): OperationName {
  const quoted = header.length > 1 && header.startsWith('"') && header.endsWith('"');
  const action = urlDecode(quoted ? header.slice(1, -1) : header, (run) => Buffer.from(run).toString());
  const found = find((known) => soapAction(known, names) === action);
  if (found) return found;
  throw new SoapFault('Client', [noAction(action)]);
}

function noAction(action: string): string {
  return `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`;
}

function byBody(request: AspRequest, find: Find, names: WireNames, seen: { envelope?: string }): OperationName {
  const action = /;\s*action\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(request.contentType);
  const given = action?.[1] ?? action?.[2] ?? '';
  const acted = given === '' ? undefined : find((known) => soapAction(known, names) === given);
  if (acted) return acted;
  const [name, namespace] = requestElement(documentOf(request), seen);
  const named = namespace === names.namespace ? find((known) => wireNameOf(known, names) === name) : undefined;
  if (named) return named;
  throw new SoapFault('Client', [
    given === '' ? NO_ACTION : `Unable to handle request. The action '${given}' was not recognized.`,
  ]);
}

/** Returns the name and namespace of the first element in the body. */
function requestElement(root: XmlElement, seen: { envelope?: string }): readonly [name: string, namespace: string] {
  seen.envelope = root.namespace;
  if (root.name !== 'Envelope')
    throw new Error(`Element 'Envelope' with namespace name '${root.namespace}' was not found.`);
  const body = root.children.find(({ name, namespace }) => name === 'Body' && namespace === root.namespace);
  if (!body) throw new Error(NO_BODY);
  const [first] = body.children;
  return [first?.name ?? '', first?.namespace ?? ''];
}

function routed(operation: OperationName, guessed: SoapVersion, request: AspRequest, names: WireNames): Routed {
  let version = guessed;
  return {
    operation,
    get binding() {
      return version;
    },
    read() {
      const [envelope, received] = readBody(operation, guessed, request, names);
      version = envelope;
      return received;
    },
    answer: (text) => resultReply(version, operation, text, names),
    exception: (...messages) => faultReply(version, new SoapFault('Server', [UNABLE, ...messages])),
    refusal: (message) => faultReply(version, new SoapFault('Client', [message])),
    soapException: (message, extras: FaultExtras) => faultReply(version, new SoapFault('Client', [message]), extras),
    unreadable: () =>
      faultReply(
        version,
        new SoapFault('Client', [
          UNREADABLE,
          'There is an error in XML document (1, 1).',
          'Input string was not in a correct format.',
        ]),
      ),
    unknown: () =>
      faultReply(
        version,
        new SoapFault('Client', [guessed === 'soap11' ? noAction(soapAction(operation, names)) : NO_ACTION]),
      ),
  };
}

/** Reads the parameters, and the version that the envelope is of. Source: System.Web.Services, SoapServerProtocol.ReadParameters. */
function readBody(
  operation: OperationName,
  guessed: SoapVersion,
  request: AspRequest,
  names: WireNames,
): readonly [version: SoapVersion, received: Received | AspReply] {
  const media = mediaType(request.contentType);
  if (!Object.values(soapVersions).some((known) => known.media === media)) return [guessed, bareReply(guessed, 415)];
  let version = guessed;
  let envelope: string | undefined;
  try {
    const root = documentOf(request, guessed);
    envelope = root.namespace;
    version = versionOf(envelope);
    if (envelope !== soapVersions[version].envelope) return [version, failed(version, undefined, envelope)];
    if (version === 'soap11' && media !== soapVersions.soap11.media) return [version, bareReply(version, 415)];
    return [version, readSoapParameters(root, operation, names)];
  } catch (error) {
    if (error instanceof SoapFault) return [version, failed(version, error)];
    if (error instanceof MalformedXml) return [version, bareReply(version, 400)];
    if (!(error instanceof Error)) throw error;
    return [version, faultReply(version, new SoapFault('Client', [UNREADABLE, error.message]))];
  }
}

/** Parses a request's document. @param version - the one whose charsets are allowed; absent: any charset is. */
function documentOf({ body, contentType }: AspRequest, version?: SoapVersion): XmlElement {
  return parseXml(Buffer.from(decodeSoapBody(body, contentType, version)), 'utf-8');
}

function versionOf(envelope: string): SoapVersion {
  return envelope === soapVersions.soap12.envelope ? 'soap12' : 'soap11';
}

/** Writes the reply to a request that cannot be routed; an envelope of another kind is named first. */
function failed(version: SoapVersion, error: unknown, envelope?: string): AspReply {
  const expected = soapVersions[version].envelope;
  if (envelope !== undefined && envelope !== expected) {
    const message = `Possible SOAP version mismatch: Envelope namespace ${envelope} was unexpected. Expecting ${expected}.`;
    return faultReply(version, new SoapFault('VersionMismatch', [message]));
  }
  if (error instanceof SoapFault) {
    return faultReply(version, error, error.code === 'MustUnderstand' ? { detail: false } : {});
  }
  if (!(error instanceof Error)) throw error;
  return faultReply(version, new SoapFault('Server', [UNABLE, error.message]));
}
