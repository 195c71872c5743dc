import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { type LedgerHere, ledgerCall, ledgerKinds, sqliteKind } from '#main/testing/ledgerRig.ts';
import { listening } from '#main/testing/rig.ts';
import { startSmtp } from '#main/testing/smtpRig.ts';
import { warningsNow } from '#gateway/metrics/warnings.ts';
import type { UpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';
import type { Expiring } from '#http/edge/expiry.ts';
import { type AlertSettings, readAlerts } from '#settings/alertSettings.ts';
import { OVER_MS } from './alertKinds.ts';
import { type AlertMessage, type AlertChannel, createAlertOutbox } from './alertOutbox.ts';
import { createAlertSight } from './alertSight.ts';
import { startAlerts } from './alerts.ts';
import type { PrintCounts } from '#ledger/printRows.ts';
import { postAlert } from './webhook.ts';
import { type Tell, receiversOf, tryMessage } from './receivers.ts';

vi.setConfig({ testTimeout: 60_000 });

const kinds = await ledgerKinds();
const SECRET = `whsec_${Buffer.from('a key of thirty-two bytes, or so').toString('base64')}`;
const DAY_MS = 24 * 60 * 60 * 1000;

type Way = '500' | 'hangs' | 'cuts' | '302' | '204';

/** Starts a receiver that answers each post in the next way, the last one for all that follow, and verifies each by the library. */
async function startReceiver(...ways: readonly Way[]) {
  const taken: AlertMessage[] = [];
  const ids: string[] = [];
  const asked: string[] = [];
  const answer = (way: Way, reply: ServerResponse): void => {
    if (way === 'hangs') return;
    if (way === 'cuts') return void reply.socket?.destroy();
    reply.writeHead(Number(way), way === '302' ? { location: '/elsewhere' } : {}).end('x'.repeat(10));
  };
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const way = ways[Math.min(ids.length, ways.length - 1)] ?? '204';
      const message = verified(body, request.headers);
      ids.push(message.id);
      if (way === '204') taken.push(message);
      answer(way, reply);
    });
  });
  const at = await listening(server);
  return {
    ...at,
    url: `http://127.0.0.1:${at.port}/alerts`,
    taken,
    ids,
    /** All that it was asked, as method and path. */
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await at[Symbol.asyncDispose]();
    },
  };
}

function verified(body: string, headers: IncomingHttpHeaders): AlertMessage {
  return new Webhook(SECRET).verify(body, headers as Record<string, string>) as AlertMessage;
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A certificate that ends in so many days. */
const ending = (days: number): Expiring => ({
  owner: 'own',
  setting: 'TLS_CERT_FILE',
  expiresAt: Date.now() + days * DAY_MS,
});

interface World {
  certificates: readonly Expiring[];
  silent: readonly string[];
  now: number;
}

/** Returns the way to the webhook with less patience. */
function shortly({ webhook }: AlertSettings): readonly (readonly [AlertChannel, Tell])[] {
  return webhook ? [['webhook', (message, signal) => postAlert(webhook, message, signal, 300)]] : [];
}

async function startIn(
  place: LedgerHere,
  url: string,
  world: World,
  env: Readonly<Record<string, string>> = {},
  gateway = 'one',
) {
  const opened = await place.open({ gateway, beatMs: 50 });
  const settings = readAlerts({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: SECRET, ...env });
  if (!settings) throw new Error('nobody is told');
  const alerts = startAlerts({
    settings,
    ledger: opened.ledger,
    facts: { certificates: () => world.certificates, losses: () => [], freeBytes: () => undefined },
    handhelds: async () => ({ silent: world.silent, unkept: [] }),
    log: quiet,
    now: () => world.now,
    receivers: new Map([...receiversOf(settings), ...shortly(settings)]),
    everyMs: [0, 20],
    againMs: [0],
  });
  return {
    ...alerts,
    ledger: opened.ledger,
    async [Symbol.asyncDispose]() {
      await alerts.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

const worldOf = (): World => ({ certificates: [], silent: [], now: 0 });

test.each(kinds)(
  '$name: an alert is told once, under one id, by a receiver that fails, hangs, cuts and leads elsewhere before it takes it, and its end once',
  async (kind) => {
    await using place = await kind.place();
    await using receiver = await startReceiver('500', 'hangs', 'cuts', '302', '204');
    const world = { ...worldOf(), silent: ['3', '12'] };
    await using alerts = await startIn(place, receiver.url, world);
    await expect.poll(() => receiver.taken.length).toBe(1);
    expect(new Set(receiver.ids).size).toBe(1);
    expect(receiver.asked).toEqual(Array.from({ length: 5 }, () => 'POST /alerts'));
    expect(receiver.taken[0]).toMatchObject({
      type: 'scanline.alert.began',
      data: {
        alert: 'handhelds-silent',
        severity: 'ticket',
        text: 'Handhelds with open calls that were not heard for 60 minutes: 2 (3, 12). See /gateway/floor.',
      },
    });
    await expect.poll(() => alerts.standing()).toEqual({ open: 1, waiting: 0 });
    world.silent = [];
    await expect
      .poll(async () => {
        world.now += OVER_MS;
        return receiver.taken.length;
      })
      .toBe(2);
    expect(receiver.taken[1]).toMatchObject({
      type: 'scanline.alert.over',
      data: { alert: 'handhelds-silent', since: receiver.taken[0]?.data.since, text: expect.stringMatching(/^Over: /) },
    });
  },
);

test.each(kinds)(
  '$name: a gateway that ends before a receiver takes an alert leaves it to the next one, under the same id',
  async (kind) => {
    await using place = await kind.place();
    const world = { ...worldOf(), certificates: [ending(20)] };
    let id: string | undefined;
    {
      await using receiver = await startReceiver('500');
      await using _alerts = await startIn(place, receiver.url, world);
      await expect.poll(() => receiver.ids.length).toBeGreaterThan(2);
      [id] = receiver.ids;
    }
    await using receiver = await startReceiver('204');
    await using alerts = await startIn(place, receiver.url, world);
    await expect.poll(() => receiver.taken.map((message) => message.id)).toEqual([id]);
    await expect.poll(() => alerts.standing()).toEqual({ open: 1, waiting: 0 });
    expect(receiver.taken[0]?.data).toMatchObject({
      alert: 'certificate-ends',
      subject: 'own',
      text: expect.stringMatching(/^TLS_CERT_FILE: /),
    });
  },
);

test.each(kinds)(
  '$name: calls of which nobody has known for half an hour are an alert, and those that a person has settled none',
  async (kind) => {
    await using place = await kind.place();
    await using receiver = await startReceiver('204');
    const world = worldOf();
    await using alerts = await startIn(place, receiver.url, world);
    const { ledger } = alerts;
    const doubt = async (key: string, minutes: number): Promise<void> => {
      const at = Date.now() - minutes * 60_000;
      await ledger.receive(ledgerCall(key), at);
      await ledger.dispatch(ledgerCall(key), at);
      await ledger.giveUp(key, { cause: 'stopped', detail: '' }, undefined, at);
    };
    await doubt('call-0001', 20);
    await doubt('call-0002', 20);
    await ledger.decide({ id: 'd1', key: 'call-0002', says: 'done', version: 0, by: '7' }, Date.now());
    await doubt('call-0003', 50);
    await expect.poll(() => receiver.taken.length).toBe(1);
    expect(receiver.taken[0]?.data).toMatchObject({
      alert: 'old-doubts',
      severity: 'page',
      text: expect.stringMatching(/^Calls of which nobody has known for 30 minutes whether they were carried out: 1\./),
    });
    await ledger.decide({ id: 'd2', key: 'call-0003', says: 'not-done', version: 0, by: '7' }, Date.now());
    await expect
      .poll(async () => {
        world.now += OVER_MS;
        return receiver.taken.length;
      })
      .toBe(2);
  },
);

test('a printer that keeps labels waiting, or of whose label nobody knows, needs a person; one that only has many does not', async () => {
  await using place = await sqliteKind.place();
  await using opened = await place.open();
  const see = createAlertSight({
    settings: { doubtMs: 60_000, silentMs: 60_000 },
    ledger: opened.ledger,
    facts: { certificates: () => [], losses: () => [], freeBytes: () => undefined },
    labels: async () =>
      new Map<string, PrintCounts>([
        ['P-1', { queued: 3, sending: 0, unknown: 0, cause: 'paper-out' }],
        ['P-2', { queued: 0, sending: 1, unknown: 2 }],
        ['P-3', { queued: 90, sending: 1, unknown: 0 }],
      ]),
  });
  expect((await see()).holding.map(({ subject, line }) => [subject, line])).toEqual([
    [
      'P-1',
      'Printer P-1 needs a person: 3 label(s) wait for it (paper-out), and of 0 nobody knows. See /gateway/printers.',
    ],
    ['P-2', 'Printer P-2 needs a person: 0 label(s) wait for it, and of 2 nobody knows. See /gateway/printers.'],
  ]);
});

test('a disk, lines, connections and a certificate are each told of where they are short, and where they are not nobody is told', () => {
  const facts = {
    certificates: () => [ending(-1)],
    losses: () => [{ output: 'stderr', count: 2, last: { at: Date.now(), why: 'ENOSPC' } }],
    freeBytes: () => 5e8,
    connections: () => ({ most: 1, open: 1, waiting: 1, refused: 1, short: 'Calls wait for connections.' }),
  };
  const told = warningsNow(facts).map(({ kind, subject = '' }) => `${kind} ${subject}`.trim());
  expect(told.sort()).toEqual(['certificate-ends own', 'connections-short', 'disk-full', 'lines-lost stderr']);
  const well = { losses: () => [{ output: 'stderr', count: 0 }], freeBytes: () => 5e9 };
  expect(warningsNow({ ...well, certificates: () => [ending(300)] })).toEqual([]);
});

test('a service that is away, is held or has another clock is told of, without a word of its own', () => {
  const check = {
    reachability: { isReachable: () => false },
    wasAsked: () => true,
    held: (group: string) => (group === 'order' ? 'Calls are held: it said canary-8251' : undefined),
    report: () => ({ read: { clockAheadMs: 61_000 } }),
  } as unknown as UpstreamCheck;
  const told = warningsNow({ check, certificates: () => [], losses: () => [], freeBytes: () => undefined });
  expect(told.map(({ kind, subject = '' }) => `${kind} ${subject}`.trim())).toEqual([
    'clocks-apart',
    'service-away',
    'service-held order',
  ]);
  expect(JSON.stringify(told)).not.toContain('canary');
});

test.skipIf(kinds.length < 2)(
  'of two gateways on one database one tells, and the other goes on where that ended',
  async () => {
    const [, kind] = kinds;
    if (!kind) throw new Error('there is no PostgreSQL');
    await using place = await kind.place();
    await using receiver = await startReceiver('204');
    const world = { ...worldOf(), silent: ['3'] };
    const otherWorld = { ...worldOf(), silent: ['3'], certificates: [ending(3)] }; // the other alone sees that
    const one = await startIn(place, receiver.url, world, {}, 'one');
    await using other = await startIn(place, receiver.url, otherWorld, {}, 'other');
    await expect.poll(() => receiver.taken.length).toBe(1);
    world.certificates = [{ ...ending(20), owner: 'service' }];
    const told = () => receiver.taken.map(({ data }) => `${data.alert} ${data.subject ?? ''}`.trim());
    await expect.poll(told).toEqual(['handhelds-silent', 'certificate-ends service']);
    expect([one.ledger.leads(), other.ledger.leads()]).toEqual([true, false]);
    await one[Symbol.asyncDispose]();
    await expect.poll(told).toEqual(['handhelds-silent', 'certificate-ends service', 'certificate-ends own']);
    expect(other.ledger.leads()).toBe(true);
  },
);

test('a receiver that hangs is left in time, and what it says is not read', async () => {
  await using hanging = await startReceiver('hangs');
  const settings = readAlerts({ ALERT_WEBHOOK_URL: hanging.url, ALERT_WEBHOOK_SECRET: SECRET });
  const receiver = settings?.webhook;
  if (!receiver) throw new Error('there is no receiver');
  await expect(postAlert(receiver, tryMessage(), new AbortController().signal, 200)).rejects.toThrow(
    'no answer within 0.2 s',
  );
  const endless = createServer((_request, reply) => {
    reply.writeHead(200);
    const more = (): void => void reply.write('x'.repeat(100_000), () => more());
    more();
    reply.on('close', () => reply.destroy());
  });
  await using at = await listening(endless);
  await postAlert(
    { ...receiver, url: new URL(`http://127.0.0.1:${at.port}`) },
    tryMessage(),
    new AbortController().signal,
    5_000,
  );
  endless.closeAllConnections();
});

test('an alert reaches a mailbox too, once, and one receiver that takes nothing does not hold up the other', async () => {
  const [kind] = kinds;
  if (!kind) throw new Error('there is no ledger');
  await using place = await kind.place();
  let refusals = 2;
  await using smtp = await startSmtp(() => refusals-- > 0);
  await using receiver = await startReceiver('500');
  const env = { ALERT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ALERT_MAIL_TO: 'it@example.com,night@example.com' };
  await using alerts = await startIn(place, receiver.url, { ...worldOf(), silent: ['3'] }, env);
  await expect.poll(() => smtp.mails.length).toBe(1);
  expect(smtp.mails[0]).toMatchObject({ from: 'it@example.com', to: ['it@example.com', 'night@example.com'] });
  expect(smtp.mails[0]?.text).toMatch(/^Subject: Scanline: handhelds-silent$/m);
  expect(smtp.mails[0]?.text).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(smtp.mails[0]?.text).toMatch(new RegExp(`^Message-ID: <${receiver.ids[0]}@scanline>$`, 'm'));
  await expect.poll(() => alerts.lines()).toEqual(['Alerts by webhook are not taken (HTTP 500), and are tried again.']);
  expect(smtp.mails).toHaveLength(1);
});

test('a password goes to no mail server that has no TLS', async () => {
  await using smtp = await startSmtp();
  const settings = readAlerts({
    ALERT_SMTP_URL: `smtp://gateway:pass-word-8@127.0.0.1:${smtp.port}`,
    ALERT_MAIL_TO: 'it@example.com',
  });
  const mail = receiversOf(settings ?? { webhook: undefined, mail: undefined }).get('mail');
  await expect(mail?.(tryMessage(), new AbortController().signal)).rejects.toThrow(/^ETLS/);
  expect(smtp.heard.join('\n')).not.toMatch(/AUTH|pass/i);
});

test('a message that nobody took for three days is told no more, and a younger one still is', async () => {
  await using place = await sqliteKind.place();
  const waiting = [3 * DAY_MS + 60_000, 3 * DAY_MS - 60_000].map((ageMs, at) => ({
    message: { ...tryMessage(), id: `msg_${at}`, timestamp: new Date(Date.now() - ageMs).toISOString() },
    to: ['webhook'] as const,
  }));
  {
    await using opened = await place.open();
    await createAlertOutbox(opened.ledger, () => {}).change((kept) => ({ ...kept, waiting }));
  }
  await using receiver = await startReceiver('204');
  await using alerts = await startIn(place, receiver.url, worldOf());
  await expect.poll(() => receiver.ids).toEqual(['msg_1']);
  await expect.poll(async () => (await createAlertOutbox(alerts.ledger, () => {}).read()).waiting).toEqual([]);
  expect(receiver.ids).toEqual(['msg_1']);
});
