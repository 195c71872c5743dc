import { isObject, parseJson } from '#contract/json.ts';
import { type SitePrinter, printerPlaceOf, whyNoAddress } from './printers.ts';
import { type LaidAside, readSite } from './readSite.ts';
import type { SiteConfiguration } from './site.ts';

/** The gateway's settings of the names on the wire: they decide which a site's file may have. */
export interface NamesSet {
  readonly names: Pick<SiteConfiguration, 'namespace' | 'partnerOperation'>;
  /** `true`: somebody has set the namespace. */
  readonly isNamespaceSet: boolean;
  /** Absent: the stand-in. */
  readonly upstreamUrl?: { readonly href: string } | undefined;
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
  { names, isNamespaceSet, upstreamUrl }: NamesSet,
  layAside?: (rule: LaidAside) => void,
): SiteConfiguration {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  const site = readSite(isObject(parsed) ? { ...usual, ...names, ...parsed } : parsed, refuseUnknown, layAside);
  site.printers?.forEach((printer, index) => {
    const why = whyNoAddress(printer);
    if (why !== undefined) throw new TypeError(`printers[${index}].${why}`);
  });
  refuseOnePlaceTwice(site.printers ?? []);
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

/** Refuses a port of the network that two printers have: each would have a sender of its own. A print server keeps its jobs apart itself. */
function refuseOnePlaceTwice(printers: readonly SitePrinter[]): void {
  const seen = new Map<string, number>();
  printers.forEach((printer, index) => {
    const place = printer.way === 'network' ? printerPlaceOf(printer) : undefined;
    if (!place) return;
    const at = `${place.host.toLowerCase()} ${place.port}`;
    const first = seen.get(at);
    if (first !== undefined) throw new TypeError(`printers[${index}].address: printers[${first}] is there already.`);
    seen.set(at, index);
  });
}
