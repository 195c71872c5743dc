import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { httpReply, post, revertOffFields, startUpstream } from '#main/testing/rig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';

const ALL = ['http-post', 'http-get', 'soap11', 'soap12'] as const;
const SOAP = '/PDAAPIV1.asmx';

const bomb =
  '<!DOCTYPE a [<!ENTITY e0 "ha">' +
  Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join('') +
  ']><a>&e12;</a>';

const attacks: [name: string, document: string][] = [
  ['an entity that grows', bomb],
  ['a file as an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['a depth of 10,000', '<a>'.repeat(10_000) + '</a>'.repeat(10_000)],
  ['a million elements', `<a>${'<b/>'.repeat(900_000)}</a>`],
  ['null bytes', '\0'.repeat(100_000)],
  ['a megabyte in one tag', `<a b="${'c'.repeat(1_000_000)}"/>`],
];

/** Megabytes that a process holds, as Linux counts them. */
async function megabytesOf({ child }: GatewayProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Sends fifty megabytes as fast as they are taken. @returns all that came back. */
async function flood(gateway: GatewayProcess, head: string): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(head);
  const megabyte = Buffer.alloc(1_000_000, 0x20);
  for (let sent = 0; sent < 50 && !socket.destroyed; sent += 1) {
    if (!socket.write(megabyte)) {
      await Promise.race([new Promise<void>((resolve) => socket.once('drain', () => resolve())), closed]);
    }
  }
  socket.end();
  await closed;
  return text;
}

test.runIf(process.platform === 'linux')(
  'nothing that a service or a client sends fills or ends the gateway',
  async () => {
    let document = '';
    await using upstream = await startUpstream(
      (request) => request.reply(httpReply(200, 'text/xml; charset=utf-8', document)),
      0,
      wsdlOffering(ALL),
    );
    await using gateway = await spawnGateway({
      UPSTREAM_URL: upstream.url.href,
      UPSTREAM_BINDING: 'soap11',
      LOG_LEVEL: 'silent',
    });
    await post(gateway.url, undefined, revertOffFields()); // what a first call loads is loaded
    const before = await megabytesOf(gateway);

    for (const [index, [name, attack]] of attacks.entries()) {
      document = attack;
      const received = await post(gateway.url, `attack-0${index}`, revertOffFields());
      expect([name, received.status, received.code]).toEqual([name, 504, 'outcome-unknown']);
      document = '';
      const body = attack.slice(0, 1_000_000);
      const passed = await fetch(gateway.url + SOAP, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
      expect([name, passed.status]).toEqual([name, 200]); // as it came: the service is asked, and the gateway does not read it
    }
    document = 'x'.repeat(50_000_000);
    expect(await post(gateway.url, 'attack-big', revertOffFields())).toMatchObject({
      status: 504,
      code: 'outcome-unknown',
    });

    const head = `POST ${SOAP} HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n`;
    expect(await flood(gateway, `${head}Content-Length: 50000000\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 |^$/);
    expect(await flood(gateway, `${head}Transfer-Encoding: chunked\r\n\r\n2faf080\r\n`)).toMatch(/^HTTP\/1\.1 411 |^$/);

    expect(await megabytesOf(gateway)).toBeLessThan(before + 150);
    expect((await fetch(`${gateway.url}/gateway/health`)).status).toBe(200);
  },
);
