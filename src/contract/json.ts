import { type OperationName, isOperationName } from '#contract/catalogue.ts';

/** Parsed JSON that is an object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** @param where - its name in the sentence. @throws TypeError */
export function objectAt(value: unknown, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${where}: expected an object.`);
  }
  return value as JsonObject;
}

/** A list; empty where it is absent. @throws TypeError */
export function listAt(object: JsonObject, name: string): readonly unknown[] {
  const value = object[name] ?? [];
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected a list.`);
  return value;
}

/** @param path - what stands before `name` in the sentence. @param absent - what it is where it is not there. @throws TypeError */
export function textAt(object: JsonObject, path: string, name: string, absent?: string): string {
  const value = object[name] ?? absent;
  if (typeof value !== 'string') throw new TypeError(`${path}${name}: expected a text.`);
  return value;
}

/** A list of texts; empty where it is absent. @throws TypeError */
export function textsAt(object: JsonObject, name: string): readonly string[] {
  return listAt(object, name).map((text, index) => {
    if (typeof text !== 'string') throw new TypeError(`${name}[${index}]: expected a text.`);
    return text;
  });
}

/** @throws TypeError */
export function booleanAt(object: JsonObject, path: string, name: string, absent: boolean): boolean {
  const value = object[name] ?? absent;
  if (typeof value !== 'boolean') throw new TypeError(`${path}${name}: expected true or false.`);
  return value;
}

/** The source of a regular expression with the flag `u`. @throws TypeError */
export function expressionAt(object: JsonObject, path: string, name: string): string {
  const source = textAt(object, path, name);
  try {
    new RegExp(source, 'u');
  } catch {
    throw new TypeError(`${path}${name}: “${source}” is not a regular expression.`);
  }
  return source;
}

/** The name of one of the 20 operations. @throws TypeError */
export function operationAt(object: JsonObject, path: string, name: string): OperationName {
  const operation = textAt(object, path, name);
  if (!isOperationName(operation)) {
    throw new TypeError(`${path}${name}: “${operation}” is not one of the 20 operations.`);
  }
  return operation;
}
