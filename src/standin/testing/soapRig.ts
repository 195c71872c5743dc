import type { Standin } from '#standin/standin.ts';
import { STANDIN_KEY, envelope11, raw, revertOffElement, soap11 } from './standinRig.ts';

/** The content type of SOAP 1.1. */
export const one = 'text/xml; charset=utf-8';
/** The content type of SOAP 1.2. */
export const two = 'application/soap+xml; charset=utf-8';
/** The key as an element. */
export const KEY_ELEMENT = `<apiKey>${STANDIN_KEY}</apiKey>`;
/** The envelopes' namespaces by content type. */
export const namespaces = {
  [one]: 'http://schemas.xmlsoap.org/soap/envelope/',
  [two]: 'http://www.w3.org/2003/05/soap-envelope',
};
/** Writes an envelope as the host does. */
const around = (type: typeof one | typeof two, body: string, header = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespaces[type]}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">${header}<soap:Body>${body}</soap:Body></soap:Envelope>`;
/** Writes a result as the host does. */
export const result = (type: typeof one | typeof two, text: string, operation = 'RevertOff'): string =>
  around(
    type,
    `<${operation}Response xmlns="http://logistics.example/"><${operation}Result>${text}</${operation}Result></${operation}Response>`,
  );
/** Writes a fault in SOAP 1.1. */
export const fault11 = (code: string, text: string, detail = '<detail />', header = ''): string =>
  around(
    one,
    `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring>${detail}</soap:Fault>`,
    header,
  );
/** Writes a fault in SOAP 1.2. */
export const fault12 = (code: string, text: string, detail = '<soap:Detail />'): string =>
  around(
    two,
    `<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason>${detail}</soap:Fault>`,
  );
/** The header of a VersionMismatch. */
export const UPGRADE =
  '<soap:Header><soap12:Upgrade xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" /><soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="http://www.w3.org/2003/05/soap-envelope" /></soap12:Upgrade></soap:Header>';
/** The answer of RevertOff to D-9. */
export const UNKNOWN_DELIVERY = 'ERR: delivery D-9 is unknown';
/** The answer of an operation without a key. */
export const NO_KEY = 'ERR: apiKey is not valid';
/** RevertOff with all its parameters. */
export const whole = revertOffElement();
/** Writes RevertOff of a delivery, in SOAP 1.1. */
export const asked = (deliveryCode: string): string =>
  envelope11(revertOffElement(`<deliveryCode>${deliveryCode}</deliveryCode>${KEY_ELEMENT}`));
/** Writes the fault for an unknown action. */
export const refused = (action: string): string =>
  fault11('Client', `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`);
/** Writes the fault for parameters that cannot be read. */
export const unread = (why: string, place = ''): string =>
  fault11(
    'Client',
    `Server was unable to read request. ---&gt; ${place === '' ? '' : `There is an error in XML document (${place}). ---&gt; `}${why}`,
  );
/** The host's words on an envelope without a body. */
export const NO_BODY = 'Request format is invalid: Missing required soap:Body element.';
/** The host's words where nothing names an operation. */
export const NO_ACTION =
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
/** Writes CompleteBag with these parameters, in SOAP 1.1. */
export const bag = (inner: string): Buffer =>
  soap11(envelope11(`<CompleteBag xmlns="http://logistics.example/">${inner}</CompleteBag>`), {
    action: '"http://logistics.example/CompleteBag"',
    path: '/WareHouseAPIV1.asmx',
  });
/** Writes a header that must be understood. */
export const mustUnderstand = (value: string): string =>
  `<s:Header><a xmlns="urn:h" s:mustUnderstand="${value}"/></s:Header>`;

/** The bytes of a request, and the host's answer. */
export type SoapRow = [what: string, bytes: Buffer, status: number, type: string, body: string];

/** The answer to a row's bytes. */
export interface Answered {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string | undefined;
  readonly cacheControl: string | undefined;
  /** The times that an operation ran. */
  readonly ran: number;
}

/** Sends a row's bytes. */
export async function sendRow(standin: Standin, bytes: Buffer): Promise<Answered> {
  const seen = standin.journal.since(0).length;
  const reply = await raw(standin, bytes);
  return {
    status: reply?.status,
    type: reply?.headers.get('content-type'),
    body: reply?.body,
    cacheControl: reply?.headers.get('cache-control'),
    ran: standin.journal.since(0).length - seen,
  };
}

/** Returns the answer that a row promises: one with 200 has run once, and no other has run. */
export function promised([, , status, type, body]: SoapRow): Answered {
  const ran = status === 200 ? 1 : 0;
  return { status, type, body, cacheControl: ran === 1 ? 'private, max-age=0' : 'private', ran };
}
