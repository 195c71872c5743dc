/** A whole request of the browser. */
export interface Asked {
  readonly bytes: Buffer;
  readonly marker: string | undefined;
  readonly key: string | undefined;
  readonly isProbe: boolean;
}

/** A page that has nothing to do with the service. */
export const PAGE = '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>';

/** The bytes of a reply, as latin1 text. */
export function replyOf(status: number, contentType: string, body: string, more = ''): string {
  const head = `HTTP/1.1 ${status} X\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${head}${more}Connection: close\r\n\r\n${body}`;
}

/** The body of a request, or `undefined` while there is more to come. */
export function wholeBody(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = Number(/^content-length: (\d+)\r?$/im.exec(text.slice(0, end + 1))?.[1] ?? 0);
  const body = text.slice(end + 4);
  return body.length < length ? undefined : body;
}

/** A captive portal's page. */
export function portal(): string {
  return replyOf(200, 'text/html; charset=utf-8', PAGE);
}

/** A captive portal's redirect. */
export function redirect(): string {
  return replyOf(302, 'text/html', PAGE, 'Location: http://portal.invalid/\r\n');
}

/** Returns where the body begins. */
export function headLength(reply: Buffer): number {
  const end = reply.indexOf('\r\n\r\n');
  return end === -1 ? reply.length : end + 4;
}

/** The first request in `bytes`, or `undefined` while there is more of it to come. */
export function wholeRequest(bytes: Buffer): Asked | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.subarray(0, end + 2).toString('latin1');
  const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0);
  const whole = end + 4 + length;
  if (bytes.length < whole) return undefined;
  const isCall = /^POST \S+\.asmx\//.test(head);
  const fields = new URLSearchParams(isCall ? bytes.subarray(end + 4, whole).toString('latin1') : '');
  return {
    bytes: bytes.subarray(0, whole),
    marker: isCall ? `${fields.get('deliveryCode')}|${fields.get('storeCode')}` : undefined,
    key: /\r\nidempotency-key: (\S+)\r\n/i.exec(head)?.[1],
    isProbe: head.startsWith('GET /gateway/hello'),
  };
}
