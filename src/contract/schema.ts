import { attempt } from '#contract/attempt.ts';

/**
 * The part of JSON Schema 2020-12 that the site configuration is written in, and the sentences that go with it.
 * `x-sentences` holds what is said where a keyword refuses, with `{value}` for what stands there; an editor passes over it.
 */
export interface Schema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly propertyNames?: Schema;
  /** `false`: what `properties` does not name is a slip of the pen, for whoever writes the file. */
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'regex';
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly allOf?: readonly Schema[];
  /** Alternatives that are told apart by the members that they require. */
  readonly oneOf?: readonly Schema[];
  readonly 'x-sentences'?: Readonly<Partial<Record<keyof Schema, string>>>;
}

/** A schema of values of a type: `Of` gives it. */
export interface SchemaOf<T> extends Schema {
  /** Never there: it only carries the type. */
  readonly 'x-type'?: T;
}

/** The type of what `readBy` returns for a schema. */
export type Of<S extends Schema> = S extends SchemaOf<infer T> ? T : never;

type TypeName = 'object' | 'array' | 'string' | 'boolean' | 'integer' | 'number' | 'null';
type Members = Readonly<Record<string, unknown>>;

/** Told of a member that the schema does not know, by its whole path, with those that it knows in that place. */
export type OnUnknown = (member: string, known: readonly string[]) => void;

/**
 * Checks a value and copies what the schema knows of it: members that it does not know are left out.
 *
 * @param where - what the value is called in a sentence.
 * @param onUnknown - absent: what is left out goes without a word.
 * @throws TypeError with one sentence that names the member and what was expected.
 */
export function readBy<T>(
  schema: SchemaOf<T>,
  value: unknown,
  where: string,
  onUnknown: OnUnknown = () => undefined,
): T {
  return read(schema, value, { where, path: '', onUnknown }) as T;
}

/** Place of a value: what it is called in a sentence, and its path. Beyond the whole the two are one. */
interface Place {
  readonly where: string;
  readonly path: string;
  readonly onUnknown: OnUnknown;
}

function read(schema: Schema, value: unknown, place: Place): unknown {
  const { where, path } = place;
  const refuse: Refuse = (keyword, otherwise) => {
    const sentence = schema['x-sentences']?.[keyword] ?? otherwise;
    throw new TypeError(`${where}: ${sentence.replace('{value}', String(value))}`);
  };
  if (!isOfType(schema, value)) refuse('type', expectedType(schema));
  for (const part of schema.allOf ?? []) read(part, value, place);
  if (typeof value === 'string') checkText(schema, value, refuse);
  if (typeof value === 'number') checkNumber(schema, value, refuse);
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) refuse('minItems', `expected ${schema.minItems ?? 0} at least.`);
    if (schema.uniqueItems && new Set(value).size < value.length) refuse('uniqueItems', 'one is there twice.');
    const { items } = schema;
    return items ? value.map((item, index) => read(items, item, within(place, `${path}[${index}]`))) : value;
  }
  if (typeof value === 'object' && value !== null) return readMembers(schema, value as Members, place, refuse);
  return value;
}

type Refuse = (keyword: keyof Schema, otherwise: string) => void;

function readMembers(schema: Schema, value: Members, place: Place, refuse: Refuse): Members {
  const shape = shapeOf(schema, value);
  const { properties = {}, required = [], additionalProperties: rest } = shape;
  const memberPlace = (name: string): Place => within(place, place.path === '' ? name : `${place.path}.${name}`);
  const present = Object.keys(value).filter((name) => value[name] !== undefined);
  for (const [name, others] of Object.entries(shape.dependentRequired ?? {})) {
    const missing = others.find((other) => present.includes(name) && !present.includes(other));
    if (missing !== undefined) refuse('dependentRequired', `${name} needs ${missing} beside it.`);
  }
  const { oneOf } = schema;
  if (oneOf && oneOf.filter((one) => (one.required ?? []).every((name) => present.includes(name))).length !== 1) {
    refuse('oneOf', `expected one of ${oneOf.map((one) => (one.required ?? []).join(' with ')).join(', ')}.`);
  }
  const copy: Record<string, unknown> = {};
  for (const name of required) {
    if (!present.includes(name)) read(properties[name] ?? {}, undefined, memberPlace(name));
  }
  for (const name of present) {
    const at = memberPlace(name);
    if (schema.propertyNames) read(schema.propertyNames, name, at);
    const member = properties[name] ?? (rest || undefined);
    if (member) copy[name] = read(member, value[name], at);
    else if (rest === false) place.onUnknown(at.path, Object.keys(properties));
  }
  return copy;
}

function within(place: Place, path: string): Place {
  return { ...place, where: path, path };
}

/** Returns the schema with the alternative that the members ask for. */
function shapeOf(schema: Schema, value: Members): Schema {
  const chosen = schema.oneOf?.find(({ required = [] }) => required.every((name) => value[name] !== undefined));
  if (!chosen) return schema;
  return {
    ...schema,
    ...chosen,
    properties: { ...schema.properties, ...chosen.properties },
    required: [...(schema.required ?? []), ...(chosen.required ?? [])],
  };
}

function checkText(schema: Schema, value: string, refuse: Refuse): void {
  const { minLength = 0, maxLength, pattern } = schema;
  const { length } = Array.from(value); // code points, as JSON Schema counts
  if (schema.enum && !schema.enum.includes(value)) refuse('enum', expectedOf(schema.enum));
  if (length < minLength)
    refuse(
      'minLength',
      minLength === 1 ? 'expected a text that is not empty.' : `expected ${minLength} characters at least.`,
    );
  if (maxLength !== undefined && length > maxLength) {
    refuse('maxLength', `expected ${maxLength} characters at most, not ${length}.`);
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    refuse('pattern', '“{value}” is not as expected.');
  if (schema.format === 'regex' && !isExpression(value)) refuse('format', '“{value}” is not a regular expression.');
}

/** Tells whether the text is the source of a regular expression with the flag `u`. */
export function isExpression(source: string): boolean {
  return attempt(() => new RegExp(source, 'u')) !== undefined;
}

function checkNumber(schema: Schema, value: number, refuse: Refuse): void {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity, multipleOf } = schema;
  const isBelow = value < minimum || value <= exclusiveMinimum;
  if (isBelow || value > maximum) refuse(isBelow ? 'minimum' : 'maximum', expectedType(schema));
  if (multipleOf !== undefined && value % multipleOf !== 0)
    refuse('multipleOf', `expected a multiple of ${multipleOf}.`);
}

function isOfType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true;
  const types: readonly string[] = typeof type === 'string' ? [type] : type;
  const is = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const isSaid = is !== 'number' || Number.isFinite(value); // what is no finite number passes every bound
  return (types.includes(is) && isSaid) || (types.includes('integer') && Number.isInteger(value));
}

function expectedType(schema: Schema): string {
  const { type, minimum, exclusiveMinimum, maximum } = schema;
  if (type === 'integer') {
    return minimum === undefined || maximum === undefined
      ? 'expected a whole number.'
      : `expected a whole number from ${minimum} to ${maximum}.`;
  }
  if (type === 'number') {
    const least = minimum === undefined ? '' : ` from ${minimum}`;
    const above = exclusiveMinimum === undefined ? least : ` above ${exclusiveMinimum}`;
    return `expected a number${above}${maximum === undefined ? '' : `, ${maximum} at most`}.`;
  }
  const words: Readonly<Record<string, string>> = {
    object: 'an object',
    array: 'a list',
    string: 'a text',
    boolean: 'true or false',
    number: 'a number',
    null: 'null',
  };
  return `expected ${listed((typeof type === 'string' ? [type] : (type ?? [])).map((name) => words[name] ?? name))}.`;
}

/** Says which names were expected: few with what stands there instead, a long list as it is. */
function expectedOf(names: readonly string[]): string {
  return names.length > 6 ? `expected one of ${names.join(', ')}.` : `expected ${listed(names)}, not “{value}”.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

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

export function list<S extends Schema>(items: S): SchemaOf<readonly Of<S>[]> {
  return { type: 'array', items };
}

/** Makes the schema of one of these texts. */
export function among<T extends string>(values: readonly T[], more: Schema = {}): SchemaOf<T> {
  return { type: 'string', enum: values, ...more };
}
