import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The service as a process of its own: it writes a line for each call that it runs, some milliseconds after it came,
 * and answers some milliseconds later, whoever still waits. It refuses a code that begins with `R`, and closes the connection in
 * place of an answer to one that begins with `L`. It hides its WSDL, and answers a read at once.
 *
 * `node countingService.ts FILE MILLISECONDS [KEYS]`; it prints its port. It refuses a call under a key that the file of keys has not.
 */
const [file = '', takesMs = '20', keyFile = ''] = process.argv.slice(2);

const takes = (key: string | null): boolean =>
  keyFile === '' ||
  readFileSync(keyFile, 'utf8')
    .split('\n')
    .includes(key ?? '');

const server = createServer((request, reply) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => void serve());

  async function serve(): Promise<void> {
    const fields = new URLSearchParams(body);
    const code = fields.get('deliveryCode') ?? '';
    if (request.url !== '/PDAAPIV1.asmx/RevertOff') {
      const isRead = request.url?.endsWith('/ExistsDomesticDeliveryCode');
      if (isRead) return void reply.writeHead(200, { 'content-type': 'text/xml' }).end(documentOf('OK'));
      return void reply.writeHead(500, { 'content-type': 'text/plain' }).end('X Web Service method name is not valid.');
    }
    if (!takes(fields.get('apiKey')))
      return void reply.writeHead(200, { 'content-type': 'text/xml' }).end(documentOf('ERR: apiKey is not valid'));
    await sleep(Math.random() * Number(takesMs));
    appendFileSync(file, `${code}\n`);
    await sleep(Math.random() * Number(takesMs));
    if (code.startsWith('L')) return void reply.destroy();
    const says = code.startsWith('R') ? 'ERR' : 'OK';
    return void reply.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(documentOf(`${says}: ${code}`));
  }
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));

function documentOf(text: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">${text}</string>`;
}
