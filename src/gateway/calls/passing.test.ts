import { expect, test } from 'vitest';
import { startGateway } from '#main/gateway.ts';
import { httpReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { readSettings } from '#settings/settings.ts';
import { keyForms } from '#wire/keyForms.ts';

test.each(['ключ-склада-77', 'Schlüssel-0001', 'key+of & a site'])(
  'a page of the service has the gateway’s own key in none of its forms, be its letters no ASCII: %s',
  async (key) => {
    using folder = tempDir();
    const forms = keyForms(key);
    const page = `<a href="?k=${forms.join('">quokka</a> <a href="?k=')}">quokka</a>`;
    await using upstream = await startUpstream((request) => request.reply(httpReply(200, 'text/html', page)));
    const env = { PORT: '0', DATA_DIR: folder.path, LOG_LEVEL: 'silent', UPSTREAM_URL: upstream.url.href };
    const settings = readSettings({ ...env, UPSTREAM_API_KEY: key });
    const gateway = await startGateway(settings, { distDir: folder.path });
    const reply = await fetch(`${gateway.url}/PDAAPIV1.asmx`);
    const text = await reply.text();
    await gateway.close();
    expect([reply.status, text.split('quokka').length]).toEqual([200, forms.length + 1]);
    expect(forms.filter((form) => text.includes(form))).toEqual([]);
  },
);
