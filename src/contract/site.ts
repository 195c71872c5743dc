import type { AnswerRule } from '#contract/answerRule.ts';
import type { Lanes } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Language } from '#contract/languages.ts';
import type { ReadBack } from '#contract/readBack.ts';
import type { CodeRules, ScanningRules } from '#contract/codes.ts';
import type {
  ActionRule,
  Opposites,
  PinHash,
  ScaleLine,
  SiteWorker,
  Warehouse,
  WeightRules,
  WeightUnit,
} from '#contract/siteParts.ts';

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
  /** When an action can succeed, by the fields of what is known of its object; absent: nobody has said. */
  readonly actionRules?: readonly ActionRule[];
  /** Reads that show what became of a write. */
  readonly readBacks: readonly ReadBack[];
  /** User ids who may send another worker's call again; empty: everybody may. */
  readonly supervisors: readonly string[];
  /** Whether the gateway adds the access key, so that devices need none. */
  readonly keyOnGateway: boolean;
  /** The port of the training app on the gateway's host; absent: there is none. The gateway says it, no file. */
  readonly trainingPort?: number;
  /** What the camera looks for, and when a repeat counts; absent: what Scanline takes by itself. */
  readonly scanning?: ScanningRules;
  /** What the codes of this site look like, by the parameter that they fill; absent: any code fits. */
  readonly codes?: CodeRules;
  /** What the file itself is called by whoever changes it; shown on the handheld. */
  readonly version?: string;
  /** The languages that are offered; the first is what a new handheld speaks. Absent: all, by the device. */
  readonly languages?: readonly Language[];
  /** Who may sign in; absent: any id. */
  readonly workers?: readonly SiteWorker[];
  /** What a supervisor's PIN is compared with; absent: there is none. */
  readonly supervisorPin?: PinHash;
  /** Minutes without a touch or a scan until the handheld asks who it is; absent or 0: never. */
  readonly idleLockMinutes?: number;
  /** Operations that nobody here is to use. */
  readonly operationsOff?: readonly OperationName[];
  /** Operations that take no typed code. */
  readonly typedOff?: readonly OperationName[];
  /** The parameter whose value is an operation's lane, in place of the catalogue's. */
  readonly lanes?: Lanes;
  /** The warehouses to choose from; absent: a number is entered. */
  readonly warehouses?: readonly Warehouse[];
  /** What the numbers of `WeightUnit` mean; absent: nobody has said. */
  readonly weightUnits?: readonly WeightUnit[];
  /** Which weights are asked about before they are saved. */
  readonly weights?: WeightRules;
  /** How a scale speaks here. */
  readonly scale?: ScaleLine;
  /** Hosts that pictures of an answer may come from, such as `img.example.com`; absent: none. */
  readonly imageHosts?: readonly string[];
  /** The tasks on the home screen, in this order; absent: all. */
  readonly tasks?: readonly string[];
  /** Writes that undo each other while neither was sent. */
  readonly opposites?: readonly Opposites[];
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
