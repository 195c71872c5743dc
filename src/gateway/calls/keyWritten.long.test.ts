import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { localHeaders } from '#http/fromHere.ts';
import { startGateway } from '#main/gateway.ts';
import { httpReply, post, revertOffFields, startUpstream, tempDir } from '#main/testing/rig.ts';
import { readSettings } from '#settings/settings.ts';
import { classify } from '#wire/classify.ts';
import { keyForms } from '#wire/keyForms.ts';
import { defaultNames } from '#wire/names.ts';
import { type WrittenKey, givesAway, writtenKeys } from '#wire/testing/writtenKeys.ts';

/** As keys are, with what each of the ways writes in its own way. */
const KEY = 'Key+7f/3a&9"zQ?1-of-a-site';
/** The four forms in an answer; in what is no answer also whatever else makes one long word of it. */
const ways = [
  ...keyForms(KEY).map((text, at): WrittenKey => [`form ${at}`, text]),
  ...writtenKeys(KEY).filter(([way]) => way !== 'in base64 in lines'),
];
const formsOnly = keyForms(KEY).length;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const KINDS = ['ANSWER', 'PAGE', 'FAULT', 'CUT', 'FOREIGN', 'TYPE'] as const;

/** A service that gives the key away: by the delivery's number the way it is written, by its letter what it is said in. */
function giveAway(body: string): string {
  const [, said, at] = /deliveryCode=([A-Z]+)-(\d+)/.exec(body) ?? [];
  const echo = `quokka ${ways[Number(at)]?.[1] ?? ''} after`;
  const document = (text: string): string =>
    `<?xml version="1.0"?><!-- ${KEY} --><string xmlns="${defaultNames.namespace}">${text}</string>`;
  if (said === 'FAULT') return httpReply(500, 'text/plain', `System.Exception: ${echo}`);
  if (said === 'PAGE') return httpReply(200, 'text/html', `<p>${echo}</p>`);
  if (said === 'TYPE') return httpReply(200, `text/x; of=${echo.replaceAll(/[\0\r\n]/g, '')}`, '');
  if (said === 'CUT') return httpReply(200, 'text/xml', document(echo)).slice(0, -15);
  if (said === 'FOREIGN')
    return httpReply(200, 'text/xml', `<a xmlns="urn:${KEY.replaceAll(/[&"]/g, '')}">${escaped(echo)}</a>`);
  return httpReply(200, 'text/xml; charset=utf-8', document(escaped(echo)));
}

async function shift(own: boolean): Promise<{ kept: string[]; said: string[]; log: string }> {
  using folder = tempDir();
  await using upstream = await startUpstream((request) => request.reply(giveAway(request.body)));
  let log = '';
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const env = {
    PORT: '0',
    DATA_DIR: folder.path,
    LOG_LEVEL: 'trace',
    UPSTREAM_URL: upstream.url.href,
    REQUESTS_PER_SECOND: '0',
    ...(own && { UPSTREAM_API_KEY: KEY }),
  };
  const gateway = await startGateway(readSettings(env), { distDir: folder.path, logTo });
  const headers = localHeaders(folder.path);
  const said: string[] = [];
  for (const [at] of ways.entries()) {
    for (const kind of at < formsOnly ? KINDS : KINDS.slice(1)) {
      for (const key of [`call-${kind}-${at}`, ...(own ? [undefined] : [])]) {
        const {
          status,
          text,
          headers: got,
        } = await post(gateway.url, key, revertOffFields(`${kind}-${at}`, own ? '' : KEY), { headers });
        said.push(`${ways[at]?.[0]} ${kind}: ${got.get('content-type')} ${text}`);
        const isAnswer = kind === 'ANSWER';
        expect([kind, status, text.includes('quokka')]).toEqual([kind, isAnswer ? 200 : 504, isAnswer]);
        if (kind !== 'ANSWER' || status !== 200 || key === undefined) continue;
        const reply = { status, contentType: got.get('content-type') ?? '', body: Buffer.from(text) };
        expect([ways[at]?.[0], classify(reply, defaultNames).kind]).toEqual([ways[at]?.[0], 'answered']);
        const again = await post(gateway.url, key, revertOffFields(`ANSWER-${at}`, own ? '' : KEY), { headers });
        expect(again.text).toBe(text);
      }
    }
  }
  await gateway.close();
  const database = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  const rows = tables.flatMap(({ name }) => database.prepare(`select * from "${name}"`).all());
  const kept = rows.map((row) =>
    Object.values(row)
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join(' '),
  );
  database.close();
  return { kept, said, log };
}

test.each([
  ['the handheld’s key', false],
  ['the gateway’s own key', true],
])(
  '%s, in whatever way it is written, is in no row of the ledger, no log and no reply to who must not know it',
  async (_, own) => {
    const { kept, said, log } = await shift(own);
    expect(kept.length).toBeGreaterThan(3 * ways.length);
    expect(kept.filter((row) => givesAway(row, KEY))).toEqual([]);
    expect(said.filter((text) => givesAway(text, KEY))).toEqual([]);
    expect(log.split('\n').filter((line) => givesAway(line, KEY))).toEqual([]);
  },
  60_000,
);
