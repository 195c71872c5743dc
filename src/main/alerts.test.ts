import { createServer } from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { run, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { listening, tempDir } from '#main/testing/rig.ts';
import { startSmtp } from '#main/testing/smtpRig.ts';

vi.setConfig({ testTimeout: 120_000 });

const SECRET = `whsec_${Buffer.from('another key of thirty-two bytes!').toString('base64')}`;

interface Told {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly alert: string; readonly text: string };
}

/** Starts a receiver that takes what the library verifies, once it is told to. */
async function startReceiver() {
  const heard: Told[] = [];
  const state = { takes: false };
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push(new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as Told);
      reply.writeHead(state.takes ? 204 : 500).end();
    });
  });
  const at = await listening(server);
  return { ...at, heard, state, url: `http://127.0.0.1:${at.port}/` };
}

test.skipIf(!canCertify)(
  'a gateway that is killed with an alert in hand tells it after its next start, under the same id, by webhook and by mail, and never again',
  async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'gateway');
    await using receiver = await startReceiver();
    await using smtp = await startSmtp();
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      TLS_CERT_FILE: certFile,
      TLS_KEY_FILE: keyFile,
      ALERT_WEBHOOK_URL: receiver.url,
      ALERT_WEBHOOK_SECRET: SECRET,
      ALERT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      ALERT_MAIL_TO: 'it@example.com',
    };
    {
      await using gateway = await spawnGateway(env);
      await gateway.says('an alert was not taken');
      await gateway.says('an alert was told'); // the mail
      await gateway.kill();
    }
    receiver.state.takes = true;
    const before = receiver.heard.length;
    {
      await using gateway = await spawnGateway(env);
      await gateway.says('an alert was told');
      expect(gateway.output()).not.toContain(SECRET);
    }
    expect(receiver.heard[0]).toMatchObject({
      type: 'scanline.alert.began',
      data: { alert: 'certificate-ends', text: expect.stringMatching(/^TLS_CERT_FILE: the certificate expires/) },
    });
    expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(1);
    expect(receiver.heard).toHaveLength(before + 1);
    expect(smtp.mails).toHaveLength(1);
    {
      await using gateway = await spawnGateway({ ...env, LOG_LEVEL: 'warn' });
      await expect
        .poll(async () => (await metricsOf(gateway)).includes('scanline_alerts{state="open"} 1'), { timeout: 20_000 })
        .toBe(true);
    }
    expect(receiver.heard).toHaveLength(before + 1);
  },
);

async function metricsOf({
  url,
  here,
}: {
  readonly url: string;
  readonly here: Readonly<Record<string, string>>;
}): Promise<string> {
  const { Agent, request } = await import('node:https');
  return new Promise((resolve, reject) => {
    const agent = new Agent({ rejectUnauthorized: false });
    request(`${url}/gateway/metrics`, { agent, headers: here }, (reply) => {
      let text = '';
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()));
      reply.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

test('probe --alert tells each receiver that this is a try, and says which one took it', async () => {
  await using receiver = await startReceiver();
  await using smtp = await startSmtp();
  const env = {
    ALERT_WEBHOOK_URL: receiver.url,
    ALERT_WEBHOOK_SECRET: SECRET,
    ALERT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    ALERT_MAIL_TO: 'it@example.com',
  };
  expect(await run('probe', ['--alert'], env)).toEqual({
    code: 1,
    stdout: 'webhook: not taken (HTTP 500)\nmail: taken\n',
    stderr: '',
  });
  receiver.state.takes = true;
  expect(await run('probe', ['--alert'], env)).toEqual({
    code: 0,
    stdout: 'webhook: taken\nmail: taken\n',
    stderr: '',
  });
  expect(receiver.heard.map(({ type }) => type)).toEqual(['scanline.alert.try', 'scanline.alert.try']);
  expect(await run('probe', ['--alert'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/neither is set/) });
});

test.each([
  [
    { ALERT_WEBHOOK_URL: 'https://alerts.example.com/token-8251' },
    'ALERT_WEBHOOK_SECRET: expected a secret such as whsec_…, because ALERT_WEBHOOK_URL is set.',
  ],
  [
    { ALERT_WEBHOOK_URL: 'http://alerts.example.com/token-8251', ALERT_WEBHOOK_SECRET: SECRET },
    'ALERT_WEBHOOK_URL: expected an https:// address such as https://alerts.example.com/scanline, without a user or password.',
  ],
  [
    { ALERT_WEBHOOK_URL: 'https://a.example', ALERT_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' },
    'ALERT_WEBHOOK_SECRET: expected whsec_ and 24 to 64 bytes in base64.',
  ],
  [
    { ALERT_SMTP_URL: 'https://u:pass-8251@a.example', ALERT_MAIL_TO: 'a@b.example' },
    'ALERT_SMTP_URL: expected an address such as smtps://user:password@mail.example.com or smtp://mail.example.com:587.',
  ],
  [{ ALERT_SMTP_URL: 'smtp://a.example' }, 'ALERT_MAIL_TO: expected addresses, because ALERT_SMTP_URL is set.'],
  [
    { ALERT_SMTP_URL: 'smtp://a.example', ALERT_MAIL_TO: 'a@b.example\nBcc: c@d.example' },
    'ALERT_MAIL_TO: expected addresses with commas between, such as it@example.com, not “a@b.example Bcc: c@d.example”.',
  ],
])('a start with %j says what is wrong, and repeats no secret', async (env, line) => {
  expect(await run('probe', ['--alert'], env)).toEqual({ code: 2, stdout: '', stderr: `${line}\n` });
});
