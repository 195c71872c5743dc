import { escapeMarkup } from '#contract/entities.ts';
import { type SoapVersion, soapVersions } from '#wire/soap.ts';

/**
 * Sentences that a genuine host has for itself before a method runs, said after one ran: they came from behind the service
 * and were let through. None names what `REVERT_OFF` sent and our own check could have missed.
 */
export const LET_THROUGH: readonly string[] = [
  'Missing parameter: stockCode.',
  'Missing parameter: storeCode.',
  'Request format is invalid: application/json.',
  'Request format is invalid: multipart/form-data; boundary=B.',
  'Request format is invalid: Server was unable to read request.',
  "Invalid method name 'closeBag',  method names are case sensitive.   The method name 'CloseBag' with the same name but different casing was found.\r\nParameter name: methodName",
  "Invalid method name 'RevertOff' in the script, method names are case sensitive.",
  "Invalid method name 'RevertOff',  method names are case sensitive.   The method name 'CloseBag1' with the same name but different casing was found.",
  'CloseBag Web Service method name is not valid.',
  'RevertOff Web Service method name is not valid. The bag was closed.',
  'The bag was closed. RevertOff Web Service method name is not valid.',
  'Cannot convert S-01-A to System.Int32.\r\nParameter name: type ---> Input string was not in a correct format.',
  'Cannot convert 7 to System.Int32.\r\nParameter name: type',
  'A potentially dangerous Request.Form value was detected from the client (note="<b>x").',
  'A potentially dangerous Request.Form value was detected from the client (storeCode="<b>x").',
  'A potentially dangerous Request.Form value was detected from the client (storeCode="S-01-A").',
  'A potentially dangerous Request.Form value was detected from the client (storeCode="").',
  'Server was unable to read request.',
  'Server was unable to read request. ---> There is an error in XML document (2, 296). ---> Input string was not in a correct format.',
  'Server did not recognize the value of HTTP Header SOAPAction: http://downstream.example/Book.',
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.',
  'Possible SOAP version mismatch: Envelope namespace urn:x was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.',
  'SOAP header Security was not understood.',
  'There was an exception running the extensions specified in the config file. ---> Maximum request length exceeded.',
];

/** Returns a failure of HTTP POST and GET as the host writes it. */
export function plainFailure(sentence: string): string {
  return sentence
    .split(' ---> ')
    .map((part) => escapeMarkup(part, /[&<>"']/g))
    .join(' ---> ');
}

/** Returns a fault as the host writes it. @param code - without its prefix. */
export function soapFailure(version: SoapVersion, code: string, sentence: string): string {
  const text = escapeMarkup(sentence);
  const inside =
    version === 'soap11'
      ? `<faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring><detail />`
      : `<soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason><soap:Detail />`;
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soapVersions[version].envelope}">` +
    `<soap:Body><soap:Fault>${inside}</soap:Fault></soap:Body></soap:Envelope>`
  );
}
