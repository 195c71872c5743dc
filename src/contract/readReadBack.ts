import { KEY_PARAMETER } from '#contract/call.ts';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import { booleanAt, expressionAt, objectAt, operationAt, textAt } from '#contract/json.ts';
import { PLACE, type ReadBack, type ReadBackSource } from '#contract/readBack.ts';

/**
 * Reads one read-back of a site configuration.
 *
 * @param where - its name in the sentence.
 * @throws TypeError naming the member that is wrong and what was expected.
 */
export function readReadBack(value: unknown, where: string): ReadBack {
  const rule = objectAt(value, where);
  const path = `${where}.`;
  const operation = operationAt(rule, path, 'operation');
  if (operationOf(operation).effect === 'read') throw new TypeError(`${path}operation: ${operation} is a read.`);
  const read = operationAt(rule, path, 'read');
  if (operationOf(read).effect !== 'read') throw new TypeError(`${path}read: ${read} is not a read.`);
  const sources = Object.entries(objectAt(rule['parameters'], `${path}parameters`));
  const parameters = Object.fromEntries(
    sources.map(([name, source]) => [name, readSource(source, `${path}parameters.${name}`, operation)]),
  );
  for (const [name] of operationOf(read).parameters) {
    if (name !== KEY_PARAMETER && !Object.hasOwn(parameters, name)) {
      throw new TypeError(`${path}parameters.${name}: ${read} needs it, and it is missing.`);
    }
  }
  for (const name of Object.keys(parameters)) {
    if (!operationOf(read).parameters.some(([known]) => known === name && known !== KEY_PARAMETER)) {
      throw new TypeError(`${path}parameters.${name}: ${read} has no such parameter.`);
    }
  }
  return {
    operation,
    read,
    parameters,
    before: booleanAt(rule, path, 'before', false),
    ...(rule['doneWhen'] !== undefined && { doneWhen: expressionOf(rule, path, 'doneWhen') }),
    ...(rule['notDoneWhen'] !== undefined && { notDoneWhen: expressionOf(rule, path, 'notDoneWhen') }),
    ...(rule['confirmedBy'] !== undefined && { confirmedBy: textAt(rule, path, 'confirmedBy') }),
  };
}

function readSource(value: unknown, where: string, operation: OperationName): ReadBackSource {
  const source = objectAt(value, where);
  if (source['text'] !== undefined) return { text: textAt(source, `${where}.`, 'text') };
  if (source['scan'] !== undefined) {
    const { scan } = source;
    if (typeof scan === 'number' && Number.isInteger(scan) && scan > 0) return { scan };
    throw new TypeError(`${where}.scan: expected 1 for the first scan, 2 for the second and so on.`);
  }
  const parameter = textAt(source, `${where}.`, 'parameter');
  if (parameter === KEY_PARAMETER || !operationOf(operation).parameters.some(([name]) => name === parameter)) {
    throw new TypeError(`${where}.parameter: ${operation} has no parameter “${parameter}”.`);
  }
  return { parameter };
}

/** Checked with its places filled: `{name}` alone is no regular expression with the flag `u`. */
function expressionOf(rule: Readonly<Record<string, unknown>>, path: string, name: string): string {
  const source = textAt(rule, path, name);
  expressionAt(
    { [name]: source.replace(PLACE, (place, named?: string) => (named === undefined ? place : 'x')) },
    path,
    name,
  );
  return source;
}
