/** The delimiters of a message's groups. Source: RFC 8010, 3.5.1. */
export const ippGroups = { operation: 1, job: 2, printer: 4 } as const;

const END = 3;

/** The tags of values. Source: RFC 8010, 3.5.2. */
export const ippTags = {
  noValue: 0x13,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const;

const FIRST_VALUE_TAG = 0x10;
const HEAD_BYTES = 8;

/** The most bytes of a message that are read: its values are objects, which take many times a byte each. */
export const MOST_IPP_BYTES = 512 * 1024;

export interface IppValue {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

/** A group's attributes by name. The members of a collection are further values of it: nothing here asks for one. */
export interface IppGroup {
  readonly tag: number;
  readonly attributes: ReadonlyMap<string, readonly IppValue[]>;
}

/** A request or a response. */
export interface IppMessage {
  /** Of a request the operation, of a response the status. */
  readonly code: number;
  readonly requestId: number;
  readonly groups: readonly IppGroup[];
}

/** Makes a value of text. */
export function ippText(tag: number, text: string): IppValue {
  return { tag, bytes: Buffer.from(text) };
}

/** Makes a value of an integer or an enum. */
export function ippNumber(tag: number, number: number): IppValue {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return { tag, bytes };
}

/** Makes a value that is true or false. */
export function ippBoolean(is: boolean): IppValue {
  return { tag: ippTags.boolean, bytes: Buffer.of(is ? 1 : 0) };
}

/** Makes a group. The order is kept: charset, language and the target come first. Source: RFC 8011, 4.1.4. */
export function ippGroup(
  tag: number,
  attributes: readonly (readonly [name: string, ...values: readonly IppValue[]])[],
): IppGroup {
  return { tag, attributes: new Map(attributes.map(([name, ...values]) => [name, values])) };
}

/** Writes a message of version 1.1, which every server takes; a document comes after it. Source: RFC 8010, 3.1. */
export function writeIpp({ code, requestId, groups }: IppMessage): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(1, 0);
  head.writeUInt8(1, 1);
  head.writeUInt16BE(code, 2);
  head.writeUInt32BE(requestId, 4);
  const parts: Uint8Array[] = [head];
  for (const { tag, attributes } of groups) {
    parts.push(Buffer.of(tag));
    for (const [name, values] of attributes) {
      values.forEach((value, at) => {
        const named = Buffer.from(at === 0 ? name : '');
        parts.push(Buffer.of(value.tag), lengthOf(named), named, lengthOf(value.bytes), value.bytes);
      });
    }
  }
  return Buffer.concat([...parts, Buffer.of(END)]);
}

/** @throws RangeError where it is longer than a length can say. */
function lengthOf(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.byteLength);
  return length;
}

/**
 * Reads a message, whoever wrote it; what comes after it is not looked at. Each step goes on by at least a byte, so that it ends.
 *
 * @returns `undefined`: it is none, it breaks off, or it is longer than `MOST_IPP_BYTES`.
 */
export function readIpp(bytes: Uint8Array): IppMessage | undefined {
  if (bytes.byteLength > MOST_IPP_BYTES || bytes.byteLength <= HEAD_BYTES) return undefined;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const groups: { readonly tag: number; readonly attributes: Map<string, IppValue[]> }[] = [];
  let at = HEAD_BYTES;
  let values: IppValue[] | undefined;
  const counted = (): Buffer | undefined => {
    if (at + 2 > view.length) return undefined;
    const from = at + 2;
    const end = from + view.readUInt16BE(at);
    if (end > view.length) return undefined;
    at = end;
    return view.subarray(from, end);
  };
  while (at < view.length) {
    const tag = view.readUInt8(at);
    at += 1;
    if (tag === END) return { code: view.readUInt16BE(2), requestId: view.readUInt32BE(4), groups };
    if (tag < FIRST_VALUE_TAG) {
      groups.push({ tag, attributes: new Map() });
      values = undefined;
      continue;
    }
    const name = counted()?.toString();
    const value = counted();
    const group = groups.at(-1);
    if (name === undefined || value === undefined || !group) return undefined;
    if (name !== '') group.attributes.set(name, (values = []));
    if (!values) return undefined;
    values.push({ tag, bytes: value });
  }
  return undefined;
}

/** Returns an attribute's values as texts; none where it has none. */
export function ippTextsOf(group: IppGroup | undefined, name: string): readonly string[] {
  return (group?.attributes.get(name) ?? []).map(({ bytes }) => Buffer.from(bytes).toString());
}

/** Returns an attribute's first value as a number; `undefined`: it is none. */
export function ippNumberOf(group: IppGroup | undefined, name: string): number | undefined {
  const [value] = group?.attributes.get(name) ?? [];
  const isNumber = value?.tag === ippTags.integer || value?.tag === ippTags.enum;
  return isNumber && value.bytes.byteLength === 4 ? Buffer.from(value.bytes).readInt32BE() : undefined;
}

/** Tells whether an attribute says yes; `undefined`: it says neither. */
export function ippBooleanOf(group: IppGroup | undefined, name: string): boolean | undefined {
  const [value] = group?.attributes.get(name) ?? [];
  return value?.tag === ippTags.boolean && value.bytes.byteLength === 1 ? value.bytes[0] === 1 : undefined;
}

/** Tells whether an attribute is there and says that it has no value yet. */
export function hasNoIppValue(group: IppGroup | undefined, name: string): boolean {
  return group?.attributes.get(name)?.[0]?.tag === ippTags.noValue;
}
