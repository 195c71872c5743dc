import type { AnswerRule } from '#site/judging.ts';
import type { CodeRule } from '#site/codes.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { keptSite } from '#device/siteKeep.ts';
import type { Keep } from '#device/vault.ts';

interface Taught {
  /** User id. */
  readonly taughtBy: string;
  /** Unix ms. */
  readonly taughtAt: number;
}

/** The form of a named parameter's codes. */
export interface NamedCodeRule extends CodeRule {
  readonly parameter: string;
}

/** A rule that was made on this handheld: from an answer that came, or from codes of calls that were accepted. */
export type TaughtRule = (AnswerRule | NamedCodeRule) & Taught;

/** The members of a site configuration that hold such rules. */
type Members = Required<Pick<SiteConfiguration, 'answerRules' | 'codes'>>;

const NAME = 'taught-rules';

/** Reads the rules taught on this handheld, the oldest first. */
export async function readTaughtRules(keep: Keep): Promise<readonly TaughtRule[]> {
  return ((await keep.read(NAME)) as readonly TaughtRule[] | undefined) ?? [];
}

/** Keeps these in place of the ones there are. They hold for what comes from now on. */
export function writeTaught(keep: Keep, rules: readonly TaughtRule[]): Promise<void> {
  return keep.write(NAME, rules.length === 0 ? undefined : rules);
}

/** Returns the site with what was taught here: its own rules come first. */
export async function withTaught(site: SiteConfiguration, keep: Keep): Promise<SiteConfiguration> {
  const taught = await readTaughtRules(keep).catch(() => []); // an answer without a rule is shown as unclassified
  if (taught.length === 0) return site;
  const { answerRules, codes } = asMembers(taught);
  return { ...site, answerRules: [...site.answerRules, ...answerRules], codes: { ...codes, ...site.codes } };
}

/** Reads the site as it was last heard, with what was taught here: what page and worker judge by. */
export async function judgedSite(keep: Keep): Promise<SiteConfiguration> {
  return withTaught(await keptSite(keep), keep);
}

/** Returns the rules as a site configuration holds them. */
export function asMembers(taught: readonly TaughtRule[]): Members {
  const answerRules: AnswerRule[] = [];
  const codes: Record<string, CodeRule> = {};
  for (const { taughtBy: _by, taughtAt: _at, ...rule } of taught) {
    if ('verdict' in rule) answerRules.push(rule);
    else {
      const { parameter, ...code } = rule;
      codes[parameter] = code;
    }
  }
  return { answerRules, codes };
}
