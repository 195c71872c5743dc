import { XmlFailure } from './xmlMarkup.ts';
import type { NodeKind, XmlReader } from './xmlReader.ts';

/** Passes over what is no content. Source: System.Xml, XmlReader.MoveToContent. @returns the kind it stops at. */
export function moveToContent(reader: XmlReader): NodeKind {
  const skipped: readonly NodeKind[] = ['none', 'declaration', 'blank', 'comment', 'instruction'];
  while (skipped.includes(reader.node.kind) && reader.read());
  return reader.node.kind;
}

/** Whether the next content is this element. Source: System.Xml, XmlReader.IsStartElement. */
export function isStart(reader: XmlReader, name: string, namespace: string): boolean {
  return moveToContent(reader) === 'element' && reader.node.name === name && reader.node.namespace === namespace;
}

/** Enters an element. Source: System.Xml, XmlReader.ReadStartElement. @throws XmlFailure where it is another one. */
export function readStart(reader: XmlReader, name: string, namespace: string): void {
  if (!isStart(reader, name, namespace)) {
    const { line, column } = reader.node;
    throw new XmlFailure(
      `Element '${name}' with namespace name '${namespace}' was not found. Line ${line}, position ${column}.`,
    );
  }
  reader.read();
}

/** Passes over a node with all that is in it. Source: System.Xml, XmlReader.Skip. */
export function skip(reader: XmlReader): void {
  const { kind, empty, depth } = reader.node;
  if (kind === 'element' && !empty) while (reader.read() && reader.node.depth > depth);
  reader.read();
}

/**
 * The text of an element of which nothing but text may be inside: a comment or a child is refused.
 * Source: System.Xml, XmlReader.ReadElementString.
 *
 * @throws XmlFailure
 */
export function readElementText(reader: XmlReader): string {
  const { empty } = reader.node;
  reader.read();
  if (empty) return '';
  let text = '';
  while (reader.node.kind === 'text' || reader.node.kind === 'blank') {
    text += reader.node.text;
    reader.read();
  }
  const { kind, line, column } = reader.node;
  if (kind !== 'end') throw new XmlFailure(`Unexpected node type ${kind}. Line ${line}, position ${column}.`);
  reader.read();
  return text;
}
