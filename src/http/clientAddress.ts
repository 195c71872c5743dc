import type { FastifyRequest } from 'fastify';
import { BlockList, isIP } from 'node:net';

/** Makes Fastify's `trustProxy` of the proxies that may speak for others. @param proxies - texts that `isAddressRange` takes. */
export function trustIn(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of proxies) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  };
}

/**
 * Returns who asks, and over what, as far as it is known for certain. `X-Forwarded-For` is believed as far as proxies of
 * TRUSTED_PROXY (see `trustIn`) say it, from the nearest hop outwards, and `X-Forwarded-Proto` from such a proxy alone.
 */
export function clientOf(request: FastifyRequest) {
  const { ip, ips = [ip], socket, protocol } = request;
  // The furthest may be a text such as “unknown”: then the hop that says so counts.
  const [furthest = '', before = ''] = ips.slice(-2).reverse();
  return {
    /** The device's IP address, or the nearest hop's that somebody vouches for. */
    address: plainAddress(furthest) ?? plainAddress(before) ?? '',
    /** `true`: the device speaks TLS, to the gateway itself or to a proxy of ours. */
    secure: 'encrypted' in socket || protocol.toLowerCase() === 'https',
  };
}

/** Returns the origin by which a request came, such as `https://scan.example`. */
export function originOf(request: FastifyRequest): string {
  return `${clientOf(request).secure ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`;
}

/** Returns the network that a limit counts an address to: itself, or the /64 of an IPv6 one, all of which one client has. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill('0'); // what “::” stands for
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/** Returns an address in its one spelling: without a port, and IPv4 that is written as IPv6 as IPv4; `undefined`: it is none. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::[0-9]+)?$/.exec(text)?.[1] ?? /^([0-9.]+):[0-9]+$/.exec(text)?.[1] ?? text;
  const inside = /^::ffff:([0-9.]+)$/i.exec(bare)?.[1] ?? bare;
  const family = isIP(inside);
  if (family === 0 || inside.includes('%')) return family === 0 ? undefined : inside;
  return family === 4 ? inside : new URL(`http://[${inside}]`).hostname.slice(1, -1);
}
