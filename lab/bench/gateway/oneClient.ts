import { Agent, request } from 'node:http';
import { CALL, type Side, headersOf } from './sides.ts';

const WARM_UP = 100;

/**
 * Returns how long calls take one after another, over every side in turn, so that all meet the same weather.
 *
 * @param kept - over one kept connection to each side, as a browser does; else over a new one for each call.
 * @returns milliseconds until the reply is whole, by the side's name.
 */
export async function timeOneByOne(
  sides: readonly Side[],
  calls: number,
  kept: boolean,
): Promise<Map<string, number[]>> {
  const times = new Map(sides.map(({ name }) => [name, [] as number[]]));
  const agents = new Map(sides.map(({ name }) => [name, new Agent({ keepAlive: kept, maxSockets: 1 })]));
  try {
    for (let index = 0; index < calls + WARM_UP; index += 1) {
      for (const side of sides) {
        const ms = await timeOne(side, agents.get(side.name));
        if (index >= WARM_UP) times.get(side.name)?.push(ms);
      }
    }
  } finally {
    for (const agent of agents.values()) agent.destroy();
  }
  return times;
}

/** Makes one call. @returns the milliseconds until its reply is whole. @throws Error where it is not answered with a 200. */
export function timeOne(side: Side, agent: Agent | undefined): Promise<number> {
  const headers = { ...headersOf(side), 'content-length': String(CALL.body.length) };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(side.origin + CALL.path, { method: 'POST', ...(agent && { agent }), headers }, (reply) => {
      reply.resume();
      reply.once('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${side.name}: HTTP ${reply.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end(CALL.body);
  });
}
