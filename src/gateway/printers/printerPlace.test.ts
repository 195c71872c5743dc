import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { createPrinterPlaces } from './printerPlace.ts';

const others = () => [
  { what: 'the gateway', host: '', port: 8080 },
  { what: 'the ledger’s database', host: '10.1.2.3', port: 5432 },
  { what: 'the service', host: '[fd00::7]', port: 443 },
];

test.each([
  ['127.0.0.1', 9100, 'loopback'],
  ['127.9.9.9', 9100, 'loopback'],
  ['localhost', 9100, 'loopback'],
  ['::1', 9100, 'loopback'],
  ['::ffff:127.0.0.1', 9100, 'loopback'],
  ['::ffff:7f00:1', 9100, 'loopback'],
  ['2130706433', 9100, 'loopback'],
  ['0x7f.1', 9100, 'loopback'],
  ['0.0.0.0', 9100, 'without a place'],
  ['::', 9100, 'without a place'],
  ['255.255.255.255', 9100, 'without a place'],
  ['169.254.169.254', 80, 'link-local'],
  ['fe80::1', 9100, 'link-local'],
  ['224.0.0.251', 9100, 'multicast'],
  ['ff02::1', 9100, 'multicast'],
  ['10.1.2.3', 5432, 'the ledger’s database'],
  ['::ffff:10.1.2.3', 5432, 'the ledger’s database'],
  ['0:0:0:0:0:ffff:7f00:1', 9100, 'loopback'],
  ['0:0:0:0:0:0:0:1', 9100, 'loopback'],
  ['0:0:0:0:0:ffff:10.1.2.3', 5432, 'the ledger’s database'],
  ['::FFFF:0a01:0203', 5432, 'the ledger’s database'],
  ['fd00::7', 443, 'the service'],
  ['FD00:0:0:0:0:0:0:7', 443, 'the service'],
])('no line is opened to %s:%i, whoever listens there', async (host, port, what) => {
  await expect(createPrinterPlaces(others).resolve({ host, port })).rejects.toThrow(what);
});

test('none is opened to the gateway itself by any address of its machine', async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((some = []) => some)
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80'));
  for (const { address } of own)
    await expect(createPrinterPlaces(others).resolve({ host: address, port: 8080 })).rejects.toThrow('the gateway');
  await expect(createPrinterPlaces(others, true).resolve({ host: '127.0.0.1', port: 8080 })).rejects.toThrow(
    'the gateway',
  );
});

test('a printer’s own address is the one that is connected to, whatever else listens on that machine', async () => {
  const places = createPrinterPlaces(others);
  expect(await places.resolve({ host: '10.1.2.3', port: 9100 })).toBe('10.1.2.3');
  expect(await places.resolve({ host: 'fd00::12', port: 9100 })).toBe('fd00::12');
  expect(await createPrinterPlaces(others, true).resolve({ host: '127.0.0.1', port: 9100 })).toBe('127.0.0.1');
});
