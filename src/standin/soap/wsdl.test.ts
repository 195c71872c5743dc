import { afterAll, expect, test } from 'vitest';
import { groupPaths, operationNames, operationOf, type GroupName } from '#contract/catalogue.ts';
import { parseXml } from '#wire/xml.ts';
import { ownStandin } from '#standin/testing/standinRig.ts';

const standin = await ownStandin({ namespace: 'urn:logistics', partnerOperation: 'GetReportDataAcme' });
afterAll(() => standin[Symbol.asyncDispose]());

const groups = Object.keys(groupPaths) as GroupName[];
const fetched = async (path: string): Promise<readonly [type: string, body: string]> => {
  const reply = await fetch(new URL(path, standin.url));
  return [reply.headers.get('content-type') ?? '', await reply.text()];
};

test.each(groups)(
  'the description of the %s group is XML, has its own address, its actions and its types',
  async (group) => {
    const path = groupPaths[group];
    const [type, body] = await fetched(`${path}?WSDL`);
    expect(type).toBe('text/xml; charset=utf-8');
    expect(parseXml(new TextEncoder().encode(body), undefined, 20_000).name).toBe('definitions');
    expect([...body.matchAll(/address location="([^"]*)"/g)].map(([, at]) => at)).toEqual(
      Array(4).fill(`${standin.url.origin}${path}`),
    );
    expect(body).toContain('elementFormDefault="qualified" targetNamespace="urn:logistics"');
    const offered = operationNames.filter((operation) => operationOf(operation).group === group);
    const wire = offered.map((operation) => (operation === 'GetReportDataPartner' ? 'GetReportDataAcme' : operation));
    const actions = [...body.matchAll(/soapAction="([^"]*)"/g)].map(([, action]) => action);
    expect(actions).toEqual([...wire, ...wire].map((name) => `urn:logistics/${name}`));
    for (const [name, kind] of offered.flatMap((operation) => operationOf(operation).parameters)) {
      expect(body).toContain(
        `<s:element minOccurs="${kind === 'string' ? 0 : 1}" maxOccurs="1" name="${name}" type="s:${kind}" />`,
      );
    }
    expect((await fetched(`${path}?wsdl`))[1]).toBe(body);
    expect((await fetched(`${path}?DISCO`))[1]).toContain(`contractRef ref="${standin.url.origin}${path}?wsdl"`);
  },
);

test('the help page lists the operations, and each has a page of samples', async () => {
  const [type, body] = await fetched(groupPaths.warehouse);
  expect(type).toBe('text/html; charset=utf-8');
  expect(body).toContain('<a href="WareHouseAPIV1.asmx?op=GetReportDataAcme">');
  const [, samples] = await fetched(`${groupPaths.warehouse}?op=GetReportDataAcme`);
  for (const binding of ['soap11', 'soap12', 'http-get', 'http-post']) expect(samples).toContain(`<h2>${binding}</h2>`);
  expect((await fetch(new URL(`${groupPaths.warehouse}?op=Nope`, standin.url))).status).toBe(500);
});
