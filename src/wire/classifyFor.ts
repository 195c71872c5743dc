import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from './bindings.ts';
import { classify, classifyAnswer, classifyBarred, noAnswer } from '#wire/classify.ts';
import { type WireReply, mediaType } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { type SoapFault, readFault, soapVersions } from '#wire/soap.ts';

/**
 * What a reply in a binding means. Total: any bytes give an outcome, nothing is thrown.
 *
 * Only the operation's own response is `answered`, and only the faults that ASP.NET writes before it runs the operation
 * are `rejected`. Whatever is left may have run. Source: docs/architecture.md; e2e/conformance.
 */
export function classifyFor(
  binding: BindingName,
  operation: OperationName,
  reply: WireReply,
  names: WireNames,
): Outcome {
  if (binding === 'http-post' || binding === 'http-get') return classify(reply, names);
  const media = mediaType(reply.contentType);
  const barred = classifyBarred(reply);
  if (barred) return barred;
  // A fault in reply to SOAP 1.2 may be in SOAP 1.1, where the service does not speak SOAP 1.2.
  const isSoap = Object.values(soapVersions).some((version) => version.media === media);
  if (reply.status === 500 && isSoap) return classifyFault(reply);
  return classifyAnswer(reply, media === soapVersions[binding].media, () =>
    bindings[binding].decodeAnswer(operation, reply, names),
  );
}

/** How the texts begin that ASP.NET writes before the operation runs. Seen on a genuine stack. */
const BEFORE_IT_RAN: readonly RegExp[] = [
  /^Server was unable to read request\./,
  /^Server did not recognize the value of HTTP Header SOAPAction/,
  /^Unable to handle request without a valid action parameter/,
  /^Possible SOAP version mismatch/,
  /^SOAP header .{1,200} was not understood/,
];

/** The codes of SOAP itself that say it was not understood, whatever the text. */
const NOT_UNDERSTOOD = ['VersionMismatch', 'MustUnderstand'];

/** What an exception's type looks like before its text, where the service shows them (customErrors Off). */
const EXCEPTION_TYPE = /(?<!\.)\bSystem(?:\.[A-Za-z0-9_]+)+Exception: /g;

/** What a rejection's sentence begins with, so that `toPostReply` gives the same sentence to the device. */
const REJECTED = 'Request format is invalid: ';

function classifyFault(reply: WireReply): Outcome {
  let fault: SoapFault;
  try {
    fault = readFault(reply);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return noAnswer('status', `The service failed in words that cannot be read: ${why}.`);
  }
  const text = fault.text.trimStart();
  const bare = text.replace(/^System(?:\.[A-Za-z0-9_]+)+Exception: /, '');
  if (!NOT_UNDERSTOOD.includes(fault.code) && !BEFORE_IT_RAN.some((known) => known.test(bare))) {
    return noAnswer('status', 'The service failed, and may have failed after acting.');
  }
  return { kind: 'rejected', reason: REJECTED + readable(bare) };
}

/** The first line of a fault's text, without types, arrows and control characters. */
function readable(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const parts = line.replace(EXCEPTION_TYPE, '').split('--->');
  const plain = parts.map((part) => part.trim()).join(' ');
  const sentence = plain.replace(/[\u0000-\u001F\u007F]+/g, ' ').slice(0, 400);
  return sentence.trim() || 'The service does not understand SOAP of this version.';
}
