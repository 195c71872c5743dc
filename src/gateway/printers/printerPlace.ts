import { lookup } from 'node:dns/promises';
import { BlockList, SocketAddress, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { PrinterPlace } from '#site/printers.ts';
import { inTime } from '#ledger/within.ts';

/** The time for a name to be resolved, in milliseconds. */
const RESOLVE_MS = 3_000;

/** Addresses at which no printer is, by what they are. */
const nowhere: readonly (readonly [what: string, BlockList])[] = [
  ['this machine’s loopback', blockOf(['127.0.0.0', 8], ['::1', 128])],
  ['an address without a place', blockOf(['0.0.0.0', 8], ['::', 128], ['255.255.255.255', 32])],
  ['a link-local address', blockOf(['169.254.0.0', 16], ['fe80::', 10])],
  ['a multicast address', blockOf(['224.0.0.0', 4], ['ff00::', 8])],
];

function blockOf(...subnets: readonly (readonly [net: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, familyOf(net));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/** Something that listens and is no printer. */
export interface NoPrinter {
  /** Such as “the ledger’s database”. */
  readonly what: string;
  /** Empty: this machine. */
  readonly host: string;
  readonly port: number;
}

/** Thrown where no line is opened to an address, whoever listens there. Its words have no address: handhelds are told them. */
export class RefusedPlace extends Error {
  override readonly name = 'Refused';
}

/**
 * Makes what resolves a printer's place, once for each line: what was checked is what is connected to, whatever the name says a moment later.
 *
 * @param noPrinters - what is refused beside the addresses at which none is. @param mayBeHere - a test's printers are on this machine's loopback.
 */
export function createPrinterPlaces(noPrinters: () => readonly NoPrinter[], mayBeHere = false) {
  return {
    /** Returns the address to connect to. @throws RefusedPlace, and where the name is not known */
    async resolve({ host, port }: Pick<PrinterPlace, 'host' | 'port'>): Promise<string> {
      const address = await addressOf(host);
      const family = familyOf(address);
      const where = nowhere.find(([, block]) => block.check(address, family));
      if (where && !(mayBeHere && where === nowhere[0]))
        throw new RefusedPlace(`It is at ${where[0]}, and no printer is there.`);
      for (const other of noPrinters()) {
        if (other.port !== port) continue;
        const addresses = other.host === '' ? ownAddresses() : await addressesOf(other.host);
        if (addresses.includes(address)) throw new RefusedPlace(`Its address is that of ${other.what}.`);
      }
      return address;
    },
  };
}

async function addressOf(host: string): Promise<string> {
  return plain((await inTime(lookup(host), RESOLVE_MS)).address);
}

/** Returns all addresses of a name; none where it is not known. */
async function addressesOf(host: string): Promise<readonly string[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return [plain(bare)];
  const found = await inTime(lookup(bare, { all: true }), RESOLVE_MS).catch(() => []);
  return found.map(({ address }) => plain(address));
}

function ownAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  return [...all, '127.0.0.1', '::1'];
}

/** Returns an address in the one form in which it is compared: IPv4 in IPv6 is the IPv4 one. */
function plain(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (isIP(bare) !== 6) return bare;
  const { address: short } = new SocketAddress({ address: bare, family: 'ipv6' });
  return /^::ffff:(?<four>\d+\.\d+\.\d+\.\d+)$/.exec(short)?.groups?.['four'] ?? short;
}
