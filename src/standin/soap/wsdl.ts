import { operationNames, operationOf, type GroupName, type OperationName } from '#contract/catalogue.ts';
import { type WireNames, soapAction, wireNameOf } from '#wire/names.ts';
import { escapeXml } from '#wire/xml.ts';

/** A group to describe. */
export interface DescribedGroup {
  readonly group: GroupName;
  /** The service's name, such as `PDAAPIV1`. */
  readonly service: string;
  /** The address at which the client found it. */
  readonly address: string;
  readonly names: WireNames;
}

const NAMESPACES = [
  ['soap12', 'http://schemas.xmlsoap.org/wsdl/soap12/'],
  ['http', 'http://schemas.xmlsoap.org/wsdl/http/'],
  ['mime', 'http://schemas.xmlsoap.org/wsdl/mime/'],
  ['s', 'http://www.w3.org/2001/XMLSchema'],
  ['soap', 'http://schemas.xmlsoap.org/wsdl/soap/'],
  ['wsdl', 'http://schemas.xmlsoap.org/wsdl/'],
] as const;

/** Lists the operations of a group. */
export function groupOperations({ group }: { readonly group: GroupName }): readonly OperationName[] {
  return operationNames.filter((operation) => operationOf(operation).group === group);
}

/** Writes the service's description as ASP.NET does: four ports, elements qualified. Source: lab/conformance. */
export function wsdlOf(described: DescribedGroup): string {
  const { service, names } = described;
  const namespace = attribute(names.namespace);
  const declarations = NAMESPACES.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(' ');
  const operations = groupOperations(described);
  const name = (operation: OperationName): string => wireNameOf(operation, names);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<wsdl:definitions ${declarations} xmlns:tns="${namespace}" targetNamespace="${namespace}">`,
    `  <wsdl:types><s:schema elementFormDefault="qualified" targetNamespace="${namespace}">`,
    ...operations.flatMap((operation) => schema(operation, name(operation))),
    '    <s:element name="string" nillable="true" type="s:string" />',
    '  </s:schema></wsdl:types>',
    ...operations.flatMap((operation) => messages(operation, name(operation))),
    ...['Soap', 'HttpGet', 'HttpPost'].flatMap((port) => portType(service, port, operations.map(name))),
    ...(['soap', 'soap12'] as const).flatMap((prefix) => soapBinding(described, prefix, operations)),
    ...(['GET', 'POST'] as const).flatMap((verb) => httpBinding(service, verb, operations.map(name))),
    ...ports(described),
    '</wsdl:definitions>',
  ].join('\r\n');
}

function schema(operation: OperationName, name: string): readonly string[] {
  const element = (attributes: string): string => `<s:element ${attributes} />`;
  const sequence = (content: readonly string[]): string =>
    `<s:complexType><s:sequence>${content.join('')}</s:sequence></s:complexType>`;
  const parameters = operationOf(operation).parameters.map(([parameter, type]) =>
    element(`minOccurs="${type === 'string' ? 0 : 1}" maxOccurs="1" name="${parameter}" type="s:${type}"`),
  );
  const result = [element(`minOccurs="0" maxOccurs="1" name="${name}Result" type="s:string"`)];
  return [
    `    <s:element name="${name}">${sequence(parameters)}</s:element>`,
    `    <s:element name="${name}Response">${sequence(result)}</s:element>`,
  ];
}

function messages(operation: OperationName, name: string): readonly string[] {
  const message = (suffix: string, parts: string): string =>
    `  <wsdl:message name="${name}${suffix}">${parts}</wsdl:message>`;
  const part = (of: string, element: string): string => `<wsdl:part name="${of}" element="tns:${element}" />`;
  const texts = operationOf(operation)
    .parameters.map(([parameter]) => `<wsdl:part name="${parameter}" type="s:string" />`)
    .join('');
  return [
    message('SoapIn', part('parameters', name)),
    message('SoapOut', part('parameters', `${name}Response`)),
    ...['HttpGet', 'HttpPost'].flatMap((port) => [
      message(`${port}In`, texts),
      message(`${port}Out`, part('Body', 'string')),
    ]),
  ];
}

function portType(service: string, port: string, operations: readonly string[]): readonly string[] {
  return [
    `  <wsdl:portType name="${service}${port}">`,
    ...operations.map(
      (name) =>
        `    <wsdl:operation name="${name}"><wsdl:input message="tns:${name}${port}In" /><wsdl:output message="tns:${name}${port}Out" /></wsdl:operation>`,
    ),
    '  </wsdl:portType>',
  ];
}

function soapBinding(
  { service, names }: DescribedGroup,
  prefix: 'soap' | 'soap12',
  operations: readonly OperationName[],
): readonly string[] {
  const body = `<${prefix}:body use="literal" />`;
  return [
    `  <wsdl:binding name="${service}${prefix === 'soap' ? 'Soap' : 'Soap12'}" type="tns:${service}Soap">`,
    `    <${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http" />`,
    ...operations.map((operation) => {
      const action = `<${prefix}:operation soapAction="${attribute(soapAction(operation, names))}" style="document" />`;
      return `    <wsdl:operation name="${wireNameOf(operation, names)}">${action}<wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`;
    }),
    '  </wsdl:binding>',
  ];
}

function httpBinding(service: string, verb: 'GET' | 'POST', operations: readonly string[]): readonly string[] {
  const port = verb === 'GET' ? 'HttpGet' : 'HttpPost';
  const input = verb === 'GET' ? '<http:urlEncoded />' : '<mime:content type="application/x-www-form-urlencoded" />';
  return [
    `  <wsdl:binding name="${service}${port}" type="tns:${service}${port}">`,
    `    <http:binding verb="${verb}" />`,
    ...operations.map(
      (name) =>
        `    <wsdl:operation name="${name}"><http:operation location="/${name}" /><wsdl:input>${input}</wsdl:input><wsdl:output><mime:mimeXml part="Body" /></wsdl:output></wsdl:operation>`,
    ),
    '  </wsdl:binding>',
  ];
}

function ports({ service, address }: DescribedGroup): readonly string[] {
  const port = (name: string, prefix: string): string =>
    `    <wsdl:port name="${service}${name}" binding="tns:${service}${name}"><${prefix}:address location="${attribute(address)}" /></wsdl:port>`;
  return [
    `  <wsdl:service name="${service}">`,
    port('Soap', 'soap'),
    port('Soap12', 'soap12'),
    port('HttpGet', 'http'),
    port('HttpPost', 'http'),
    '  </wsdl:service>',
  ];
}

/** Writes the smallest discovery document: it says where the description is. */
export function discoOf({ address }: DescribedGroup): string {
  const where = attribute(address);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<discovery xmlns="http://schemas.xmlsoap.org/disco/">',
    `  <contractRef ref="${where}?wsdl" docRef="${where}" xmlns="http://schemas.xmlsoap.org/disco/scl/" />`,
    '</discovery>',
  ].join('\r\n');
}

function attribute(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;');
}
