import { isObject, jsonOfReply } from '#contract/json.ts';
import { postJson } from '#wire/postJson.ts';
import { DRAWN_PATH } from '#wire/prints.ts';

const TIMEOUT_MS = 8_000;
/** Labels whose pictures are kept: a person looks back and forth between few. */
const KEPT = 4;

const drawn = new Map<string, readonly string[]>();

/** Has the labels of a ZPL text drawn: the gateway does it, so that no handheld loads what draws bars. @returns `undefined`: nobody answers */
export async function drawLabelsNow(zpl: string): Promise<readonly string[] | undefined> {
  const known = drawn.get(zpl);
  if (known) return known;
  const pictures = await askPictures(zpl).catch(() => undefined); // nobody answers
  if (pictures) drawn.set(zpl, pictures);
  const [oldest] = drawn.keys();
  if (oldest !== undefined && drawn.size > KEPT) drawn.delete(oldest);
  return pictures;
}

function askPictures(zpl: string): Promise<readonly string[] | undefined> {
  return postJson(fetch.bind(globalThis), DRAWN_PATH, { zpl }, TIMEOUT_MS, async (reply) => {
    const said = reply.ok ? await jsonOfReply(reply) : undefined;
    const pictures = isObject(said) ? said['pictures'] : undefined;
    return Array.isArray(pictures) ? pictures.filter((one) => typeof one === 'string') : undefined;
  });
}
