import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { PASSWORD } from '#main/testing/deviceRig.ts';
import { person } from '#main/testing/peopleRig.ts';

const LIVE = '/gateway/floor/live';

test(
  'whoever reads nothing of a stream is cut off with it, in two minutes at most, and leaves its room to others',
  { timeout: 180_000 },
  async () => {
    await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
    const browser = await person(gateway, 'Vera', 'viewer');
    const { port } = new URL(gateway.url);
    const head = Object.entries({ host: `localhost:${port}`, ...browser }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const sockets = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = connect(Number(port), 'localhost');
        socket.write(`GET ${LIVE} HTTP/1.1\r\n${head.join('')}\r\n`);
        const [begun] = await once(socket, 'data');
        socket.pause();
        expect(String(begun)).toMatch(/^HTTP\/1\.1 200 /);
        return socket;
      }),
    );
    const refused = async (): Promise<number> => {
      const leaving = new AbortController();
      const { status } = await fetch(gateway.url + LIVE, { headers: browser, signal: leaving.signal });
      leaving.abort();
      return status;
    };
    expect(await refused()).toBe(503); // the four are there
    await expect.poll(refused, { timeout: 125_000, interval: 1_000 }).toBe(200);
    for (const socket of sockets) socket.destroy();
  },
);
