import { type ServerResponse, createServer } from 'node:http';
import { listening } from '#main/testing/rig.ts';

/** A service that describes itself well and answers every call with the same bytes. */
export interface HostileService extends AsyncDisposable {
  readonly url: URL;
  /** Paths that were asked for, queries included. */
  readonly asked: readonly string[];
  /** Sets what it answers from now on. */
  answerWith(contentType: string, body: string): void;
}

/** @param descriptions - the WSDL of each group by its path. */
export async function startHostileService(
  descriptions: ReadonlyMap<string, string> = new Map(),
): Promise<HostileService> {
  const asked: string[] = [];
  let answer = (outgoing: ServerResponse): unknown => outgoing.end();
  const server = await listening(
    createServer((incoming, outgoing) => {
      const { url = '' } = incoming;
      asked.push(url);
      outgoing.on('error', () => {}); // who asked goes away in the middle: that is what is hoped for
      incoming.resume();
      const description = url.endsWith('?WSDL') ? descriptions.get(url.slice(0, -'?WSDL'.length)) : undefined;
      if (description !== undefined) outgoing.setHeader('Content-Type', 'text/xml; charset=utf-8').end(description);
      else answer(outgoing);
    }),
  );
  return {
    url: new URL(`http://127.0.0.1:${server.port}`),
    asked,
    answerWith(contentType, body) {
      const bytes = Buffer.from(body);
      answer = (outgoing) => outgoing.setHeader('Content-Type', contentType).end(bytes);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
