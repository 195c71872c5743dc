import type { SiteConfiguration } from '#contract/site.ts';
import type { AnswerRule } from '#contract/answerRule.ts';
import { keptSite } from '#device/siteKeep.ts';
import type { Keep } from '#device/vault.ts';

/** An answer rule that was made on this handheld from an answer that came. */
export interface TaughtRule extends AnswerRule {
  /** User id. */
  readonly taughtBy: string;
  /** Unix ms. */
  readonly taughtAt: number;
}

const NAME = 'taught-rules';

/** The rules taught on this handheld, the oldest first. */
export async function readTaught(keep: Keep): Promise<readonly TaughtRule[]> {
  return ((await keep.read(NAME)) as readonly TaughtRule[] | undefined) ?? [];
}

/** Keeps these in place of the ones there are. They hold for answers that come from now on. */
export function writeTaught(keep: Keep, rules: readonly TaughtRule[]): Promise<void> {
  return keep.write(NAME, rules.length === 0 ? undefined : rules);
}

/** The site with what was taught here: its own rules come first. */
export async function withTaught(site: SiteConfiguration, keep: Keep): Promise<SiteConfiguration> {
  const taught = await readTaught(keep).catch(() => []); // an answer without a rule is shown as unclassified
  return taught.length === 0 ? site : { ...site, answerRules: [...site.answerRules, ...taught.map(bareRule)] };
}

/** The site as it was last heard, with what was taught here: what page and worker judge by. */
export async function judgedSite(keep: Keep): Promise<SiteConfiguration> {
  return withTaught(await keptSite(keep), keep);
}

/** The rule as a site configuration holds it. */
export function bareRule({ taughtBy: _by, taughtAt: _at, ...rule }: TaughtRule): AnswerRule {
  return rule;
}
