import type { Of } from '#contract/schema.ts';
import type { siteSchema } from '#contract/siteSchema.ts';

type SiteFile = Omit<Of<typeof siteSchema>, '$schema'>;

/** What is true of one warehouse and not of the service: served by the gateway, kept on the device. */
export type SiteConfiguration = SiteFile & Required<Pick<SiteFile, NeverAbsent>>;

type NeverAbsent =
  | 'name'
  | 'namespace'
  | 'partnerOperation'
  | 'answerRules'
  | 'fieldRules'
  | 'readBacks'
  | 'supervisors'
  | 'keyOnGateway';

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
