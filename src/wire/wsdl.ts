import type { BindingName } from '#wire/binding.ts';
import { type WireReply, charsetOf } from '#wire/message.ts';
import { ForeignDocument } from '#wire/stringDocument.ts';
import { type XmlElement, parseXml } from '#wire/xml.ts';

const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const SOAP11 = 'http://schemas.xmlsoap.org/wsdl/soap/';
const SOAP12 = 'http://schemas.xmlsoap.org/wsdl/soap12/';
const HTTP = 'http://schemas.xmlsoap.org/wsdl/http/';

/** The description of a service of hundreds of operations has fewer. */
const MAX_ELEMENTS = 20_000;

export interface ServiceDescription {
  /** The namespace of its requests and answers. */
  readonly namespace: string;
  /** The bindings that it has a port for. */
  readonly offered: readonly BindingName[];
  /** The operations of all ports. */
  readonly operations: readonly string[];
}

/**
 * Reads the description of a group, as `?WSDL` gives it.
 *
 * Source: WSDL 1.1, sections 3 and 4; an ASMX host has one port for each protocol that is switched on for everybody.
 *
 * @throws MalformedXml, ForeignDocument where it is none.
 */
export function readWsdl(reply: WireReply): ServiceDescription {
  const root = parseXml(reply.body, charsetOf(reply.contentType), MAX_ELEMENTS);
  if (root.name !== 'definitions' || root.namespace !== WSDL) throw new ForeignDocument('it is no WSDL');
  const bindings = new Map(childrenOf(root, WSDL, 'binding').map((element) => [nameOf(element), element]));
  const ports = childrenOf(root, WSDL, 'service').flatMap((service) => childrenOf(service, WSDL, 'port'));
  const offered = ports.flatMap((port) => {
    const name = port.attributes.get('binding') ?? '';
    const binding = bindings.get(name.slice(name.lastIndexOf(':') + 1));
    return binding ? (bindingOf(binding) ?? []) : [];
  });
  const operations = childrenOf(root, WSDL, 'portType').flatMap((portType) =>
    childrenOf(portType, WSDL, 'operation').map(nameOf),
  );
  return {
    namespace: root.attributes.get('targetNamespace') ?? '',
    offered: [...new Set(offered)],
    operations: [...new Set(operations)],
  };
}

function bindingOf(binding: XmlElement): BindingName | undefined {
  if (childrenOf(binding, SOAP11, 'binding').length > 0) return 'soap11';
  if (childrenOf(binding, SOAP12, 'binding').length > 0) return 'soap12';
  const verb = childrenOf(binding, HTTP, 'binding')[0]?.attributes.get('verb');
  return verb === 'GET' ? 'http-get' : verb === 'POST' ? 'http-post' : undefined;
}

function childrenOf(parent: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return parent.children.filter((child) => child.name === name && child.namespace === namespace);
}

function nameOf(element: XmlElement): string {
  return element.attributes.get('name') ?? '';
}
