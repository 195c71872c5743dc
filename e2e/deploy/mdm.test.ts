import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseXml } from '#wire/xml.ts';

const folder = join('deploy', 'mdm');
const files = readdirSync(folder);
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const json = (name: string): unknown => JSON.parse(textOf(name));
const page = readFileSync(join('docs', 'handhelds.md'), 'utf8');

type Policies = Readonly<Record<string, unknown>>;

test.each(files)('%s is well-formed, and the page for IT says what it is', (name) => {
  const read = name.endsWith('.json') ? json : (file: string) => parseXml(Buffer.from(textOf(file)), 'utf-8');
  expect(() => read(name)).not.toThrow();
  expect(page).toContain(`\`deploy/mdm/${name}\``);
});

/** Policies that Chrome knows on Android, and from which version on. Source: Chromium, components/policy/resources/templates/policy_definitions, `supported_on`. */
const onAndroid: Readonly<Record<string, number>> = {
  URLBlocklist: 86,
  URLAllowlist: 86,
  HomepageLocation: 81,
  PasswordManagerEnabled: 30,
  AutofillAddressEnabled: 69,
  TranslateEnabled: 30,
  SerialAllowAllPortsForUrls: 140,
};

test('each policy of Chrome on Android is one that it knows there, and stands with its version on the page', () => {
  for (const name of Object.keys(json('chrome-android.json') as Policies)) {
    expect(onAndroid[name], name).toBeDefined();
    expect(page).toMatch(new RegExp(`\\| \`${name}\` \\| ${onAndroid[name]} \\|`));
  }
});

test('no policy deletes what waits to be sent', () => {
  for (const name of files)
    expect(textOf(name)).not.toMatch(/BrowsingDataLifetime|ClearBrowsingDataOnExit|EphemeralProfile/);
});

test('the whole policy of a handheld has the same of Chrome, and one app that the handheld is locked to', () => {
  const { applications } = json('android-policy.json') as {
    applications: readonly { packageName: string; installType: string; managedConfiguration?: Policies }[];
  };
  const chrome = applications.find(({ packageName }) => packageName === 'com.android.chrome');
  expect(chrome?.managedConfiguration).toEqual(json('chrome-android.json'));
  expect(applications.filter(({ installType }) => installType === 'KIOSK')).toHaveLength(1);
});

test('the scanner types a code once, ends it with Enter alone, and is Chrome’s', () => {
  const profile = json('datawedge-set-config.json') as {
    APP_LIST: readonly { PACKAGE_NAME: string }[];
    PLUGIN_CONFIG: readonly { PLUGIN_NAME: string; PARAM_LIST: Readonly<Record<string, string>> }[];
  };
  const of = (plugin: string) => profile.PLUGIN_CONFIG.find(({ PLUGIN_NAME }) => PLUGIN_NAME === plugin)?.PARAM_LIST;
  expect(profile.APP_LIST.map(({ PACKAGE_NAME }) => PACKAGE_NAME)).toEqual(['com.android.chrome']);
  expect(of('BDF')).toMatchObject({ bdf_send_data: 'true', bdf_send_enter: 'true', bdf_send_tab: 'false' });
  expect(of('KEYSTROKE')).toMatchObject({ keystroke_output_enabled: 'true' });
  expect(of('INTENT')).toEqual({ intent_output_enabled: 'false' });
  expect(of('IP')).toEqual({ ip_output_enabled: 'false' });
});
