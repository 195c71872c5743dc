import { afterAll, expect, test } from 'vitest';
import { CannotStart } from '#settings/cannotStart.ts';
import { tempDir } from '#main/testing/rig.ts';
import { createStandin } from './standin.ts';
import {
  STANDIN_KEY,
  WHOLE,
  completeBag,
  envelope11,
  envelope12,
  raw,
  postRevertOff,
  revertOffElement,
  soap11,
  soap12,
  ownStandin,
} from '#standin/testing/standinRig.ts';

const standin = await ownStandin({ strict: true });
afterAll(() => standin[Symbol.asyncDispose]());

const whole = revertOffElement();

test.each<[what: string, bytes: Buffer, said: string]>([
  [
    'a missing element',
    soap11(envelope11(whole.replace(/<userID>.*<\/userID>/, ''))),
    'userID is missing; it would be null.',
  ],
  [
    'an unknown element',
    soap12(envelope12(whole.replace('<userID>', '<x/><userID>'))),
    'x is no parameter of RevertOff, and is ignored.',
  ],
  [
    'an element twice',
    soap11(envelope11(whole.replace('<userID>', '<storeCode/><userID>'))),
    'storeCode is there twice; the first counts.',
  ],
  [
    'a name in another letter case',
    soap11(envelope11(whole.replaceAll('userID', 'userId'))),
    'userId is not userID: letter case counts, and it is ignored.',
  ],
  [
    'an element of another namespace',
    soap11(envelope11(whole.replace('<userID>', '<userID xmlns="">'))),
    'userID is in the namespace “”, not in “http://logistics.example/”, and is ignored.',
  ],
  [
    'a body of another namespace',
    soap11(envelope11(revertOffElement(undefined, 'urn:x'))),
    'every parameter would be null.',
  ],
  ['an empty body', soap11(envelope11('')), 'apiKey is missing; it would be null.'],
  ['Op twice', soap11(envelope11(whole + whole)), 'Body holds RevertOff 2 times; it runs once.'],
  [
    'no charset',
    soap11(envelope11(whole.replace('D-9', '中')), { contentType: 'text/xml' }),
    'text/xml has no charset',
  ],
  ['a comma in a decimal', completeBag('1,5'), 'sWeight is “1,5”, which would be taken for 15.'],
  ['a sign behind a decimal', completeBag('1.5-'), 'sWeight is “1.5-”, which would be taken for -1.5.'],
  [
    'a field twice',
    postRevertOff(`${WHOLE}&userID=8`),
    'userID is there twice; the values would be joined with a comma.',
  ],
  ['an unknown field', postRevertOff(`${WHOLE}&x=8`), 'x is no parameter of RevertOff, and is ignored.'],
  [
    'a field in another letter case',
    postRevertOff(WHOLE.replace('userID', 'userid')),
    'userid is not userID: SOAP would not know it.',
  ],
  ['a value without a name', postRevertOff(`${WHOLE}&8`), 'A field has a value and no name, and is ignored.'],
])('strict mode reports %s, and runs nothing', async (_, bytes, said) => {
  const reply = await raw(standin, bytes);
  expect(reply).toMatchObject({ status: 500, body: expect.stringContaining('STANDIN_STRICT: nothing was run. ') });
  expect(reply?.body).toContain(reply?.body.startsWith('<') ? said : said.replaceAll('"', '&quot;'));
  expect(standin.journal.since(0)).toEqual([]);
});

test('strict mode lets an exact request run', async () => {
  expect(await raw(standin, postRevertOff(WHOLE))).toMatchObject({ status: 200 });
  expect(await raw(standin, soap11(envelope11(whole)))).toMatchObject({ status: 200 });
  expect(await raw(standin, soap12(envelope12(whole)))).toMatchObject({ status: 200 });
  expect(standin.journal.since(0).map(({ binding }) => binding)).toEqual(['http-post', 'soap11', 'soap12']);
  expect(standin.journal.since(0)[1]?.parameters).not.toContainEqual(['apiKey', STANDIN_KEY]);
  standin.journal.clear();
});

test('STANDIN_STRICT is 0 or 1', async () => {
  using folder = tempDir();
  process.env['STANDIN_STRICT'] = 'yes';
  try {
    const start = createStandin({ dataDir: folder.path, namespace: 'urn:x', partnerOperation: 'P', port: 0 });
    await expect(start).rejects.toThrow(new CannotStart('STANDIN_STRICT: expected 0 or 1, not “yes”.'));
  } finally {
    delete process.env['STANDIN_STRICT'];
  }
});
