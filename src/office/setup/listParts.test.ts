import { describe, expect, test } from 'vitest';
import { textIn } from '#main/testing/rig.ts';
import { startSetup, startSetupBefore } from '#main/testing/setupRig.ts';

const KEPT = 'Kept, and in use.';

describe('printers as they are entered', () => {
  test.each([
    ['127.0.0.1:9100', 'this machine’s loopback'],
    ['[::1]:9100', 'this machine’s loopback'],
    ['169.254.1.1:9100', 'a link-local address'],
  ])('at %s are refused by the sentence that names the address: it is at %s', async (address, where) => {
    await using setup = await startSetup({ UPSTREAM_URL: 'stand-in' });
    const { html } = await setup.post('/printers', { lines: `Dock 2;PRN-2;network;zpl;${address};100` });
    expect(html).not.toContain(KEPT);
    expect(textIn(html)).toContain(`printers[0].address: “${address}” is refused. It is at ${where}`);
    expect(html).toContain(`Dock 2;PRN-2;network;zpl;${address};100`); // what was entered stays
  });

  test('with a sticker that looks like a code of the work are refused, and the kind is named', async () => {
    const site = { codes: { deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' } } };
    await using setup = await startSetupBefore('OK', { site });
    const { html } = await setup.post('/printers', { lines: 'Dock 2;D-1003;handheld;zpl' });
    expect(textIn(html)).toContain('printers[0].code: “D-1003” looks like the site’s deliveryCode');
    expect((await setup.post('/printers', { lines: 'Dock 2;PRN-2;handheld;zpl' })).html).toContain(KEPT);
  });

  test('are kept where a pattern fits every text, as that says nothing of a sticker', async () => {
    const site = { codes: { deliveryCode: { pattern: '.+', example: 'D-1001' } } };
    await using setup = await startSetupBefore('OK', { site });
    expect((await setup.post('/printers', { lines: 'Dock 2;PRN-2;handheld;zpl' })).html).toContain(KEPT);
  });
});

test('a printer that does not answer is said to have been sent nothing: no word of a count or a number', async () => {
  await using setup = await startSetup({ UPSTREAM_URL: 'stand-in' });
  await setup.post('/printers', { lines: 'Far;PRN-9;network;zpl;no-such-printer.invalid:9100;100' });
  const { html } = await setup.post('/printers/try', { code: 'PRN-9' });
  const said = textIn(html);
  expect(said).toContain('does not answer');
  expect(said).not.toMatch(/tells no count|did not come back/);
});
