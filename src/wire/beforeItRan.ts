import { KEY_PARAMETER, type Parameters } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { type WireNames, asciiOf, soapAction, wireNameOf } from '#wire/names.ts';

/** A call as it left: what a sentence has to name before it is believed. */
export interface SentCall {
  readonly operation: OperationName;
  /** All of them as they were sent; `[]` where nobody remembers them. */
  readonly parameters: Parameters;
}

/** Before a sentence of SOAP that is said in HTTP POST, where older handhelds know it by this beginning. */
const AS_POST = 'Request format is invalid: ';

/**
 * Returns the whole sentence in which the host refused this very call before a method could run, without its type and its trace;
 * `undefined` for everything else. Every check of ours has been made before the call left, so a sentence on a missing
 * parameter or a value that cannot be read is never the host's: it was let through from behind the service, which has
 * acted. What is left names the method or the SOAPAction that was sent, or a value that the host takes for an attack and
 * we do not. Source: docs/adr/2026-11-26-a-refusal-names-the-call.md; lab/conformance.
 */
export function refusedBeforeItRan(text: string, sent: SentCall, names: WireNames): string | undefined {
  const whole = sentenceIn(text);
  if (whole === undefined) return undefined;
  const said = whole.startsWith(AS_POST) ? whole.slice(AS_POST.length) : whole;
  const method = wireNameOf(sent.operation, names);
  const isOfThisCall =
    said === `${method} Web Service method name is not valid.` ||
    said === notSpoken(sent, names) ||
    isOfItsAction(said, sent, names) ||
    isOfItsSpelling(said, method) ||
    isOfItsValue(said, sent.parameters);
  return isOfThisCall ? whole : undefined;
}

/** Returns the same for a fault of SOAP 1.1, in which the host says it of the SOAPAction alone; as it is said in HTTP POST. */
export function refusedAction(text: string, sent: SentCall, names: WireNames): string | undefined {
  const whole = sentenceIn(text);
  return whole !== undefined && isOfItsAction(whole, sent, names) ? AS_POST + whole : undefined;
}

/** Returns the gateway's sentence where the host knows no SOAP of the version that was spoken; as it is said in HTTP POST. */
export function versionRefused(sent: SentCall, names: WireNames): string {
  return AS_POST + notSpoken(sent, names);
}

function notSpoken({ operation }: SentCall, names: WireNames): string {
  return `${wireNameOf(operation, names)} was not run: the service does not speak this version of SOAP.`;
}

function isOfItsAction(said: string, { operation }: SentCall, names: WireNames): boolean {
  const action = soapAction(operation, names);
  const beginning = 'Server did not recognize the value of HTTP Header SOAPAction: ';
  return said === `${beginning}${action}.` || said === `${beginning}${asciiOf(action)}.`;
}

const SPELLING_END = "' with the same name but different casing was found.";

/** Names the method as it was sent, and how the host spells it. */
function isOfItsSpelling(said: string, method: string): boolean {
  const beginning = `Invalid method name '${method}', method names are case sensitive. The method name '`;
  const spelt = said.slice(beginning.length, beginning.length + method.length);
  const end = said.slice(beginning.length + method.length);
  return (
    said.startsWith(beginning) &&
    spelt.toLowerCase() === method.toLowerCase() &&
    (end === SPELLING_END || end === `${SPELLING_END} Parameter name: methodName`)
  );
}

const DANGEROUS_END = '").';

/**
 * Quotes what the host takes for an attack out of a value that was sent; it shortens a long one at either end. A part of the
 * key is passed on to nobody, and would be found in no form of it.
 */
function isOfItsValue(said: string, parameters: Parameters): boolean {
  const [, name = '', quoted = ''] =
    /^A potentially dangerous Request\.(?:Form|QueryString) value was detected from the client \((\w{1,80})="(.*)$/.exec(
      said,
    ) ?? [];
  if (!quoted.endsWith(DANGEROUS_END) || name === KEY_PARAMETER) return false;
  const part = quoted
    .slice(0, -DANGEROUS_END.length)
    .replace(/^\.\.\./, '')
    .replace(/\.\.\.$/, '');
  const sent = parameters.find(([parameter]) => parameter === name)?.[1] ?? '';
  return /[<&]/.test(part) && inOneLine(sent).includes(part.trim());
}

/**
 * Puts a text in one line, without the exception's type before it and the trace behind it, which a service shows with
 * customErrors Off. `undefined`: the trace goes through something else than the host.
 */
function sentenceIn(text: string): string | undefined {
  const [said = '', ...trace] = text.trim().split(/\n[ \t]*at (?=[^\n]*\()/);
  if (!trace.every((line) => line.startsWith('System.Web.'))) return undefined;
  return inOneLine(said.replace(/^System(?:\.[A-Za-z0-9_]+)+Exception: /, ''));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
