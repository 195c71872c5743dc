import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSite } from '#site/readSite.ts';
import { isKeyRefused } from '#outbox/keyRefused.ts';
import { createChain } from './rig/chain.ts';
import { createGateway } from './rig/gateway.ts';
import { type RawRequest, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

const OLD = 'canary-old-7711';
const NEW = 'canary-new-7712';

const REFUSED = 'ERR: apiKey is not valid';
const TAUGHT = { answerRules: [{ contains: REFUSED, verdict: 'key-refused' }] };

test.each([
  ['and its words for that were taught', TAUGHT],
  ['and nobody has said what its words for that mean', undefined],
])(
  'the service changes its key under ten enrolled handhelds, %s: each goes on by itself once the gateway has it, no pair is scanned again, and no call runs twice',
  async (_words, taught) => {
    let valid = OLD;
    const ran = new Map<string, number>();
    const serve = ({ body, socket }: RawRequest): void => {
      const reply = (text: string): void => void socket.write(serviceReply(text)); // the connection stays
      const fields = new URLSearchParams(body);
      if (fields.get('apiKey') !== valid) return reply(REFUSED);
      const code = fields.get('deliveryCode');
      if (code !== null) ran.set(code, (ran.get(code) ?? 0) + 1);
      reply('OK: done');
    };
    await using upstream = await startUpstream(serve);
    using folder = tempDir();
    const siteFile = join(folder.path, 'site.json');
    writeFileSync(siteFile, JSON.stringify(taught ?? {}));
    const env = {
      UPSTREAM_URL: upstream.url.href,
      ENROLMENT: 'required',
      UPSTREAM_API_KEY: OLD,
      SITE_CONFIG: siteFile,
    };
    const gateway = await createGateway(env);
    try {
      await gateway.start();
      await askRead(gateway); // as whoever sets it up does
      const cookies = await Promise.all(Array.from({ length: 10 }, (_, at) => enrolled(gateway, `Dock ${at}`)));
      const handhelds = await Promise.all(
        cookies.map(async (cookie) => {
          const reply = await fetch(`${gateway.origin}/gateway/site`, { headers: { cookie } });
          return createChain(gateway.origin, cookie, readSite(await reply.json()));
        }),
      );
      const work = (round: string): Promise<unknown> =>
        Promise.all(
          handhelds.map(async (handheld, at) => {
            for (let n = 0; n < 3; n += 1) await handheld.revertOff(`${round}-${at}-${n}`);
            await handheld.drainAll();
          }),
        );
      const totals = () => Promise.all(handhelds.map(({ store }) => store.totals()));

      await work('before');
      for (const one of await totals()) expect(one).toMatchObject({ waiting: 0, answered: 3 });

      valid = NEW; // nobody has told the gateway
      await work('between');
      for (const one of await totals()) expect(one).toMatchObject({ waiting: 3, answered: 3 });
      const asked = upstream.requests.length;
      await Promise.all(handhelds.map((handheld) => handheld.look()));
      await Promise.all(handhelds.map((handheld) => handheld.drainAll()));
      expect(upstream.requests).toHaveLength(asked); // the same key is not tried again

      await gateway.stop();
      env.UPSTREAM_API_KEY = NEW;
      await gateway.start();
      await Promise.all(handhelds.map((handheld) => handheld.look()));
      await Promise.all(handhelds.map((handheld) => handheld.drainAll()));
      for (const one of await totals()) expect(one).toMatchObject({ waiting: 0, unconfirmed: 0, held: 0, answered: 6 });
      await work('after');
      for (const { store } of handhelds) {
        const rows = await store.list('answered', 100);
        expect(rows.map(({ result }) => result?.text)).toEqual(Array.from({ length: 9 }, () => 'OK: done'));
      }

      expect(ran.size).toBe(90);
      expect([...ran.values()].every((times) => times === 1)).toBe(true);
      expect(gateway.printed()).not.toContain('canary-');
    } finally {
      await gateway.remove();
    }
  },
  60_000,
);

test('pairs that ended not understood before anybody knew what a refused key is called are sent by one tap, and each runs once', async () => {
  let valid = OLD;
  const ran: string[] = [];
  await using upstream = await startUpstream(({ body, socket }) => {
    const fields = new URLSearchParams(body);
    const code = fields.get('deliveryCode');
    const isKnown = fields.get('apiKey') === valid;
    if (isKnown && code !== null) ran.push(code);
    socket.write(serviceReply(isKnown ? 'OK: done' : REFUSED));
  });
  const env = { UPSTREAM_URL: upstream.url.href, ENROLMENT: 'required', UPSTREAM_API_KEY: OLD };
  const gateway = await createGateway(env);
  try {
    await gateway.start();
    const cookie = await enrolled(gateway, 'Dock 1');
    const heard = async () => {
      const reply = await fetch(`${gateway.origin}/gateway/site`, { headers: { cookie } });
      return readSite(await reply.json());
    };
    const site = await heard();
    const handheld = createChain(gateway.origin, cookie, site);
    valid = NEW;
    const pairs = ['D-1', 'D-2', 'D-3'];
    for (const code of pairs) await handheld.revertOff(code);
    await handheld.drainAll();
    const { unclear } = await handheld.store.owed();
    expect(unclear).toHaveLength(3);
    const refused = async () => {
      const rows = await handheld.store.getMany(unclear);
      return rows.filter((row) => isKeyRefused(site, row)).map(({ seq }) => seq);
    };
    expect(await refused()).toEqual([]); // nobody knows yet: nothing may be sent again

    await gateway.stop();
    env.UPSTREAM_API_KEY = NEW;
    await gateway.start();
    await askRead(gateway);
    Object.assign(site, await heard());
    expect(await refused()).toEqual(unclear);
    expect(await handheld.store.sendAgain(unclear, '7', Date.now())).toBe(0);
    await handheld.drainAll();
    const rows = await handheld.store.getMany(unclear);
    expect(rows.map(({ state, result }) => [state, result?.text])).toEqual(pairs.map(() => ['answered', 'OK: done']));
    expect(ran).toEqual(pairs);
  } finally {
    await gateway.remove();
  }
}, 60_000);

/** Asks a real read on the page for it. */
async function askRead({ origin, here }: { readonly origin: string; here(): Record<string, string> }): Promise<void> {
  const reply = await fetch(`${origin}/gateway/setup/read`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...here() },
    body: 'operation=GetBagDetailByBagCode&in-bagCode=BAG-1',
  });
  expect(await reply.text()).toContain('OK: done');
}

/** Enrols a handheld, by a code as whoever runs the gateway makes it. @returns its cookie */
async function enrolled(
  { origin, here }: { readonly origin: string; here(): Record<string, string> },
  name: string,
): Promise<string> {
  const ask = (path: string, body: object, headers: Record<string, string>): Promise<Response> =>
    fetch(`${origin}/gateway/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const made = await ask('enrol/codes', { name, until: Date.now() + 3_600_000 }, here());
  const { code } = (await made.json()) as { code: string };
  const reply = await ask('enrol', { code, name, attempt: 'a'.repeat(16) }, {});
  expect(reply.status).toBe(200);
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}
