import type { Outcome } from '#contract/outcome.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from './bindings.ts';
import { type SentCall, refusedAction, versionRefused } from '#wire/beforeItRan.ts';
import { classify, classifyAnswer, classifyBarred, mayHaveRun, noAnswer } from '#wire/classify.ts';
import { type WireReply, mediaType } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { type ReplyFault, type SoapVersion, readSoapFault, soapVersions } from '#wire/soap.ts';

/**
 * Classifies a reply in a binding. Any bytes give an outcome; nothing is thrown.
 *
 * Only the operation's own response is `answered`, and only a fault of the host on this very call, before it runs
 * anything, is `rejected`. Whatever is left may have run. Source: docs/architecture.md; `refusedBeforeItRan`.
 */
export function classifyFor(binding: BindingName, sent: SentCall, reply: WireReply, names: WireNames): Outcome {
  if (binding === 'http-post' || binding === 'http-get') return classify(reply, names, sent);
  const media = mediaType(reply.contentType);
  const barred = classifyBarred(reply);
  if (barred) return barred;
  // A fault in reply to SOAP 1.2 may be in SOAP 1.1, where the service does not speak SOAP 1.2.
  const isSoap = Object.values(soapVersions).some((version) => version.media === media);
  if (reply.status === 500 && isSoap) return classifyFault(binding, sent, reply, names);
  return classifyAnswer(reply, media === soapVersions[binding].media, () =>
    bindings[binding].decodeAnswer(sent.operation, reply, names),
  );
}

function classifyFault(binding: SoapVersion, sent: SentCall, reply: WireReply, names: WireNames): Outcome {
  let fault: ReplyFault;
  try {
    fault = readSoapFault(reply);
  } catch {
    return noAnswer('status', 'The service failed in words that cannot be read.');
  }
  if (fault.code === 'VersionMismatch' && !namesAnotherEnvelope(fault.text, binding))
    return { kind: 'rejected', reason: versionRefused(sent, names) };
  // Only SOAP 1.1 has a SOAPAction.
  const reason = binding === 'soap11' ? refusedAction(fault.text, sent, names) : undefined;
  return reason === undefined ? mayHaveRun() : { kind: 'rejected', reason };
}

/** Tells whether a mismatch is told of an envelope that was not ours: then somebody behind the service had one. */
function namesAnotherEnvelope(text: string, binding: SoapVersion): boolean {
  const named = /Envelope namespace (\S{1,200}) was unexpected/.exec(text)?.[1];
  return named !== undefined && named !== soapVersions[binding].envelope;
}
