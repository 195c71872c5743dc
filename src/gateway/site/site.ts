import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '#contract/json.ts';
import { type LaidAside, readSite } from '#contract/readSite.ts';
import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import { CannotStart } from '#gateway/settings/cannotStart.ts';
import { type LineLog, followFiles, readOwnFile } from '#gateway/settings/files.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { standinSite } from '#gateway/standin/site.ts';
import type { WireNames } from '#wire/names.ts';

/** The site file's name where SITE_CONFIG names none: in the folder of the start, else in DATA_DIR. */
const USUAL_FILE = 'site.json';

/**
 * Reads the site configuration that handhelds get: the file that SITE_CONFIG names, else `site.json` where there is one,
 * else the one in DATA_DIR, which the set-up writes. Without a file, and for what the file leaves out, the stand-in has its
 * own configuration, and a real service an empty one.
 *
 * The names on the wire are the settings', but for a real service's namespace that no setting names: that is the file's.
 * The training app has the stand-in's configuration alone, as a file is about a real service's answers.
 *
 * @param layAside - told of each rule of the file that may take too long, which is not used then. Absent: such a file is wrong.
 * @throws CannotStart where the file is missing, not a site configuration, has a member that nobody reads, or says
 *   another namespace than the settings.
 */
export function loadSite(settings: Settings, layAside?: (rule: LaidAside) => void): SiteConfiguration {
  if (settings.isTraining) return { ...standinSite, ...settings.names };
  const file = siteFileOf(settings);
  const usual: SiteConfiguration = settings.upstreamUrl === undefined ? standinSite : unknownSite;
  const site = file === undefined ? { ...usual, ...settings.names } : readSiteFile(file, usual, settings, layAside);
  return { ...site, keyOnGateway: settings.upstreamApiKey !== undefined };
}

/** Returns the names on the wire, with the namespace of the site that is in use at each moment. */
export function namesInUse({ names }: Pick<Settings, 'names'>, current: () => SiteConfiguration): WireNames {
  return {
    get namespace() {
      return current().namespace;
    },
    partnerOperation: names.partnerOperation,
  };
}

/**
 * Warns of a service without a site file, whose answers no rule reads.
 *
 * @returns one sentence, or `undefined` where nothing is amiss.
 */
export function siteWarning(settings: Settings): string | undefined {
  if (settings.upstreamUrl === undefined || siteFileOf(settings) !== undefined) return undefined;
  return `There is no SITE_CONFIG and no ${USUAL_FILE}: every answer of the service will be shown as unclassified.`;
}

/** Returns where the site's file is, or would be. */
export function sitePlaceOf({ siteFile, dataDir }: Pick<Settings, 'siteFile' | 'dataDir'>): string {
  return siteFile ?? (existsSync(USUAL_FILE) ? USUAL_FILE : join(dataDir, USUAL_FILE));
}

/** Returns the site's file; `undefined`: there is none, and none is named. */
function siteFileOf(settings: Settings): string | undefined {
  const place = sitePlaceOf(settings);
  return settings.siteFile !== undefined || existsSync(place) ? place : undefined;
}

/** The settings that decide which names on the wire a site's file may have. */
export type NameSettings = Pick<Settings, 'names' | 'isNamespaceSet' | 'upstreamUrl'>;

function readSiteFile(
  file: string,
  usual: SiteConfiguration,
  settings: NameSettings,
  layAside: ((rule: LaidAside) => void) | undefined,
): SiteConfiguration {
  const text = readOwnFile('SITE_CONFIG', file).toString();
  try {
    return readSiteText(text, usual, settings, layAside);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
    throw new CannotStart(`SITE_CONFIG: ${file} is not a site configuration: ${why}`, { cause: error });
  }
}

/**
 * Reads a text as a site's file. The settings' names fill in for those that it leaves out; its own must be the same, but for
 * a real service's namespace that nobody has set.
 *
 * @param layAside - told of each rule that may take too long, which is left out then. Absent: such a rule is refused.
 * @throws SyntaxError where it is no JSON. @throws TypeError naming the member that is wrong.
 */
export function readSiteText(
  text: string,
  usual: SiteConfiguration,
  { names, isNamespaceSet, upstreamUrl }: NameSettings,
  layAside?: (rule: LaidAside) => void,
): SiteConfiguration {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  const site = readSite(isObject(parsed) ? { ...usual, ...names, ...parsed } : parsed, refuseUnknown, layAside);
  if (isNamespaceSet || upstreamUrl === undefined)
    refuseOther('namespace', site.namespace, 'SERVICE_NAMESPACE', names.namespace);
  refuseOther('partnerOperation', site.partnerOperation, 'PARTNER_OPERATION', names.partnerOperation);
  return site;
}

/** Refuses an unknown member, as it may be a slip. A handheld passes over one, as a newer gateway may send it. */
function refuseUnknown(member: string, known: readonly string[]): void {
  const others = known.filter((name) => name !== '$schema');
  throw new TypeError(`${member}: not known here; there are ${others.join(', ')}.`);
}

function refuseOther(member: string, said: string, variable: string, set: string): void {
  if (said !== set) throw new TypeError(`${member}: it says “${said}”, and ${variable} is “${set}”.`);
}

/** The state of the site's file, for health and metrics. */
export interface SiteState {
  /** The reason why the file as it is now cannot be used; the last good one stays. */
  readonly problem?: string;
  /** The times that it could not be used since the start. */
  readonly errors: number;
  /** `true`: another gateway of the same ledger has had another one for a while. */
  readonly differs?: boolean;
  /** Unix ms at which the one in use was read. */
  readonly readAt: number;
  /** The rules of the file that are not used. */
  readonly aside: readonly LaidAside[];
}

/**
 * Reads the site configuration and follows its file.
 *
 * @throws CannotStart where the file is wrong from the start.
 */
export function openSiteSource(settings: Settings, log: LineLog) {
  const file = sitePlaceOf(settings);
  const load = (from: Settings): readonly [SiteConfiguration, readonly LaidAside[]] => {
    const aside: LaidAside[] = [];
    const read = loadSite(from, (rule) => aside.push(rule));
    return [read, aside];
  };
  let [site, aside] = load(settings);
  const tellOf = (rules: readonly LaidAside[]): void => {
    for (const { why } of rules) log.error(`${file}: a rule is laid aside and not used. ${why}`);
  };
  tellOf(aside);
  let wasThere = existsSync(file);
  let state: SiteState = { errors: 0, readAt: Date.now(), aside };
  const readAgain = (): undefined => {
    try {
      wasThere ||= existsSync(file); // a file that is gone is an error, and no wish for the usual site
      const [next, nextAside] = load({ ...settings, ...(wasThere && { siteFile: file }) });
      const isNews = JSON.stringify(nextAside) !== JSON.stringify(aside);
      aside = nextAside;
      if (isNews) tellOf(aside);
      state = { errors: state.errors, readAt: Date.now(), aside };
      if (JSON.stringify(next) === JSON.stringify(site)) return;
      site = next;
      log.info(
        `The site configuration was read again${site.version === undefined ? '' : `: version ${site.version}`}.`,
      );
    } catch (error) {
      state = { ...state, problem: error instanceof Error ? error.message : String(error), errors: state.errors + 1 };
      throw error;
    }
  };
  return {
    /** Returns the last good configuration. */
    current: (): SiteConfiguration => site,
    state: (): SiteState => state,
    ...followFiles([file], readAgain, log),
  };
}
