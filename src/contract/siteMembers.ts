import { unknownMemberIn } from '#contract/schema.ts';
import { siteSchema } from '#contract/siteSchema.ts';

/**
 * Refuses a member that nobody reads: a slip of the pen in a file would go unnoticed otherwise. For whoever writes the
 * file; a handheld passes over what it does not know, as a newer gateway may say it.
 *
 * @param value - parsed JSON.
 * @throws TypeError naming the member and what there is instead.
 */
export function refuseUnknownMembers(value: unknown): void {
  const found = unknownMemberIn(siteSchema, value);
  if (found) throw new TypeError(`${found.member}: not known here; there are ${found.known.join(', ')}.`);
}
