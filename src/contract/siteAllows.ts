import type { OperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#contract/site.ts';

/** Whether anybody here may use an operation. */
export function mayUse({ operationsOff = [] }: Pick<SiteConfiguration, 'operationsOff'>, name: OperationName): boolean {
  return !operationsOff.includes(name);
}

/** Whether a code for an operation may be typed in place of a scan. */
export function mayType({ typedOff = [] }: Pick<SiteConfiguration, 'typedOff'>, name: OperationName): boolean {
  return !typedOff.includes(name);
}
