import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { listening } from '#main/testing/rig.ts';
import { textIn } from '#main/testing/rig.ts';

const CLIENT = { id: 'scanline', secret: 'a secret of the gateway' };

/** The people whom the provider knows, with the claims that it makes of them. */
type Known = Record<string, Readonly<Record<string, unknown>>>;

/**
 * Starts a real provider of OpenID Connect on this machine, with its own sign-in, where any password is right.
 *
 * @param known - the claims by subject; a test may change them.
 */
export async function startProvider(known: Known) {
  const clients: object[] = [];
  const server = createServer();
  const open = await listening(server);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    /** Begins to answer, once it is known where gateways have the browser sent back to. */
    serve(...gateways: readonly { readonly url: string }[]): void {
      clients.push({
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: gateways.map(({ url }) => `${url}/gateway/sign-in/back`),
      });
      const provider = new Provider(issuer, {
        clients,
        cookies: { keys: ['a key of the tests'] },
        claims: { openid: ['sub'], profile: ['name', 'roles', 'groups'] },
        conformIdTokenClaims: false,
        pkce: { required: () => true },
        findAccount: (_context: unknown, sub: string) =>
          known[sub] && { accountId: sub, claims: () => ({ sub, ...known[sub] }) },
      });
      server.on('request', provider.callback());
    },
    [Symbol.asyncDispose]: open[Symbol.asyncDispose],
  };
}

/** One browser's cookies, by host and name. It follows redirects by hand, and leaves out `SameSite=Strict` ones where another site leads. */
export function createBrowser() {
  const jar = new Map<string, { readonly value: string; readonly path: string; readonly isStrict: boolean }>();

  async function go(address: string, isFromElsewhere: boolean, form?: Readonly<Record<string, string>>) {
    const { host, pathname } = new URL(address);
    const cookies = [...jar]
      .filter(([key, { path, isStrict }]) => {
        return key.startsWith(`${host} `) && pathname.startsWith(path) && !(isStrict && isFromElsewhere);
      })
      .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`);
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: cookies.join('; '), accept: 'text/html', connection: 'close' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; ?path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(`${host} ${name}`);
      else jar.set(`${host} ${name}`, { value, path, isStrict: /samesite=strict/i.test(line) });
    }
    return reply;
  }

  /** Follows redirects to the page at their end, or to an address with `stopAt` in it. Once another site has led on, it is another site's way. */
  async function follow(address: string, form?: Readonly<Record<string, string>>, stopAt?: string) {
    const seen = [address];
    let isFromElsewhere = false;
    let reply = await go(address, false, form);
    for (let next = reply.headers.get('location'); next !== null; next = reply.headers.get('location')) {
      const to = new URL(next, seen.at(-1)).href;
      if (stopAt !== undefined && to.includes(stopAt)) return { status: 0, address: to, seen, html: '' };
      isFromElsewhere ||= new URL(to).host !== new URL(seen[0] ?? to).host;
      reply = await go(to, isFromElsewhere);
      seen.push(to);
    }
    return { status: reply.status, address: seen.at(-1) ?? address, seen, html: textIn(await reply.text()) };
  }

  return {
    follow,
    cookies: jar,
    /** Signs in at the provider, from one of the gateway's pages to whatever page is at the end. */
    async signIn(url: string, subject: string, next = '/gateway/ledger', stopAt?: string) {
      let at = await follow(`${url}/gateway/sign-in/provider?next=${encodeURIComponent(next)}`);
      for (const fields of [{ prompt: 'login', login: subject, password: 'any' }, { prompt: 'consent' }]) {
        const action = /<form[^>]* action="([^"]+)"/.exec(at.html)?.[1];
        if (action === undefined || !at.address.includes('/interaction/')) break;
        at = await follow(new URL(action, at.address).href, fields, stopAt);
      }
      return at;
    },
  };
}
