import { once } from 'node:events';
import { type IncomingHttpHeaders, type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, assert, describe, expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { keyForms } from '#wire/keyForms.ts';
import { defaultNames } from '#wire/names.ts';
import { makeProblem } from '#wire/problem.ts';
import { type SendOptions, send } from '#wire/send.ts';
import { givesAway, writtenKeys } from '#wire/testing/writtenKeys.ts';

const KEY = 'KEY-0001-abcdef';
const call = makeCall('RevertOff', { deliveryCode: 'D-1001', storeCode: 'S-07', userID: 'u17' });
const OK = '<string xmlns="http://tempuri.org/">OK</string>';
const XML = { 'content-type': 'text/xml; charset=utf-8' };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A real server on this machine that answers as told. */
async function serverWith(answer: (...exchange: Parameters<RequestListener>) => unknown): Promise<string> {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sendTo(origin: string, sending: Partial<SendOptions> = {}, apiKey = KEY, of = call): Promise<Outcome> {
  const onOrigin: typeof fetch = (path, init) => fetch(new URL(path as string, origin), init);
  return send(onOrigin, of, apiKey, defaultNames, { timeoutMs: 30_000, ...sending });
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe('what arrives at the gateway', () => {
  interface Arrived {
    method: string;
    url: string;
    headers: IncomingHttpHeaders;
    body: string;
  }

  async function arrived(sending: Partial<SendOptions>): Promise<Arrived> {
    const requests: Arrived[] = [];
    const origin = await serverWith(async (request, response) => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: await bodyOf(request) });
      response.writeHead(200, XML).end(OK);
    });
    expect(await sendTo(origin, sending)).toEqual({ kind: 'answered', text: 'OK' });
    expect(requests).toHaveLength(1);
    return requests[0] as Arrived;
  }

  test('one POST of the form, with the key in it and the parameters in table order', async () => {
    const { method, url, headers, body } = await arrived({ idempotencyKey: 'call-1' });
    expect(`${method} ${url}`).toBe('POST /PDAAPIV1.asmx/RevertOff');
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded; charset=utf-8');
    expect(body).toBe(`deliveryCode=D-1001&storeCode=S-07&apiKey=${KEY}&userID=u17`);
  });

  test('the idempotency key, and when it was first tried, be it now', async () => {
    const { headers } = await arrived({ idempotencyKey: 'call-1.g2', tried: { epoch: 'e-1', at: 1_700_000_000_000 } });
    expect(headers['idempotency-key']).toBe('call-1.g2');
    expect(headers['scanline-tried']).toBe('e-1;1700000000000');
    expect(headers).not.toHaveProperty('scanline-tried-last');
  });

  test('on a retry also when it was last tried', async () => {
    const { headers } = await arrived({ idempotencyKey: 'call-1', tried: { epoch: 'e-1', at: 1, last: 7 } });
    expect(headers).toMatchObject({ 'scanline-tried': 'e-1;1', 'scanline-tried-last': '7' });
  });

  test('neither of them for a read', async () => {
    const read = await arrived({});
    expect(read.headers).not.toHaveProperty('idempotency-key');
    expect(read.headers).not.toHaveProperty('scanline-tried');
  });

  test('the access key is in the form only: in no address and in no header', async () => {
    const { url, headers } = await arrived({ idempotencyKey: 'call-1', tried: { epoch: 'e-1', at: 1 } });
    expect(url).not.toContain(KEY);
    expect(JSON.stringify(headers)).not.toContain(KEY);
  });
});

describe('what comes back', () => {
  test('a gateway’s problem carries its time to wait', async () => {
    const origin = await serverWith((_, response) => {
      response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '9' });
      response.end(JSON.stringify(makeProblem('not-forwarded', 'The service is away.')));
    });
    expect(await sendTo(origin)).toEqual({
      kind: 'not-forwarded',
      reason: 'The service is away.',
      isUnasked: true,
      retryAfterMs: 9_000,
    });
  });

  test('a reply that is 200 but has no body is no answer', async () => {
    const origin = await serverWith((_, response) => response.writeHead(200, XML).end());
    expect(await sendTo(origin)).toMatchObject({ kind: 'no-answer', cause: 'malformed' });
  });

  test('what came in the service’s place is kept: status, type, the beginning of the body, how much came', async () => {
    const origin = await serverWith((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Sign in</h1>${'.'.repeat(5_000)}`),
    );
    const outcome = await sendTo(origin);
    assert(outcome.kind === 'no-answer');
    expect(outcome.evidence).toEqual({ status: 200, contentType: 'text/html', bytes: 5_016, body: 'Sign in\n…' });
  });

  test('of a reply that breaks off the part that came is kept', async () => {
    const origin = await serverWith((_, response) => {
      response.writeHead(200, { ...XML, 'content-length': '500' });
      response.write('<string xmlns="http://tempuri.org/">O');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await sendTo(origin)).toMatchObject({
      cause: 'cut-off',
      evidence: { status: 200, bytes: 37, body: 'O' },
    });
  });

  test('in whatever way what is kept writes the key as one word, and wherever it breaks off, it is not in it', async () => {
    const key = 'Key+7f/3a&9"zQ?1-of-a-site';
    let body: Uint8Array = Buffer.alloc(0);
    const origin = await serverWith((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(body),
    );
    const kept = async (bytes: Buffer): Promise<string> => {
      body = bytes;
      const outcome = await sendTo(origin, {}, key);
      assert(outcome.kind === 'no-answer');
      return outcome.evidence?.body ?? '';
    };
    for (const [way, written] of writtenKeys(key).filter(([one]) => one !== 'in base64 in lines')) {
      const text = await kept(Buffer.from(`<p>before ${written} </p>`, 'latin1'));
      expect([way, text.startsWith('before'), givesAway(text, key)]).toEqual([way, true, false]);
    }
    expect(await kept(Buffer.from(`<p>before ${key.slice(0, 8)}`))).toBe('before');
  });

  test('a redirect is not followed', async () => {
    const asked: string[] = [];
    const origin = await serverWith((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: '/login' }).end();
    });
    expect(await sendTo(origin)).toMatchObject({ kind: 'no-answer', cause: 'redirected' });
    expect(asked).toEqual(['/PDAAPIV1.asmx/RevertOff']);
  });

  test('the key is taken out in whichever form an answer writes it', async () => {
    const key = `k&y<1> "ä" 'b'/`;
    const forms = keyForms(key);
    expect(forms).toContain(`k&y<1> \\"ä\\" 'b'/`);
    const text = forms.join(' | ').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const echo = await serverWith((_, response) => response.writeHead(200, XML).end(OK.replace('OK', text)));
    expect(await sendTo(echo, {}, key)).toEqual({ kind: 'answered', text: forms.map(() => '‹apiKey›').join(' | ') });
  });

  test('the key is taken out of an answer that echoes it, and out of an error that does', async () => {
    const echo = await serverWith((_, response) =>
      response.writeHead(200, XML).end(OK.replace('OK', `a ${KEY} ${KEY}.`)),
    );
    expect(await sendTo(echo)).toEqual({ kind: 'answered', text: 'a ‹apiKey› ‹apiKey›.' });
    const refusal = await serverWith((_, response) => {
      response
        .writeHead(500, { 'content-type': 'text/plain' })
        .end(`A potentially dangerous Request.Form value was detected from the client (storeCode="S<${KEY}").`);
    });
    const scanned = makeCall('RevertOff', { deliveryCode: 'D-1001', storeCode: `S<${KEY}`, userID: 'u17' });
    expect(await sendTo(refusal, {}, KEY, scanned)).toEqual({
      kind: 'rejected',
      reason: 'A potentially dangerous Request.Form value was detected from the client (storeCode="S<‹apiKey›").',
    });
    const problem = await serverWith((_, response) => {
      response.writeHead(409, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify(makeProblem('in-progress', `with ${KEY}`)));
    });
    expect(await sendTo(problem)).toEqual({ kind: 'in-progress', reason: 'with ‹apiKey›' });
  });

  test('where the gateway holds the key, and for a key of a few characters, answers stay whole', async () => {
    const origin = await serverWith((_, response) => response.writeHead(200, XML).end(OK));
    expect(await sendTo(origin, {}, '')).toEqual({ kind: 'answered', text: 'OK' });
    expect(await sendTo(origin, {}, 'OK')).toEqual({ kind: 'answered', text: 'OK' });
  });
});

describe('what does not come back is an outcome, and never an error', () => {
  test('no server', async () => {
    const origin = await serverWith(() => expect.fail('nobody is there'));
    await closing.pop()?.();
    expect(await sendTo(origin)).toMatchObject({ kind: 'no-answer', cause: 'no-reply' });
  });

  test('a connection that ends before the reply', async () => {
    const origin = await serverWith((request) => request.socket.destroy());
    expect(await sendTo(origin)).toMatchObject({ kind: 'no-answer', cause: 'no-reply' });
  });

  test('a connection that ends in the middle of the reply, although it read like a whole one', async () => {
    const origin = await serverWith((_, response) => {
      response.writeHead(200, { ...XML, 'content-length': OK.length + 10 });
      response.write(OK, () => response.destroy());
    });
    expect(await sendTo(origin)).toMatchObject({ kind: 'no-answer', cause: 'cut-off' });
  });

  test('no reply in time', async () => {
    const origin = await serverWith(() => undefined);
    expect(await sendTo(origin, { timeoutMs: 60 })).toMatchObject({ kind: 'no-answer', cause: 'timed-out' });
  });

  test('a reply that begins and does not end in time', async () => {
    const origin = await serverWith((_, response) => response.writeHead(200, XML).write(OK));
    expect(await sendTo(origin, { timeoutMs: 120 })).toMatchObject({ kind: 'no-answer', cause: 'timed-out' });
  });

  test('a reply without an end is given up at its limit, and the connection with it', async () => {
    let sentBytes = 0;
    let onClosed: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const origin = await serverWith((_, response) => {
      response.writeHead(200, XML).on('close', () => onClosed?.());
      const chunk = 'x'.repeat(64 * 1024);
      const more = (): void => {
        if (response.destroyed) return;
        sentBytes += chunk.length;
        response.write(chunk, more);
      };
      more();
    });
    expect(await sendTo(origin)).toMatchObject({ kind: 'no-answer', cause: 'too-large' });
    await closed;
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
  });

  test('a fetch that throws at once, as a browser without a network does', async () => {
    const broken: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const outcome = await send(broken, call, KEY, defaultNames, { timeoutMs: 1_000 });
    expect(outcome).toMatchObject({ kind: 'no-answer', cause: 'no-reply' });
  });
});
