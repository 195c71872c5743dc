import { expect, test } from './rig/test.ts';

test('the WSDL read through the gateway leads back to the gateway, not past it', async ({ gateway, request }) => {
  const wsdl = await (await request.get(`${gateway.origin}/PDAAPIV1.asmx?WSDL`)).text();
  const addresses = [...wsdl.matchAll(/address location="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses).not.toEqual([]);
  for (const address of addresses) expect(address).toBe(`${gateway.origin}/PDAAPIV1.asmx`);
});
