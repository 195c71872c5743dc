import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isOwnAddress } from './ownAddress.ts';

test('this machine is known by each of its addresses, whatever name led there', () => {
  const own = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  for (const address of [...own, '127.0.0.1', '127.12.0.3', '::1', '::ffff:127.0.0.1', undefined])
    expect(isOwnAddress(address), address).toBe(true);
  for (const address of ['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7'])
    expect(isOwnAddress(address), address).toBe(false);
});
