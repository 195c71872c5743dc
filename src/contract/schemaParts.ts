import type { Of, Schema, SchemaOf } from '#contract/schema.ts';

export const text: SchemaOf<string> = { type: 'string' };
export const named: SchemaOf<string> = { type: 'string', minLength: 1 };
export const yesOrNo: SchemaOf<boolean> = { type: 'boolean' };
export const anyNumber: SchemaOf<number> = { type: 'number' };
export const wholeNumber: SchemaOf<number> = { type: 'integer' };

type ObjectOf<P extends Readonly<Record<string, Schema>>, Required> = {
  readonly [Name in keyof P as Name extends Required ? Name : never]: Of<P[Name]>;
} & {
  readonly [Name in keyof P as Name extends Required ? never : Name]?: Of<P[Name]>;
};

/** Makes the schema of an object whose members are all named here. */
export function object<P extends Readonly<Record<string, Schema>>, Required extends keyof P & string = never>(
  properties: P,
  required: readonly Required[] = [],
  more: Schema = {},
): SchemaOf<ObjectOf<P, Required>> {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false, ...more };
}

/** Makes the schema of an object of any members, each of one kind. */
export function record<S extends Schema>(values: S): SchemaOf<Readonly<Record<string, Of<S>>>> {
  return { type: 'object', additionalProperties: values };
}

export function list<S extends Schema>(items: S, description?: string): SchemaOf<readonly Of<S>[]> {
  return { type: 'array', items, ...(description !== undefined && { description }) };
}

/** Makes the schema of one of these texts. */
export function among<T extends string>(values: readonly T[], more: Schema = {}): SchemaOf<T> {
  return { type: 'string', enum: values, ...more };
}
