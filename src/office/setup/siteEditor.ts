import * as fs from 'node:fs';
import { attempt } from '#contract/attempt.ts';
import { isObject, jsonIn, parseJson } from '#contract/json.ts';
import type { AnswerRule } from '#site/judging.ts';
import type { LaidAside } from '#site/readSite.ts';
import { unknownSite } from '#site/site.ts';
import { Refused } from '#office/pages/page.ts';
import { fileFault, writeWhole } from '#settings/files.ts';
import { sitePlaceOf } from '#settings/sitePlace.ts';
import type { Settings } from '#settings/settings.ts';
import type { SiteStore, SiteVersion } from '#site/siteStore.ts';
import { type NamesSet, readSiteText } from '#site/siteText.ts';

/** The members of a site's file as they stand in it, unchecked. */
export type SiteMembers = Readonly<Record<string, unknown>>;

/** The number of versions that are listed. */
const MOST_SHOWN = 10;

export type SiteEditor = ReturnType<typeof createSiteEditor>;

/**
 * Makes an editor of the site's file. The file is whole at every moment and on disk before it is used; the one before is
 * kept beside it as `….before`.
 *
 * @param reload - takes the file into use.
 * @param store - the file's versions, where gateways share it; absent: it is this one's alone.
 */
export function createSiteEditor(
  settings: NamesSet & Pick<Settings, 'siteFile' | 'dataDir'>,
  reload: () => void,
  store?: SiteStore,
) {
  const named = sitePlaceOf(settings);
  const before = `${named}.before`;

  /** Reads the file's members; none where there is no file. @throws Refused where it holds no JSON object. */
  function read(): SiteMembers {
    if (!fs.existsSync(named)) return {};
    try {
      const parsed = parseJson(fs.readFileSync(named, 'utf8').replace(/^\uFEFF/, ''));
      if (isObject(parsed)) return parsed;
    } catch (error) {
      throw new Refused(`SITE_CONFIG: ${named} cannot be read: ${fileFault(error)}.`, undefined, { cause: error });
    }
    throw new Refused(`SITE_CONFIG: ${named} holds no JSON object.`);
  }

  async function put(text: string): Promise<void> {
    refuseUnfit(text, textOf(), settings);
    if (store) return share(store, text);
    try {
      const last = textOf();
      if (last === text) return;
      if (last !== undefined) writeWhole(before, last);
      writeWhole(named, text);
    } catch (error) {
      const how = 'name a file in a folder that the gateway may write, or put the text below into it by hand';
      const why = `SITE_CONFIG: ${named} cannot be written (${fileFault(error)}): ${how}.`;
      throw new Refused(why, text, { cause: error });
    }
    reload();
  }

  /** Keeps a text for all gateways, and writes this one's copy. @throws Refused */
  async function share({ keep, follow }: SiteStore, text: string): Promise<void> {
    const isKept = await keep(text).catch((error: unknown) => {
      throw unanswered(error, 'whether the site file was kept is not known. Look at it once more.');
    });
    await follow().catch((error: unknown) => {
      const what = isKept ? 'It was kept for all gateways' : 'Nothing was kept, as there is a newer one';
      const why = `${what}; this gateway could not write its copy, ${named} (${fileFault(error)}), and still uses its last one.`;
      throw new Refused(`SITE_CONFIG: ${why}`, undefined, { cause: error });
    });
    if (!isKept)
      throw new Refused(
        'Nothing was kept: the site file was changed at another gateway meanwhile. Look at it once more.',
      );
  }

  const textOf = (): string | undefined => (fs.existsSync(named) ? fs.readFileSync(named, 'utf8') : undefined);
  /** Returns the file before this one. @throws Refused where gateways share it and PostgreSQL does not answer. */
  async function textBefore(): Promise<string | undefined> {
    if (store) return (await versions(2))[1]?.text;
    return fs.existsSync(before) ? fs.readFileSync(before, 'utf8') : undefined;
  }

  async function versions(most = MOST_SHOWN): Promise<readonly SiteVersion[]> {
    if (!store) return [];
    return store.versions(most).catch((error: unknown) => {
      throw unanswered(error, 'the versions of the site file are not known now.');
    });
  }

  return {
    file: named,
    read,
    /** Reads a text as one answer rule, as it is read out of the file. @throws Refused */
    readRule: (text: string): AnswerRule | undefined => readRule(text, settings),
    /** Writes members in their places; `undefined` takes one out. @throws Refused */
    change: (members: SiteMembers): Promise<void> =>
      put(`${JSON.stringify({ ...read(), ...members }, undefined, 2)}\n`),
    /** Tells whether there is a file before this one. @throws Refused */
    hasBefore: async (): Promise<boolean> => (await textBefore()) !== undefined,
    /** Reads the members of the file before this one; none where there is no such file, or it holds no JSON. @throws Refused */
    readBefore: async (): Promise<SiteMembers> => {
      const text = await textBefore();
      const parsed = attempt(() => jsonIn(text ?? '{}'));
      return isObject(parsed) ? parsed : {};
    },
    /** Puts the file before in the place of this one, and this one in its place. @throws Refused */
    takeBack: async (): Promise<void> => put((await textBefore()) ?? textOf() ?? '{}'),
    /** Lists the newest versions of a file that gateways share; none where it is this gateway's alone. @throws Refused */
    versions: (): Promise<readonly SiteVersion[]> => versions(),
  };
}

/**
 * Refuses what is no site's file, and a rule that would be laid aside, but for one of the file as it stands.
 *
 * @throws Refused
 */
function refuseUnfit(text: string, stands: string | undefined, settings: NamesSet): void {
  const asideIn = (read: string): readonly LaidAside[] => {
    const aside: LaidAside[] = [];
    readSiteText(read, unknownSite, settings, (rule) => aside.push(rule));
    return aside;
  };
  try {
    const known = new Set(attempt(() => asideIn(stands ?? '{}'))?.map(({ rule }) => JSON.stringify(rule)));
    const fresh = asideIn(text).find(({ rule }) => !known.has(JSON.stringify(rule)));
    if (fresh) throw new TypeError(fresh.why);
  } catch (error) {
    throw new Refused(`Nothing was kept. ${fileFault(error)}`, undefined, { cause: error });
  }
}

function readRule(text: string, settings: NamesSet): AnswerRule | undefined {
  try {
    return readSiteText(JSON.stringify({ answerRules: [jsonIn(text)] }), unknownSite, settings).answerRules[0];
  } catch (error) {
    throw new Refused(`Nothing was kept. ${fileFault(error)}`, undefined, { cause: error });
  }
}

function unanswered(error: unknown, what: string): Refused {
  return new Refused(`PostgreSQL does not answer (${fileFault(error)}): ${what}`, undefined, { cause: error });
}
