import type { DatabaseSync } from 'node:sqlite';
import { isObject, jsonIn } from '#contract/json.ts';

/** The arguments of an operation by wire name; numbers as .NET would write them, a text that is `null` left out. */
export type Arguments = Readonly<Record<string, string | undefined>>;

/** Runs one operation in the caller's transaction. @returns the result text. */
type RunOperation = (db: DatabaseSync, values: Arguments) => string;

/** What an operation does here. */
export interface StandinOperation {
  readonly run: RunOperation;
  /** What a worker enters to be refused nothing while the warehouse is as it is seeded; the tests call each operation so. */
  readonly sample: Readonly<Record<string, string>>;
}

/** A key that is not valid is an answer like any other: the operation ran, and refused. */
export function withKey(sample: StandinOperation['sample'], run: RunOperation): StandinOperation {
  return {
    sample,
    run(db, values) {
      const known = db.prepare('select 1 from api_keys where key = ?').get(values['apiKey'] ?? '');
      return known ? run(db, values) : 'ERR: apiKey is not valid';
    },
  };
}

/** A parameter that is JSON by name, as an object; `undefined` where it is none. */
export function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text);
  return isObject(value) ? value : undefined;
}

/** A member that is a text or a number, as text; anything else is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
