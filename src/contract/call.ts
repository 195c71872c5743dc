import { operationOf, type OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { checkValue } from '#contract/values.ts';

/** The parameter that carries the credential; it is added when a call is sent and is in no call before. */
export const KEY_PARAMETER = 'apiKey';

/** A longer key is refused, in letters: what every reply is looked through for is bounded. */
export const LONGEST_KEY = 4096;

/** Parameters as wire texts, in table order. */
export type Parameters = readonly (readonly [name: string, text: string])[];

/** An operation and its checked parameters in table order, without the credential. */
export interface Call {
  readonly operation: OperationName;
  readonly parameters: Parameters;
}

/** Returns the wire names of an operation's parameters in table order, without the credential. */
export function parametersOf(operation: OperationName): readonly string[] {
  return operationOf(operation).parameters.flatMap(([name]) => (name === KEY_PARAMETER ? [] : [name]));
}

/**
 * Checks every value and puts the parameters in table order.
 *
 * @param values - one text for each parameter except `apiKey`, by wire name.
 * @throws InvalidParameter naming the first parameter that is missing, unknown or not of its type.
 */
export function makeCall(operation: OperationName, values: Readonly<Record<string, string>>): Call {
  const expected = operationOf(operation).parameters.filter(([name]) => name !== KEY_PARAMETER);
  const unknown = Object.keys(values).find((name) => !expected.some(([known]) => known === name));
  if (unknown !== undefined)
    throw new InvalidParameter(unknown, `${operation} has no such parameter.`, 'unknown', operation);
  const parameters = expected.map(([name, type]) => {
    const value = values[name];
    if (value === undefined)
      throw new InvalidParameter(name, `${operation} needs it, and it is missing.`, 'missing', operation);
    return [name, checkValue(name, type, value)] as const;
  });
  return { operation, parameters };
}

/** The parameter whose value is the lane, by operation. */
export type Lanes = Readonly<Partial<Record<OperationName, string>>>;

/** Returns the parameters with the credential put in its place in table order: what is encoded. */
export function withAccessKey(call: Call, apiKey: string): Parameters {
  const texts = new Map(call.parameters);
  return operationOf(call.operation).parameters.map(([name]) => [
    name,
    name === KEY_PARAMETER ? apiKey : (texts.get(name) ?? ''),
  ]);
}

/**
 * Returns the lane of a call: calls with one lane keep their order, lanes are independent of each other.
 *
 * Operations that name the same object by the same parameter share its lane (CompleteBag and AgainOpenBag of one
 * `logTransferDtlID`); an operation without one has a single lane of its own. Assumption A-03.
 *
 * @param lanes - the site's own parameters in place of the catalogue's.
 */
export function laneOf(call: Call, lanes: Lanes = {}): string {
  const lane = lanes[call.operation] ?? operationOf(call.operation).lane;
  if (lane === undefined) return call.operation;
  return `${lane}:${new Map(call.parameters).get(lane) ?? ''}`;
}
