/** A reply as an ASMX host writes it. */
export interface AspReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** The header Cache-Control: a result has another one than a failure. */
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** It is of something before ASP.NET, which has not seen the request. */
  readonly isOfFront?: true;
}

/** Writes an exception as the GET and POST bindings do: its text HTML-encoded, inner messages after an arrow. */
export function exceptionReply(...messages: readonly string[]): AspReply {
  const body = `${messages.map(htmlEncode).join(' ---> ')}\r\n`;
  return { status: 500, contentType: 'text/plain; charset=utf-8', body, cacheControl: 'private' };
}

/** Writes ASP.NET's page for what failed before a binding was found; it tells nothing. */
export function errorPage(status: number, title: string): AspReply {
  const body = [
    '<!DOCTYPE html>',
    '<html>',
    '    <head>',
    `        <title>${title}</title>`,
    '    </head>',
    '    <body bgcolor="white">',
    "        <span><h1>Server Error in '/' Application.<hr width=100% size=1 color=silver></h1>",
    `        <h2> <i>${title}</i> </h2></span>`,
    '        <b> Description: </b>An application error occurred on the server. The current custom error settings for',
    '        this application prevent the details of the application error from being viewed remotely.',
    '    </body>',
    '</html>',
    '',
  ].join('\r\n');
  return { status, contentType: 'text/html; charset=utf-8', body, cacheControl: 'private' };
}

/** The answer of IIS itself when the application is not there. */
export const serviceUnavailable: AspReply = {
  status: 503,
  contentType: 'text/html; charset=us-ascii',
  body: [
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/strict.dtd">',
    '<HTML><HEAD><TITLE>Service Unavailable</TITLE>',
    '<META HTTP-EQUIV="Content-Type" Content="text/html; charset=us-ascii"></HEAD>',
    '<BODY><h2>Service Unavailable</h2>',
    '<hr><p>HTTP Error 503. The service is unavailable.</p>',
    '</BODY></HTML>',
    '',
  ].join('\r\n'),
  cacheControl: 'private',
  isOfFront: true,
};

/** A page in the service's place, such as a captive portal's. */
export const foreignPage: AspReply = {
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: '<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body><p>Please sign in.</p></body></html>\n',
  cacheControl: 'private',
  isOfFront: true,
};

/** HTTP 200 and nothing else. */
export const emptyReply: AspReply = { status: 200, contentType: '', body: '', cacheControl: 'private' };

/** Returns a status and nothing else. */
export function bareStatus(status: number): AspReply {
  return { ...emptyReply, status };
}

/** Writes a page of what stands before the service: a proxy, a firewall, a sign-in. */
export function frontPage(status: number, title: string, headers: Readonly<Record<string, string>> = {}): AspReply {
  const body = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body><center><h1>${status} ${title}</h1></center></body>\r\n</html>\r\n`;
  return { status, contentType: 'text/html', body, cacheControl: 'private', headers, isOfFront: true };
}

/** Encodes four characters for HTML, and Latin-1's upper half and the apostrophe by number. Source: System.Web, HttpUtility.HtmlEncode. */
export function htmlEncode(text: string): string {
  return text.replace(/[<>"'&\u00A0-\u00FF]/g, (character) => {
    return { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }[character] ?? `&#${character.charCodeAt(0)};`;
  });
}
