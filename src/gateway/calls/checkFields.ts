import { KEY_PARAMETER, type Parameters } from '#contract/call.ts';
import { operationOf, type OperationName } from '#contract/catalogue.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { checkValue } from '#contract/values.ts';

/**
 * Each parameter once, none missing, none unknown, each readable by its type; texts stay as they came. SOAP would run
 * a call without them, with nothing in their place (seen by lab/conformance).
 *
 * @returns all of them in table order. @throws InvalidParameter
 */
export function checkFields(
  operation: OperationName,
  fields: Parameters,
  upstreamApiKey: string | undefined,
): Parameters {
  const table = operationOf(operation).parameters;
  const given = new Map<string, string>();
  for (const [name, text] of fields) {
    if (!table.some(([known]) => known === name)) {
      throw new InvalidParameter(name.slice(0, 80), `${operation} has no such parameter.`);
    }
    if (given.has(name)) throw new InvalidParameter(name, 'it is there more than once.');
    given.set(name, text);
  }
  if (upstreamApiKey !== undefined) given.set(KEY_PARAMETER, upstreamApiKey);
  return table.map(([name, type]) => {
    const text = given.get(name);
    if (text === undefined) throw new InvalidParameter(name, `${operation} needs it, and it is missing.`);
    checkValue(name, type, text);
    // ASP.NET takes a comma for grouping and would read 1,5 as 15 (seen by lab/conformance).
    if (type === 'decimal' && text.includes(',')) {
      throw new InvalidParameter(name, 'the service reads a comma as grouping: write a point, such as 1.25.');
    }
    return [name, text];
  });
}
