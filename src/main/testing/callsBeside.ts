import { post, revertOffFields } from './rig.ts';

/**
 * A program that makes calls at a gateway, three at once, and asks for a page twice meanwhile; it prints what came. It is none of
 * the gateway's process, which may stand still.
 */
const [url = '', path = '', headers = '{}', many = '0'] = process.argv.slice(2);

async function main(): Promise<void> {
  const pages: Promise<number>[] = [];
  const statuses: number[] = [];
  let longestMs = 0;
  const ask = async (): Promise<number> => {
    const reply = await fetch(url + path, { headers: JSON.parse(headers) as Record<string, string> });
    await reply.arrayBuffer();
    return reply.status;
  };
  const call = async (at: number): Promise<number> => {
    const began = performance.now();
    const { status } = await post(url, `call-${10_000 + at}`, revertOffFields(`D-${2_000 + at}`));
    longestMs = Math.max(longestMs, performance.now() - began);
    return status;
  };
  for (let at = 0; at < Number(many); at += 3) {
    if (at === 9 || at === 30) pages.push(ask());
    statuses.push(...(await Promise.all([at, at + 1, at + 2].map(call))));
  }
  process.stdout.write(JSON.stringify({ statuses, pages: await Promise.all(pages), longestMs }));
}

await main();
