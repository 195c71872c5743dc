import { groupPaths, operationOf, type OperationName } from '#contract/catalogue.ts';

/** The names that differ between installations of the service. */
export interface WireNames {
  /** The XML namespace of requests and answers. ASMX's own default is `http://tempuri.org/`. */
  readonly namespace: string;
  /** The wire name of GetReportDataPartner, which carries a partner's brand at the real service. */
  readonly partnerOperation: string;
}

export const defaultNames: WireNames = {
  namespace: 'http://tempuri.org/',
  partnerOperation: 'GetReportDataPartner',
};

/** Returns the operation's name as the service spells it. */
export function wireNameOf(operation: OperationName, names: WireNames): string {
  return operation === 'GetReportDataPartner' ? names.partnerOperation : operation;
}

/** Returns path of an operation in the GET and POST bindings, such as `/PDAAPIV1.asmx/RevertOff`, not percent-encoded. */
export function operationPath(operation: OperationName, names: WireNames): string {
  return `${groupPaths[operationOf(operation).group]}/${wireNameOf(operation, names)}`;
}

/**
 * Returns the SOAPAction of an operation, without its quotes: one slash between namespace and name, whether or not the
 * namespace ends in one. Source: lab/conformance (the description's `"{service_namespace}/Op"` taken
 * literally is refused where the namespace ends in a slash).
 */
export function soapAction(operation: OperationName, names: WireNames): string {
  const { namespace } = names;
  return `${namespace}${namespace.endsWith('/') ? '' : '/'}${wireNameOf(operation, names)}`;
}

/** Writes a header's value in ASCII, as it carries no more; an ASMX host takes the rest percent-encoded. Source: lab/conformance. */
export function asciiOf(text: string): string {
  return text.replace(/[^\u0020-\u007E]+/g, encodeURIComponent);
}
