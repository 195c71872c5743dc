/** A reply as an ASMX host writes it. */
export interface AspReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** Of a result, and not of a failure before the operation ran. */
  readonly cacheControl: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An exception's text as the GET and POST bindings write it: HTML-encoded, inner messages after an arrow. */
export function exceptionReply(...messages: readonly string[]): AspReply {
  const body = `${messages.map(htmlEncode).join(' ---> ')}\r\n`;
  return { status: 500, contentType: 'text/plain; charset=utf-8', body, cacheControl: 'private' };
}

/** The page with which ASP.NET says that something failed before a binding could be found; it tells nothing. */
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

/** What IIS itself answers when the application is not there. */
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
};

/** A page that something between here and there puts in the service's place, such as a captive portal. */
export const foreignPage: AspReply = {
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: '<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body><p>Please sign in.</p></body></html>\n',
  cacheControl: 'private',
};

/** HTTP 200 and nothing else. */
export const emptyReply: AspReply = { status: 200, contentType: '', body: '', cacheControl: 'private' };

/** A status and nothing else. */
export function bareStatus(status: number): AspReply {
  return { ...emptyReply, status };
}

/** A page of whatever stands before the service: a proxy, a firewall, a sign-in. */
export function frontPage(status: number, title: string, headers: Readonly<Record<string, string>> = {}): AspReply {
  const body = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body><center><h1>${status} ${title}</h1></center></body>\r\n</html>\r\n`;
  return { status, contentType: 'text/html', body, cacheControl: 'private', headers };
}

/** Source: System.Web, HttpUtility.HtmlEncode: the five characters, and Latin-1's upper half by number. */
export function htmlEncode(text: string): string {
  return text.replace(/[<>"'&\u00A0-\u00FF]/g, (character) => {
    return { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }[character] ?? `&#${character.charCodeAt(0)};`;
  });
}
