/**
 * Rows in which the peer's Mono differs from Microsoft, and the stand-in follows Microsoft. Source: lab/conformance,
 * `[memory]` rows included; `query-limit`, `refused-value` and
 * `header-validation` were found here; what Microsoft does there is from memory of System.Web's source.
 */
export const microsoftRows = {
  'form-name-without-equals': 'A form name without “=” is a missing field; Mono takes it for an empty one.',
  'request-validation': 'Request validation also refuses “</” and “<?”.',
  'refused-value': 'Of a refused value ten characters before the markup are shown; Mono shows the first fifteen.',
  'json-post': 'JSON is refused where the service has no [ScriptService]; Mono answers it.',
  'soap-charset': 'With ConformsTo=BP1.1 a charset other than UTF-8 and UTF-16 is a server fault (R1012).',
  'too-large': '“Maximum request length exceeded.”; Mono says “Upload size exceeds httpRuntime limit.”',
  'path-characters': 'A path with one of < > * % & : \\ ? is answered 400; Mono fails on some.',
  'query-limit': 'The 2048 of a query are counted without its question mark; Mono counts it too.',
  'header-validation': 'Request validation leaves headers alone (System.Web source); Mono reads SOAPAction through it.',
  'path-case': 'Paths are compared without letter case; the peer is on Linux.',
  'options-verb': "IIS's OPTIONSVerbHandler answers OPTIONS with 200 and Allow; Mono has none.",
  'help-of-operation': '?op= shows a page about the operation; Mono fails on its own page.',
} as const;

/** Rows in which Node's HTTP server, under the stand-in, differs from any web server an ASMX service stands behind. */
export const hostRows = {
  'raw-url': 'Node refuses an address that is not ASCII; nobody who speaks for us writes one.',
  'bytes-after-the-body': 'Node refuses the connection for bytes after a body before it has answered what came first.',
} as const;

/** Rows in which the stand-in reads a document with the reader of answers, which is no copy of System.Xml's. Nothing that speaks for us writes one. */
export const readerRows = {
  'comment-in-text': 'A comment in a value is left out; System.Xml refuses it.',
  'text-before-call':
    'Text before the first element of a SOAP 1.2 body is passed over; ASP.NET finds no operation there.',
  'blanks-before-declaration':
    'Blanks before the declaration are passed over, as some services answer so; System.Xml refuses them.',
  'instruction-refused': 'No processing instruction is accepted; System.Xml passes over one before the envelope.',
  'xml-version': 'The version in the declaration is not looked at; System.Xml refuses 1.1.',
  'end-of-cdata': '“]]>” in a text is taken for text; System.Xml refuses it.',
} as const;

export type KnownRow = keyof typeof microsoftRows | keyof typeof hostRows | keyof typeof readerRows;

/** The reason of a row in words. */
export function reasonOf(row: KnownRow): string {
  return { ...microsoftRows, ...hostRows, ...readerRows }[row];
}

/** Reply of the stand-in in place of the peer's, as far as it is known. */
export interface KnownReply {
  readonly row: KnownRow;
  readonly status: number;
  /** The media type, '' where the reply has none; absent: nothing is known of it. */
  readonly media?: string;
  /** Text that the body must hold; absent: nothing is known of it. */
  readonly body?: RegExp;
  readonly executed: 0 | 1;
}

/** Shorthand for what the stand-in's reader lets through: it runs. */
export function runsAllTheSame(row: KnownRow): KnownReply {
  return { row, status: 200, executed: 1 };
}

/** Shorthand for the failure that the GET and POST bindings write as plain text. */
export function plainTextRefusal(row: KnownRow, body: RegExp): KnownReply {
  return { row, status: 500, media: 'text/plain', body, executed: 0 };
}
