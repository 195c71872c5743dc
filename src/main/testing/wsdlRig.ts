import type { BindingName } from '#wire/binding.ts';

const KINDS = {
  soap11: '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>',
  soap12: '<soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>',
  'http-get': '<http:binding verb="GET"/>',
  'http-post': '<http:binding verb="POST"/>',
} as const;

/** Writes the description of a group that offers these bindings. */
export function wsdlOffering(offered: readonly BindingName[], namespace = 'http://tempuri.org/'): string {
  const bindings = offered.map((name) => `<w:binding name="${name}" type="t:p">${KINDS[name]}</w:binding>`);
  const ports = offered.map((name) => `<w:port name="${name}" binding="t:${name}"/>`);
  return (
    '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" ' +
    'xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" ' +
    `xmlns:t="${namespace}" targetNamespace="${namespace}">${bindings.join('')}` +
    `<w:service name="s">${ports.join('')}</w:service></w:definitions>`
  );
}
