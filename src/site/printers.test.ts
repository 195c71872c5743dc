import { expect, test } from 'vitest';
import { unknownSite } from './site.ts';
import { readSiteText } from './siteText.ts';
import { type SitePrinter, printerPlaceOf, toldPrinters } from './printers.ts';

const printer = { name: 'Dock', code: 'P-1', language: 'zpl' };
const names = { namespace: unknownSite.namespace, partnerOperation: unknownSite.partnerOperation };
const read = (one: object) =>
  readSiteText(JSON.stringify({ printers: [{ ...printer, ...one }] }), unknownSite, { names, isNamespaceSet: true });

test.each([
  ['10.1.2.3:9100', { host: '10.1.2.3', port: 9100 }],
  ['10.1.2.3', { host: '10.1.2.3', port: 9100 }],
  ['zd421-dock.example.com:6101', { host: 'zd421-dock.example.com', port: 6101 }],
  ['[fd00::12]:9100', { host: 'fd00::12', port: 9100 }],
])('a printer of the network stands at %s', (address, place) => {
  expect(printerPlaceOf(read({ way: 'network', address }).printers?.[0] as SitePrinter)).toMatchObject(place);
});

test.each([
  [
    'ipp://cups.example.com/printers/dock',
    { host: 'cups.example.com', port: 631, path: '/printers/dock', isSecure: false },
  ],
  ['ipps://10.1.2.3:8631/ipp/print', { host: '10.1.2.3', port: 8631, path: '/ipp/print', isSecure: true }],
])('a printer of a print server stands at %s', (address, place) => {
  expect(printerPlaceOf(read({ way: 'print-server', language: 'pdf', address }).printers?.[0] as SitePrinter)).toEqual(
    place,
  );
});

test.each([
  [{ way: 'network' }, 'printers[0].address: a printer of the way network needs one, such as 10.1.2.3:9100.'],
  [{ way: 'network', address: '10.1.2.3:0' }, 'printers[0].address: “10.1.2.3:0” is not as expected'],
  [{ way: 'network', address: '10.1.2.3:70000' }, 'is not as expected'],
  [{ way: 'network', address: 'http://10.1.2.3' }, 'is not as expected'],
  [{ way: 'network', address: 'user@host:9100' }, 'is not as expected'],
  [{ way: 'print-server', language: 'pdf', address: '10.1.2.3:631' }, 'such as ipp://10.1.2.3:631/printers/name.'],
  [{ way: 'print-server', language: 'pdf', address: 'ipp://u:p@host/printers/a' }, 'is not as expected'],
  [
    { way: 'handheld', address: '10.1.2.3' },
    'printers[0].address: a printer of the way handheld has none; leave it out.',
  ],
  [{ way: 'demo', address: '10.1.2.3' }, 'has none'],
])('%j is refused in a sentence that names it', (one, sentence) => {
  expect(() => read(one)).toThrow(sentence);
});

test('handhelds are told all of a printer but its address', () => {
  const [one] = toldPrinters(read({ way: 'network', address: '10.1.2.3:9100', width: 100 }).printers ?? []);
  expect(one).toEqual({ ...printer, way: 'network', width: 100 });
});

test('one port of the network is one printer, however its address is written', () => {
  const two = (...addresses: readonly string[]) =>
    readSiteText(
      JSON.stringify({
        printers: addresses.map((address, index) => ({
          name: `Dock ${index}`,
          code: `P-${index}`,
          way: 'network',
          language: 'zpl',
          address,
        })),
      }),
      unknownSite,
      { names, isNamespaceSet: true },
    ).printers;
  expect(() => two('ZD.example.com', 'zd.example.com:9100')).toThrow(
    'printers[1].address: printers[0] is there already.',
  );
  expect(two('10.1.2.3:9100', '10.1.2.3:9101', '10.1.2.4')).toHaveLength(3);
});
