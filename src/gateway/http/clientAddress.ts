import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BlockList, type Socket, isIP } from 'node:net';

/** Who asks, and how, as far as it is known for certain. */
export interface Client {
  /** The device's address, or the nearest hop's that somebody vouches for. */
  readonly address: string;
  /** Whether the device speaks TLS: to the gateway itself, or to a proxy of ours. */
  readonly secure: boolean;
}

const TRUST = 'trustedProxies';
/** A longer chain than any real one is not walked. */
const MOST_HOPS = 20;

/**
 * Whether a text is an address, or a range of them such as `10.0.0.0/8`.
 */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Whether an address is one of a proxy that may speak for others. */
export function isTrustedProxy(app: FastifyInstance, address: string): boolean {
  const plain = plainAddress(address);
  const list = app.hasDecorator(TRUST) ? app.getDecorator<BlockList>(TRUST) : undefined;
  return plain !== undefined && list?.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6') === true;
}

/** Tells a server which proxies may speak for others. @param proxies - addresses and ranges: `isAddressRange`. */
export function trustProxies(app: FastifyInstance, proxies: readonly string[]): void {
  const list = new BlockList();
  for (const text of proxies) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  app.decorate(TRUST, list);
}

/**
 * The client of a request. What `X-Forwarded-For` says is believed as far as proxies of TRUSTED_PROXY say it: from the
 * nearest hop outwards, up to the first that is none of them. `X-Forwarded-Proto` is believed from such a proxy alone.
 */
export function clientOf(request: FastifyRequest): Client {
  const { socket, headers, server } = request;
  const secure = 'encrypted' in socket;
  const { nearest, isTrusted } = otherEndOf(socket, server);
  if (!isTrusted) return { address: nearest, secure };
  const trusts = (address: string): boolean => isTrustedProxy(server, address);
  const proto = String(headers['x-forwarded-proto'] ?? '')
    .split(',')
    .at(-1);
  return {
    address: furthest(nearest, headers['x-forwarded-for'], trusts),
    secure: secure || proto?.trim().toLowerCase() === 'https',
  };
}

/** The nearest hop, and whether it may speak for others. */
interface OtherEnd {
  readonly nearest: string;
  readonly isTrusted: boolean;
}

const otherEnds = new WeakMap<Socket, OtherEnd>();

/** Found out once for a connection: each of its requests asks for it several times, and it stays the same. */
function otherEndOf(socket: Socket, app: FastifyInstance): OtherEnd {
  let known = otherEnds.get(socket);
  if (!known) {
    const nearest = plainAddress(socket.remoteAddress ?? '') ?? '';
    known = { nearest, isTrusted: isTrustedProxy(app, nearest) };
    otherEnds.set(socket, known);
  }
  return known;
}

function furthest(
  nearest: string,
  header: string | readonly string[] | undefined,
  trusts: (address: string) => boolean,
): string {
  let address = nearest;
  for (const text of String(header ?? '')
    .split(',')
    .slice(-MOST_HOPS)
    .reverse()) {
    const next = plainAddress(text.trim());
    if (next === undefined) break; // such as “unknown”: the hop that says so is all that is known
    address = next;
    if (!trusts(address)) break;
  }
  return address;
}

/** Whose an address is to a limit: an IPv6 client has a whole /64 to ask from, so that counts as one. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill('0'); // what “::” stands for
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/** An address in its one spelling: without a port, an IPv4 one that is written as IPv6 as IPv4. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::[0-9]+)?$/.exec(text)?.[1] ?? /^([0-9.]+):[0-9]+$/.exec(text)?.[1] ?? text;
  const inside = /^::ffff:([0-9.]+)$/i.exec(bare)?.[1] ?? bare;
  const family = isIP(inside);
  if (family === 0 || inside.includes('%')) return family === 0 ? undefined : inside;
  return family === 4 ? inside : new URL(`http://[${inside}]`).hostname.slice(1, -1);
}
