import { groupPaths, operationOf, type GroupName, type OperationName } from '#contract/catalogue.ts';
import { type AspReply, errorPage, htmlEncode } from './aspReplies.ts';
import { type DescribedGroup, discoOf, groupOperations, wsdlOf } from '#standin/soap/wsdl.ts';
import { bindings } from '#wire/bindings.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';

/** Writes what a browser finds at a group's address: its help page, its description, or an operation's samples. */
export function documentation(group: GroupName, query: string, address: string, names: WireNames): AspReply {
  const service = groupPaths[group].slice(1, -'.asmx'.length);
  const described: DescribedGroup = { group, service, address, names };
  if (/^wsdl(&|$)/i.test(query)) return page('text/xml', wsdlOf(described));
  if (/^disco(&|$)/i.test(query)) return page('text/xml', discoOf(described));
  const asked = new URLSearchParams(query).get('op');
  if (asked === null) return page('text/html', helpPage(described));
  const operation = groupOperations(described).find((known) => wireNameOf(known, names) === asked);
  return operation ? page('text/html', samplePage(operation, described)) : errorPage(500, 'Runtime Error');
}

function page(media: string, body: string): AspReply {
  return { status: 200, contentType: `${media}; charset=utf-8`, body, cacheControl: 'private, max-age=0' };
}

function helpPage(described: DescribedGroup): string {
  const { service, names } = described;
  const items = groupOperations(described).map((operation) => {
    const name = htmlEncode(wireNameOf(operation, names));
    return `<li><a href="${service}.asmx?op=${encodeURIComponent(wireNameOf(operation, names))}">${name}</a></li>`;
  });
  return html(`${service} Web Service`, [
    `<h1>${service}</h1>`,
    `<p>The following operations are supported. For a formal definition, please review the <a href="${service}.asmx?WSDL">Service Description</a>.</p>`,
    `<ul>${items.join('')}</ul>`,
  ]);
}

/** Writes one request of each binding, with the types in the places of the values. */
function samplePage(operation: OperationName, { service, names }: DescribedGroup): string {
  const name = htmlEncode(wireNameOf(operation, names));
  const parameters = operationOf(operation).parameters.map(([parameter, type]) => [parameter, type] as const);
  const samples = Object.entries(bindings).flatMap(([binding, { encodeCall }]) => {
    const { method, path, headers, body } = encodeCall(operation, parameters, names);
    const head = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
    return [
      `<h2>${binding}</h2>`,
      `<pre>${htmlEncode([`${method} ${path} HTTP/1.1`, ...head, '', body].join('\n'))}</pre>`,
    ];
  });
  return html(`${service} Web Service`, [`<h1>${service}</h1>`, `<p>${name}</p>`, ...samples]);
}

function html(title: string, content: readonly string[]): string {
  return ['<html>', `<head><title>${title}</title></head>`, '<body>', ...content, '</body>', '</html>', ''].join(
    '\r\n',
  );
}
