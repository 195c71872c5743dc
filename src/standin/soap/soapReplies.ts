import type { OperationName } from '#contract/catalogue.ts';
import type { AspReply } from '#standin/aspReplies.ts';
import type { BindingName } from '#wire/binding.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';
import { SCHEMAS, type SoapVersion, soapVersions } from '#wire/soap.ts';
import { escapeResult, writeStringDocument } from '#wire/stringDocument.ts';
import { escapeXml } from '#wire/xml.ts';

/** The code of a fault, in SOAP 1.1's words: it says who is to blame. */
export type FaultCode = 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand';

/** A request that SOAP answers with a fault. */
export class SoapFault extends Error {
  override readonly name = 'SoapFault';
  readonly code: FaultCode;

  constructor(code: FaultCode, messages: readonly string[]) {
    super(messages.join(' ---> '));
    this.code = code;
  }
}

/** The header that names the known envelopes. Source: SOAP 1.2 part 1, section 5.4.7. */
const UPGRADE = [
  `<soap:Header><soap12:Upgrade xmlns:soap12="${soapVersions.soap12.envelope}">`,
  `<soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${soapVersions.soap11.envelope}" />`,
  `<soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${soapVersions.soap12.envelope}" />`,
  '</soap12:Upgrade></soap:Header>',
].join('');

/** The parts of a fault beside its text: who says it, and the XML of its detail (`false`: there is no such element). */
export interface FaultExtras {
  readonly actor?: string;
  readonly detail?: string | false;
}

/** Writes a fault as an ASMX host does. Source: lab/conformance. */
export function faultReply(version: SoapVersion, { code, message }: SoapFault, extras: FaultExtras = {}): AspReply {
  const header = code === 'VersionMismatch' ? UPGRADE : '';
  const fault = version === 'soap11' ? fault11(code, message, extras) : fault12(code, message, extras);
  return {
    status: 500,
    contentType: contentTypeOf(version),
    body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soapVersions[version].envelope}" ${SCHEMAS}>${header}<soap:Body><soap:Fault>${fault}</soap:Fault></soap:Body></soap:Envelope>`,
    cacheControl: 'private', // Microsoft's host drops the header also after the operation ran
  };
}

function fault11(code: FaultCode, message: string, { actor, detail = '' }: FaultExtras): string {
  const by = actor === undefined ? '' : `<faultactor>${escapeResult(actor)}</faultactor>`;
  const more = detail === '' ? '<detail />' : detail === false ? '' : `<detail>${detail}</detail>`;
  return `<faultcode>soap:${code}</faultcode><faultstring>${escapeResult(message)}</faultstring>${by}${more}`;
}

function fault12(code: FaultCode, message: string, { actor, detail = '' }: FaultExtras): string {
  const word = { Client: 'Sender', Server: 'Receiver', VersionMismatch: code, MustUnderstand: code }[code];
  const by = actor === undefined ? '' : `<soap:Node>${escapeResult(actor)}</soap:Node>`;
  const more = detail === '' ? '<soap:Detail />' : detail === false ? '' : `<detail>${detail}</detail>`;
  return `<soap:Code><soap:Value>soap:${word}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${escapeResult(message)}</soap:Text></soap:Reason>${by}${more}`;
}

/** Writes a status and nothing else, as ASMX answers to broken XML (400) and to an unknown content type (415). */
export function bareReply(version: SoapVersion, status: 400 | 415): AspReply {
  return { status, contentType: contentTypeOf(version), body: '', cacheControl: 'private' };
}

/** Writes a result; `null` is no text at all. Source: lab/conformance. */
export function resultReply(
  binding: BindingName,
  operation: OperationName,
  text: string | null,
  names: WireNames,
): AspReply {
  const isForm = binding === 'http-post' || binding === 'http-get';
  return {
    status: 200,
    contentType: isForm ? 'text/xml; charset=utf-8' : contentTypeOf(binding),
    body: isForm ? writeStringDocument(text, names.namespace) : envelopeOf(binding, operation, text, names),
    cacheControl: 'private, max-age=0',
  };
}

function envelopeOf(version: SoapVersion, operation: OperationName, text: string | null, names: WireNames): string {
  const name = wireNameOf(operation, names);
  const xmlns = `xmlns="${escapeXml(names.namespace)}"`;
  const result = text === '' ? `<${name}Result />` : `<${name}Result>${escapeResult(text ?? '')}</${name}Result>`;
  const response =
    text === null ? `<${name}Response ${xmlns} />` : `<${name}Response ${xmlns}>${result}</${name}Response>`;
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soapVersions[version].envelope}" ${SCHEMAS}><soap:Body>${response}</soap:Body></soap:Envelope>`;
}

function contentTypeOf(version: SoapVersion): string {
  return `${soapVersions[version].media}; charset=utf-8`;
}
