import { existsSync } from 'node:fs';
import type { LaidAside } from '#site/readSite.ts';
import { type NamesSet, readSiteText } from '#site/siteText.ts';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { type LineLog, followFiles, readOwnFile } from '#settings/files.ts';
import type { Settings } from '#settings/settings.ts';
import { USUAL_FILE, sitePlaceOf } from '#settings/sitePlace.ts';
import type { WireNames } from '#wire/names.ts';

/**
 * Reads the site configuration that handhelds get: the file that SITE_CONFIG names, else `site.json` where there is one,
 * else the one in DATA_DIR, which the set-up writes. Without a file, and for what the file leaves out, the stand-in has its
 * own configuration, and a real service an empty one.
 *
 * The names on the wire are the settings', but for a real service's namespace that no setting names: that is the file's.
 * The training app has the stand-in's configuration alone, as a file is about a real service's answers.
 *
 * @param ofStandin - the stand-in's own configuration.
 * @param layAside - told of each rule of the file that may take too long, which is not used then. Absent: such a file is wrong.
 * @throws CannotStart where the file is missing, not a site configuration, has a member that nobody reads, or says
 *   another namespace than the settings.
 */
export function loadSite(
  settings: Settings,
  ofStandin: SiteConfiguration,
  layAside?: (rule: LaidAside) => void,
): SiteConfiguration {
  if (settings.isTraining) return { ...ofStandin, ...settings.names };
  const file = siteFileOf(settings);
  const usual: SiteConfiguration = settings.upstreamUrl === undefined ? ofStandin : unknownSite;
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

/** Returns the site's file; `undefined`: there is none, and none is named. */
function siteFileOf(settings: Settings): string | undefined {
  const place = sitePlaceOf(settings);
  return settings.siteFile !== undefined || existsSync(place) ? place : undefined;
}

function readSiteFile(
  file: string,
  usual: SiteConfiguration,
  settings: NamesSet,
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
 * @param ofStandin - the stand-in's own configuration.
 * @throws CannotStart where the file is wrong from the start.
 */
export function openSiteSource(settings: Settings, ofStandin: SiteConfiguration, log: LineLog) {
  const file = sitePlaceOf(settings);
  const load = (from: Settings): readonly [SiteConfiguration, readonly LaidAside[]] => {
    const aside: LaidAside[] = [];
    const read = loadSite(from, ofStandin, (rule) => aside.push(rule));
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
