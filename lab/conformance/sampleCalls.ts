import type { Parameters } from '#contract/call.ts';
import { KEY_PARAMETER } from '#contract/call.ts';
import { operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';

/** The key of the samples; the stand-in knows it. */
export const SAMPLE_KEY = 'demo-key-0001';

/** Text that any binding carries as it is: nothing that request validation takes for markup, and short enough for a URL. */
const CARRIED_BY_ALL = 'Ж中😀 a+b=c&d %41 < "é" \'x\'; ';

/** Value that a sample has in each parameter of a type; texts are told apart by their place. */
export interface SampleValues {
  readonly string: string;
  readonly int: string;
  readonly decimal: string;
}

export const usualValues: SampleValues = { string: CARRIED_BY_ALL, int: '41', decimal: '12.50' };

/** A text that is longer stands in the first parameter alone: four of them are more than the gateway takes. */
const LONG = 1000;

/**
 * A call of the operation with all its parameters, in table order. No two of one call are alike, so that none can
 * stand in for another: texts end in their place, and so do integers where the usual value is given.
 */
export function sampleCall(operation: OperationName, values: SampleValues = usualValues): Parameters {
  const { parameters } = operationOf(operation);
  const first = parameters.findIndex(([name, type]) => type === 'string' && name !== KEY_PARAMETER);
  return parameters.map(([name, type], place) => {
    if (name === KEY_PARAMETER) return [name, SAMPLE_KEY];
    if (type === 'string') {
      const text = values.string.length > LONG && place !== first ? '' : values.string;
      return [name, `${text}${place === first && text === '' ? '' : place}`];
    }
    return [name, type === 'int' && values.int === usualValues.int ? `${values.int}${place}` : values[type]];
  });
}

/** Operations that have a parameter of the type. */
export function operationsWith(type: 'string' | 'int' | 'decimal'): readonly OperationName[] {
  return operationNames.filter((name) =>
    operationOf(name).parameters.some(([parameter, given]) => given === type && parameter !== KEY_PARAMETER),
  );
}
