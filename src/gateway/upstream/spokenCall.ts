import { KEY_PARAMETER, type Parameters } from '#contract/call.ts';
import { type GroupName, operationOf, type OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { type HttpAnswer, problemAnswer, refusal } from '#http/answer.ts';
import type { Settings } from '#settings/settings.ts';
import type { UpstreamKnowledge } from './upstreamCheck.ts';
import type { SentCall } from '#wire/beforeItRan.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from '#wire/bindings.ts';
import type { WireRequest } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';

export interface SpeechSettings extends Pick<Settings, 'names' | 'upstreamBinding'> {
  readonly knowledge: UpstreamKnowledge;
}

/** A request in a binding, and what is needed to read its reply. */
export interface SpokenCall extends SentCall {
  readonly binding: BindingName;
  readonly request: WireRequest;
}

/** The bindings for a call that its own cannot carry. None is SOAP 1.1, which runs with nulls in a wrong namespace. */
const INSTEAD: Readonly<Record<BindingName, readonly BindingName[]>> = {
  'http-post': ['soap12'],
  'http-get': ['http-post', 'soap12'],
  soap11: ['http-post'],
  soap12: ['http-post'],
};

/**
 * Puts a call into the upstream's binding, or into one that the service offers besides and that can carry it.
 *
 * @param parameters - checked, all of them, the key included, in table order.
 * @returns the refusal where none can.
 */
export function speak(
  operation: OperationName,
  parameters: Parameters,
  settings: SpeechSettings,
): SpokenCall | HttpAnswer {
  const { upstreamBinding, names, knowledge } = settings;
  const { group } = operationOf(operation);
  const held = heldAnswer(group, knowledge);
  if (held) return held;
  const spoken = encode(upstreamBinding, operation, parameters, names);
  if ('request' in spoken) return spoken;
  for (const binding of INSTEAD[upstreamBinding].filter((other) => knowledge.offered(group).includes(other))) {
    const instead = encode(binding, operation, parameters, names);
    if ('request' in instead) return instead;
  }
  return refusal(`${spoken.message} The service offers no other way that could carry it.`);
}

/**
 * Returns the refusal of a call as long as the service is not known to be the one of the settings: in another namespace a
 * write would run over HTTP POST and its answer be nobody's, or run with nothing in it over SOAP (seen by lab/conformance).
 *
 * @returns `undefined` where it may leave.
 */
export function heldAnswer(group: GroupName, knowledge: UpstreamKnowledge): HttpAnswer | undefined {
  const why = knowledge.held(group);
  return why === undefined ? undefined : problemAnswer('not-forwarded', why, { retryAfterS: 5 });
}

/** Puts a call into a binding. @returns the reason where it cannot carry the call. */
function encode(
  binding: BindingName,
  operation: OperationName,
  parameters: Parameters,
  names: WireNames,
): SpokenCall | InvalidParameter {
  try {
    if (binding === 'http-post' || binding === 'http-get') checkForm(parameters);
    return { binding, operation, parameters, request: bindings[binding].encodeCall(operation, parameters, names) };
  } catch (error) {
    if (error instanceof InvalidParameter) return error;
    throw error;
  }
}

/** The texts that ASP.NET takes for an attack and refuses in a form or a query. Source: lab/conformance. */
const DANGEROUS = /<[A-Za-z!/?]|&#/;

/** Tells whether ASP.NET's request validation would refuse one of the texts in a form. */
export function isDangerousForm(parameters: Parameters): boolean {
  return parameters.some(([, text]) => DANGEROUS.test(text));
}

/** Checks the texts of a form. @throws InvalidParameter naming the first that ASP.NET's request validation would refuse. */
function checkForm(parameters: Parameters): void {
  for (const [name, text] of parameters) {
    const found = DANGEROUS.exec(text)?.[0];
    if (found === undefined) continue;
    const shown = name === KEY_PARAMETER ? 'its characters' : `“${found}”`; // no part of a key is shown
    throw new InvalidParameter(name, `the service refuses ${shown} in a form.`);
  }
}
