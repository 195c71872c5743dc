import type { DatabaseSync } from 'node:sqlite';
import { isObject, jsonIn } from '#contract/json.ts';

/** The arguments of an operation by wire name; numbers as .NET would write them, a text that is `null` left out. */
export type Arguments = Readonly<Record<string, string | undefined>>;

/** Runs one operation in the caller's transaction. @returns the result text. */
type RunOperation = (db: DatabaseSync, values: Arguments) => string;

/** An operation as the stand-in runs it. */
export interface StandinOperation {
  readonly run: RunOperation;
  /** The parameters with which a freshly filled warehouse refuses nothing; the tests call each operation with them. */
  readonly sample: Readonly<Record<string, string>>;
}

/** Makes an operation that looks at the key first. A wrong key gets an answer like any other: the operation ran, and refused. */
export function withKey(sample: StandinOperation['sample'], run: RunOperation): StandinOperation {
  return {
    sample,
    run(db, values) {
      const known = db.prepare('select 1 from api_keys where key = ?').get(values['apiKey'] ?? '');
      return known ? run(db, values) : 'ERR: apiKey is not valid';
    },
  };
}

/** Reads a parameter that holds a JSON object; `undefined`: it does not. */
export function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text);
  return isObject(value) ? value : undefined;
}

/** Returns a member that is a text or a number as text; anything else is empty. */
export function memberText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
