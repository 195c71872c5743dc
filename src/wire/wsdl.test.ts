import { expect, test } from 'vitest';
import { readWsdl } from '#wire/wsdl.ts';
import { MalformedXml } from './xml.ts';

const PORTS = {
  soap11: ['Soap', '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>'],
  soap12: ['Soap12', '<soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>'],
  'http-get': ['HttpGet', '<http:binding verb="GET"/>'],
  'http-post': ['HttpPost', '<http:binding verb="POST"/>'],
} as const;

/** Returns a description as an ASMX host writes it, with these ports. */
function wsdl(offered: readonly (keyof typeof PORTS)[], namespace = 'http://tempuri.org/'): string {
  const bindings = offered.map(
    (name) => `<wsdl:binding name="P${PORTS[name][0]}" type="tns:PSoap">${PORTS[name][1]}</wsdl:binding>`,
  );
  const ports = offered.map((name) => `<wsdl:port name="P${PORTS[name][0]}" binding="tns:P${PORTS[name][0]}"/>`);
  return (
    `<?xml version="1.0" encoding="utf-8"?>\r\n<wsdl:definitions xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" ` +
    `xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" ` +
    `xmlns:tns="${namespace}" targetNamespace="${namespace}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">` +
    `<wsdl:portType name="PSoap"><wsdl:operation name="RevertOff"/></wsdl:portType>` +
    `<wsdl:portType name="PHttpGet"><wsdl:operation name="RevertOff"/><wsdl:operation name="B"/></wsdl:portType>` +
    `${bindings.join('')}<wsdl:service name="P">${ports.join('')}</wsdl:service></wsdl:definitions>`
  );
}

function read(body: string) {
  return readWsdl({ status: 200, contentType: 'text/xml; charset=utf-8', body: new TextEncoder().encode(body) });
}

test.each([
  [['soap11', 'soap12', 'http-get', 'http-post'] as const],
  [['soap11', 'soap12'] as const],
  [['http-post'] as const],
  [[] as const],
])('%j are the bindings that it has ports for', (offered) => {
  expect(read(wsdl(offered))).toEqual({ namespace: 'http://tempuri.org/', offered, operations: ['RevertOff', 'B'] });
});

test('a binding without a port is not offered', () => {
  const document = wsdl(['soap11', 'soap12']).replace('<wsdl:port name="PSoap12" binding="tns:PSoap12"/>', '');
  expect(read(document).offered).toEqual(['soap11']);
});

test('its namespace is as it stands there', () => {
  expect(read(wsdl(['soap11'], 'urn:logistics')).namespace).toBe('urn:logistics');
});

test('what is no description is none', () => {
  expect(() => read('<html/>')).toThrow('no WSDL');
  expect(() => read('<definitions xmlns="urn:other"/>')).toThrow('no WSDL');
  expect(() => read('')).toThrow(MalformedXml);
  expect(() => read(wsdl(['soap11']).slice(0, -9))).toThrow(MalformedXml);
});
