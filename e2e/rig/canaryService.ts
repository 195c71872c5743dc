import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { keyForms } from '#wire/keyForms.ts';
import { writtenKeys } from '#wire/testing/writtenKeys.ts';
import { listening } from '#main/testing/rig.ts';

/** A service that gives the key away wherever it can, in every form in which a service may write it. */
export interface CanaryService {
  readonly url: string;
  /** The key of each call that came, in turn. */
  readonly keys: string[];
  close(): Promise<void>;
}

/** By the delivery's code, what it does with a call. All but `ok` and `refused` are no answer, or none that is whole. */
const kinds: Readonly<Record<string, (reply: ServerResponse, echo: string) => void>> = {
  'D-OK': (reply, echo) => answer(reply, 'text/xml; charset=utf-8', document(`OK ${echo}`)),
  'D-REFUSED': (reply, echo) => answer(reply, 'text/xml; charset=utf-8', document(`ERR ${echo}`)),
  'D-PAGE': (reply, echo) => answer(reply, `text/html; of=${echo.slice(0, 20)}`, `<p>${echo}</p>`),
  'D-HELD': (reply, echo) =>
    // refused before it ran, in the host's own words; what it gives away is in the trace
    answer(
      reply,
      'text/plain; charset=utf-8',
      `System.InvalidOperationException: RevertOff Web Service method name is not valid.\r\n   at System.Web.Services.Protocols.HttpServerProtocol.Initialize() ${echo}\r\n`,
      500,
    ),
  'D-FAULT': (reply, echo) => answer(reply, 'text/plain; charset=utf-8', `System.Exception: ${echo}`, 500),
  'D-CUT': (reply, echo) => {
    reply.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', 'content-length': '9000' });
    reply.write(document(echo).slice(0, -30), () => setImmediate(() => reply.destroy()));
  },
  'D-LOST': (reply) => void reply.destroy(),
};

export async function createCanaryService(): Promise<CanaryService> {
  const keys: string[] = [];
  const handle = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return answer(reply, 'text/plain', 'nothing is here', 404);
    const fields = new Map(new URLSearchParams(Buffer.concat(chunks).toString()));
    const key = fields.get('apiKey') ?? '';
    if (key !== '') keys.push(key);
    const kind = fields.get('deliveryCode') ?? '';
    // In an answer the four forms are erased; of what is none hardly a word is kept, whatever way it is written in.
    const isAnswer = !(kind in kinds) || kind === 'D-OK' || kind === 'D-REFUSED';
    const written = writtenKeys(key).filter(([way]) => way !== 'in base64 in lines');
    const more = isAnswer ? [] : written.map(([, text]) => text.replaceAll('\0', '')); // XML has no null byte
    const echo = [...new Set([...keyForms(key), ...more])].join(' | ');
    const act = kinds[kind] ?? kinds['D-OK'];
    return act?.(reply, echo);
  };
  const server = await listening(
    createServer((request, reply) => void handle(request, reply).catch(() => reply.destroy())),
  );
  return {
    url: `http://127.0.0.1:${server.port}`,
    keys,
    async close() {
      await server[Symbol.asyncDispose]();
    },
  };
}

function answer(reply: ServerResponse, contentType: string, body: string, status = 200): void {
  reply.writeHead(status, { 'content-type': contentType }).end(body);
}

/** As a service that escapes nothing but what XML must have escaped. */
function document(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">${escaped}</string>`;
}
