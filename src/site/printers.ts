import { type Of, among, list, named, object, text, wholeNumber } from '#contract/schema.ts';

/**
 * The ways to a printer. `network`: the gateway, to a port that takes labels as they are, such as 9100. `print-server`: the gateway, over IPP.
 * `handheld`: the handheld that has it in hand, over a serial line. `demo`: the stand-in's own, which is none.
 */
export const printerWays = ['network', 'print-server', 'handheld', 'demo'] as const;

/** The languages of labels that printers take. */
export const labelLanguages = ['zpl', 'pdf'] as const;

/** The ways to ask a printer how it stands, by who thought of them; `none`: it says nothing of itself. */
export const statusWays = ['zebra', 'sato', 'tsc', 'none'] as const;

/** The things that a printer tells that bear a label out. Whatever it does not tell, a cut of its line asks a person. */
export const printerTells = ['count-and-numbers', 'count', 'nothing'] as const;

const printerSchema = object(
  {
    /** The name that people know it by. */
    name: { ...named, maxLength: 40 },
    /** The code on its sticker: a scan of it chooses the printer. */
    code: { ...named, maxLength: 60 },
    way: among(printerWays),
    language: among(labelLanguages),
    status: among(statusWays),
    tells: among(printerTells),
    /** `10.1.2.3:9100` or a host's name, for `network`; `ipp://host:631/printers/name` for `print-server`. It is never told to handhelds. */
    address: { ...text, maxLength: 300 },
    /** Of its labels, in millimetres. */
    width: { ...wholeNumber, minimum: 10, maximum: 300 },
  },
  ['name', 'code', 'way', 'language'],
);

/** The schema of the printers of a site. */
export const printersSchema = list(printerSchema);

/** A printer of a site. */
export type SitePrinter = Of<typeof printerSchema>;

/** The languages that go each way. A print server makes pages; whatever takes labels as they are reads none. */
const goes: Readonly<Record<SitePrinter['way'], readonly SitePrinter['language'][]>> = {
  network: ['zpl'],
  'print-server': ['pdf'],
  handheld: ['zpl'],
  demo: ['zpl'],
};

/** Returns how a printer is asked. @defaultValue as Zebra's, where it is asked at all */
export function statusOf({ way, status }: SitePrinter): (typeof statusWays)[number] {
  return status ?? (way === 'print-server' ? 'none' : 'zebra');
}

/** Returns what a printer tells. @defaultValue all that its way of asking can tell */
export function tellsOf(printer: SitePrinter): (typeof printerTells)[number] {
  return printer.tells ?? (statusOf(printer) === 'zebra' ? 'count-and-numbers' : 'nothing');
}

/** Says what does not go together in a printer; `undefined`: all of it does. The address is another matter: handhelds are not told it. */
export function whyNoPrinter({ way, language, status = 'none', tells = 'nothing' }: SitePrinter): string | undefined {
  if (!goes[way].includes(language))
    return `language: expected ${goes[way].join(' or ')} for a printer of the way ${way}, not “${language}”.`;
  if (way === 'print-server' && status !== 'none') return 'status: a print server is asked over IPP; leave it out.';
  if (tells !== 'nothing' && status !== 'none' && status !== 'zebra')
    return `tells: printers that are asked as ${status} tell no count; expected nothing.`;
  return undefined;
}

/** The place of a printer on the network. */
export interface PrinterPlace {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Of a print server: the way to the printer there; empty for a port that takes labels as they are. */
  readonly path: string;
  /** `true`: over TLS. */
  readonly isSecure: boolean;
}

const HOST =
  '(?:\\[(?<address>[0-9A-Fa-f:.]{2,60})\\]|(?<name>[0-9A-Za-z](?:[0-9A-Za-z._-]{0,251}[0-9A-Za-z])?))(?::(?<port>\\d{1,5}))?';
const NETWORK = new RegExp(`^${HOST}$`, 'u');
const PRINT_SERVER = new RegExp(`^(?<scheme>ipps?)://${HOST}(?<path>/[!-~]{0,200})?$`, 'u');

/** Reads the place that a printer's address names. @returns `undefined`: its way has none, or it is not well formed. */
export function printerPlaceOf({ way, address = '' }: SitePrinter): PrinterPlace | undefined {
  if (way !== 'network' && way !== 'print-server') return undefined;
  const found = (way === 'network' ? NETWORK : PRINT_SERVER).exec(address)?.groups;
  const port = Number(found?.['port'] ?? (way === 'network' ? 9100 : 631));
  if (!found || port < 1 || port > 65_535) return undefined;
  const host = found['address'] ?? found['name'] ?? '';
  return { host, port, path: found['path'] ?? (way === 'network' ? '' : '/'), isSecure: found['scheme'] === 'ipps' };
}

/** Says what is wrong with a printer's address, as the site file has it; `undefined`: nothing. */
export function whyNoAddress(printer: SitePrinter): string | undefined {
  const { way, address } = printer;
  if (way === 'handheld' || way === 'demo')
    return address === undefined ? undefined : `address: a printer of the way ${way} has none; leave it out.`;
  const such = way === 'network' ? '10.1.2.3:9100' : 'ipp://10.1.2.3:631/printers/name';
  if (address === undefined) return `address: a printer of the way ${way} needs one, such as ${such}.`;
  return printerPlaceOf(printer) ? undefined : `address: “${address}” is not as expected, such as ${such}.`;
}

/** Returns the printers as handhelds are told them. */
export function toldPrinters(printers: readonly SitePrinter[]): readonly SitePrinter[] {
  return printers.map(({ address: _address, ...told }) => told);
}

/** Finds the printer whose sticker a scan gave. Spaces around it are no part of it. */
export function printerOf(printers: readonly SitePrinter[] | undefined, scan: string): SitePrinter | undefined {
  const said = scan.trim();
  return said === '' ? undefined : printers?.find(({ code }) => code.trim() === said);
}
