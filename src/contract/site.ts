import type { OperationName } from '#contract/catalogue.ts';
import type { ReadBack } from '#contract/readBack.ts';
import type { CodeRules, ScanningRules } from '#contract/codes.ts';

/** What an answer means to the operator. `key-refused` stops the queue until the key is changed. */
export type Verdict = 'accepted' | 'refused' | 'unclassified' | 'key-refused';

/** One answer rule: the first rule that matches an answer's text gives its verdict. */
export interface AnswerRule {
  /** The operation it is for; absent: all of them. */
  readonly operation?: OperationName;
  /** A regular expression over the result text, as source text; `flags` is always `u`. */
  readonly matches: string;
  readonly verdict: Exclude<Verdict, 'unclassified'>;
}

/** Where a value is found in a result text: a dotted path into JSON, the first match of a list. */
export interface FieldRule {
  readonly operation: OperationName;
  /** The name tasks ask for, such as `logTransferDtlID`. */
  readonly field: string;
  /** A dotted path into the result's JSON, such as `bag.logTransferDtlID`. */
  readonly json: string;
}

/** What is true of one warehouse and not of the service: served by the gateway, kept on the device. */
export interface SiteConfiguration {
  readonly name: string;
  /** The XML namespace of the service's answers. ASMX's own default is `http://tempuri.org/`. */
  readonly namespace: string;
  /** The wire name of GetReportDataPartner, which carries a partner's brand at the real service. */
  readonly partnerOperation: string;
  readonly answerRules: readonly AnswerRule[];
  readonly fieldRules: readonly FieldRule[];
  /** Reads that show what became of a write. */
  readonly readBacks: readonly ReadBack[];
  /** User ids who may send another worker's call again; empty: everybody may. */
  readonly supervisors: readonly string[];
  /** Whether the gateway adds the access key, so that devices need none. */
  readonly keyOnGateway: boolean;
  /** What the camera looks for, and when a repeat counts; absent: what Scanline takes by itself. */
  readonly scanning?: ScanningRules;
  /** What the codes of this site look like, by the parameter that they fill; absent: any code fits. */
  readonly codes?: CodeRules;
  /** The stand-in's values for a first try; present only where the upstream is the stand-in. */
  readonly demo?: { readonly apiKey: string; readonly userId: string; readonly warehouseId: string };
}

/** A site configuration before anything is known: every answer is shown and none is green. */
export const unknownSite: SiteConfiguration = {
  name: '',
  namespace: 'http://tempuri.org/',
  partnerOperation: 'GetReportDataPartner',
  answerRules: [],
  fieldRules: [],
  readBacks: [],
  supervisors: [],
  keyOnGateway: false,
};

/** The verdict of the first rule that matches; no rule: `unclassified`, never green (DESIGN section 5). */
export function judge(site: SiteConfiguration, operation: OperationName, text: string | null): Verdict {
  const rule = site.answerRules.find(
    (candidate) =>
      (candidate.operation === undefined || candidate.operation === operation) &&
      new RegExp(candidate.matches, 'u').test(text ?? ''),
  );
  return rule?.verdict ?? 'unclassified';
}

/** A value out of a result text by the site's rules, or `undefined` where no rule finds one. */
export function fieldOf(
  site: SiteConfiguration,
  operation: OperationName,
  field: string,
  text: string | null,
): string | undefined {
  for (const rule of site.fieldRules) {
    if (rule.operation !== operation || rule.field !== field) continue;
    const found = atPath(text ?? '', rule.json);
    if (found !== undefined) return found;
  }
  return undefined;
}

function atPath(text: string, path: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text, asWritten);
  } catch {
    return undefined; // not JSON: this rule is for another kind of answer
  }
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map<string, unknown>(Object.entries(value)).get(part);
  }
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined; // digits are lost
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Keeps a number as the digits that the service wrote: a float loses those of a long code. Older browsers give none. */
function asWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? context.source : value;
}
