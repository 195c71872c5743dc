import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * Tells whether an address is this machine's own, by whatever name it was asked: its clock bears nothing out then.
 *
 * @param address - as a socket has it; `undefined`: nobody knows, so that it may be.
 */
export function isOwnAddress(address: string | undefined): boolean {
  if (address === undefined) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
  if (loopback.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')) return true;
  return Object.values(networkInterfaces()).some((some = []) => some.some((own) => own.address === plain));
}
