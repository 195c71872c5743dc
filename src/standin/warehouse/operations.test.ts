import { afterAll, expect, test } from 'vitest';
import { operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from '#wire/bindings.ts';
import { operations } from './operations.ts';
import { STANDIN_KEY, ownStandin } from '#standin/testing/standinRig.ts';

const names = { namespace: 'http://logistics.example/', partnerOperation: 'GetReportDataPartner' };
const standin = await ownStandin();
afterAll(() => standin[Symbol.asyncDispose]());

type Values = Readonly<Record<string, string>>;

/** The values of parameters that no test names. */
const usual: Values = { apiKey: STANDIN_KEY, wareHoseId: '1', WarehouseID: '1' };

async function ask(
  operation: OperationName,
  values: Values,
  binding: BindingName = 'http-post',
): Promise<string | null> {
  const parameters = operationOf(operation).parameters.map(
    ([name, type]) => [name, values[name] ?? usual[name] ?? (type === 'string' ? '' : '7')] as const,
  );
  const { method, path, headers, body } = bindings[binding].encodeCall(operation, parameters, names);
  const reply = await fetch(new URL(path, standin.url), { method, headers, ...(method === 'POST' && { body }) });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const contentType = reply.headers.get('content-type') ?? '';
  return bindings[binding].decodeAnswer(operation, { status: reply.status, contentType, body: bytes }, names);
}
const read = async (operation: OperationName, values: Values): Promise<unknown> =>
  JSON.parse((await ask(operation, values)) ?? '');

test.each(operationNames)(
  '%s finds its rows, refuses a wrong key, and is journaled under each of the four bindings',
  async (operation) => {
    const { sample } = operations[operation];
    const known = operationOf(operation).parameters.map(([name]) => name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(sample)));
    for (const binding of Object.keys(bindings) as BindingName[]) {
      expect(await ask(operation, { ...sample, apiKey: 'wrong' }, binding)).toBe('ERR: apiKey is not valid');
      expect(standin.journal.since(0).at(-1)).toMatchObject({ operation, binding });
    }
    expect(await ask(operation, sample)).toMatch(/^(OK: |\{)/);
    const texts = operationOf(operation).parameters.filter(([name, type]) => type === 'string' && name !== 'apiKey');
    const unknown = Object.fromEntries(texts.map(([name]) => [name, '?']));
    const said = await ask(operation, unknown);
    expect(operation === 'ExistsDomesticDeliveryCode' ? said?.slice(0, 1) : said).toMatch(
      operation === 'ExistsDomesticDeliveryCode' ? /^\{$/ : /^ERR: /,
    );
  },
);

test('what is stored is found again', async () => {
  await ask(
    'OrderCodeExStorage',
    { oSDeliveryCode: 'EX-50021', orderCodeEx: 'ORD-7', remark: ' 中 <a&b ', shortCode: 'S' },
    'soap12',
  );
  expect(await read('GetDDCodeByOSDeliveryCode', { oSDeliveryCode: 'EX-50021' })).toEqual({
    oSDeliveryCode: 'EX-50021',
    ddCode: 'DD-70021',
    deliveryCode: 'D-1021',
    orderCodeEx: 'ORD-7',
    remark: ' 中 <a&b ',
    shortCode: 'S',
  });
  expect(await read('ExistsDomesticDeliveryCode', { code: 'DD-70021' })).toMatchObject({ exists: true });
  expect(await read('ExistsDomesticDeliveryCode', { code: 'DD-1' })).toMatchObject({ exists: false });
});

test('a transfer closes when its bags are complete, and opens again', async () => {
  const close = (strJson: string): Promise<string | null> => ask('CloseLogisticsTransferMstChange', { strJson });
  expect(await close('{"transferCode":"T-4001"}')).toBe('ERR: T-4001 has 4 open bags');
  for (const logTransferDtlID of ['5001', '5002', '5003']) {
    await ask('CompleteBag', { logTransferDtlID, sWeight: '1', WarehouseID: '1' });
  }
  await ask('CompleteBag', { logTransferDtlID: '5004', sWeight: '1', WarehouseID: '1' });
  expect(await close('{"transferCode":"T-4001","userID":7}')).toBe('OK: T-4001 is closed');
  expect(await read('GetLogisticsTransferMst', { str: 'T-4001' })).toMatchObject({ status: 'closed', openBags: 0 });
  expect(await close('{"transferCode":"T-4001"}')).toBe('ERR: T-4001 is closed already');
  expect(await close('{"transferCode":"T-4001","close":false}')).toBe('OK: T-4001 is open');
  expect(await close('[]')).toBe('ERR: strJson is not a JSON object');
  expect(await read('GetLogisticsTransferMst', {})).toMatchObject({
    transfers: [{}, {}, {}, { transferCode: 'T-4004' }],
  });
});

test('a transport order takes another international delivery until it has departed', async () => {
  const change = (transportOrderCode: string, interDeliveryCode: string): Promise<string | null> =>
    ask('ChangeTransportOrder', { transportOrderCode, interDeliveryCode });
  expect(await change('TO-6003', 'I-8001')).toBe('OK: TO-6003 has I-8001');
  expect(await change('TO-6003', 'I-8001')).toBe('ERR: TO-6003 has I-8001 already');
  expect(await change('TO-6003', 'I-1')).toBe('ERR: international delivery I-1 is unknown');
  expect(await change('TO-6004', 'I-8001')).toBe('ERR: TO-6004 is departed');
});

test('a weight counts in its unit, for a delivery and for a package', async () => {
  const weigh = (code: string, weight: string, WeightUnit: string): Promise<string | null> =>
    ask('ResetWeightClone', { code, weight, WeightUnit });
  expect(await weigh('D-1012', '1.50', '3')).toBe('OK: D-1012 weighs 1.50 lb');
  const report = (await read('GetReportDataPartner', { inputNumber: 'R-9002' })) as { lines: object[] };
  expect(report.lines).toContainEqual({ deliveryCode: 'D-1012', ddCode: 'DD-70012', weight: '1.50', weightUnit: 'lb' });
  expect(await weigh('P-5001-1', '1500', '2')).toBe('OK: P-5001-1 weighs 1500 g');
  expect(await read('GetBagDetailByBagCode', { bagCode: 'BAG-2001' })).toMatchObject({
    packages: [{ weight: '1.5' }, {}, {}],
  });
  expect(await weigh('D-1012', '1', '4')).toBe('ERR: weight unit 4 is unknown');
  expect(await weigh('D-1012', '-1', '1')).toBe('ERR: D-1012 cannot weigh -1');
  expect(await weigh('D-1', '1', '1')).toBe('ERR: D-1 is no delivery and no package');
});

test('each print is one more copy, as ZPL and as a PDF whose table is true', async () => {
  const print = async () =>
    (await read('PrintCNOrder', { code: 'D-1025', company: 'a^b(c' })) as Record<'zpl' | 'pdf', string>;
  expect(await print()).toMatchObject({ copy: 1 });
  const { zpl, pdf, ...rest } = await print();
  expect(rest).toMatchObject({ copy: 2 });
  expect(zpl).toMatch(/^\^XA[^]*\^FDCN a_5eb\(c\^FS[^]*DD-70025[^]*\^XZ$/);
  const file = Buffer.from(pdf, 'base64').toString('latin1');
  expect(file).toMatch(/^%PDF-1\.4\n[^]*CN a\^b\\\(c[^]*%%EOF\n$/);
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe('xref');
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, at]) => Number(at));
  expect(offsets.map((at) => file.slice(at, at + 7))).toEqual([1, 2, 3, 4, 5].map((n) => `${n} 0 obj`));
  expect(await ask('PrintCNOrder', { code: 'D-1025' })).toBe('ERR: D-1025 needs a company');
});

test('the lists follow the shelves and the sites', async () => {
  await ask('RevertOff', { deliveryCode: 'D-1004', storeCode: 'S-05-B' });
  expect(await read('GetSelfDetailList', { selfID: 'S-05-B' })).toMatchObject({
    deliveries: [{ deliveryCode: 'D-1004' }],
  });
  const list = (await read('GetGerWarehouseScanningList', { param: '{"listCode":"SL-1"}' })) as {
    lists: { items: object[] }[];
  };
  expect(list.lists[0]?.items).toContainEqual({ deliveryCode: 'D-1004', storeCode: 'S-05-B' });
  const offer = (fromSiteCodes: string) =>
    read('GetCountryAndProductByUserCode', { wareHoseId: '1', userCode: 'W-008', fromSiteCodes });
  expect(await offer('SZX, X')).toMatchObject({
    countries: [{ code: 'DE', products: [{ code: 'EXP' }] }, { code: 'KZ' }],
  });
  expect(await offer('')).toMatchObject({
    countries: [{ code: 'DE', products: [{}, {}] }, { code: 'KZ' }, { code: 'PL' }],
  });
});

test('each product has a picture of its own, and those of a delivery come in their order', async () => {
  const of = async (deliveryCode: string) =>
    ((await read('GetListSplitProductImg', { deliveryCode })) as { images: { productCode: string; image: string }[] })
      .images;
  const all = (await Promise.all(['D-1101', 'D-1102', 'D-1103'].map(of))).flat();
  expect(all.map(({ productCode }) => productCode)).toEqual([
    'SKU-31',
    'SKU-32',
    'SKU-33',
    'SKU-21',
    'SKU-22',
    'SKU-11',
  ]);
  expect(new Set(all.map(({ image }) => image)).size).toBe(6);
  for (const { image } of all) {
    const file = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([400, 300]);
    expect(file.length).toBeLessThan(8_000);
  }
});
