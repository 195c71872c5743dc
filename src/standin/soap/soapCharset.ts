import { attempt } from '#contract/attempt.ts';
import { SoapFault } from './soapReplies.ts';
import { charsetOf, mediaType } from '#wire/message.ts';
import type { SoapVersion } from '#wire/soap.ts';

const CONFORMANCE =
  'Input message does not conform to Simple SOAP Binding Profile Version 1.0. Requirement R1012: A MESSAGE MUST serialize the envelope using either UTF-8 or UTF-16 character encoding.';

/**
 * Decodes a SOAP request as ASP.NET does: a byte order mark beats the charset, the charset beats the XML declaration, and
 * `text/…` without a charset is ASCII, in which every byte beyond it is a question mark.
 * Source: System.Web.Services, RequestResponseUtils.GetEncoding2; seen by lab/conformance.
 *
 * @param version - SOAP 1.1 takes UTF-8 and UTF-16 alone (WS-I Basic Profile, R1012); absent: not judged yet.
 * @throws SoapFault
 */
export function decodeSoapBody(body: Uint8Array, contentType: string, version?: SoapVersion): string {
  const marked = byMark(body);
  if (marked !== undefined) return decode(marked, body);
  const named = known(charsetOf(contentType));
  if (named !== undefined) {
    if (version === 'soap11' && !named.startsWith('utf-')) {
      throw new SoapFault('Server', ['Server was unable to process request.', CONFORMANCE]);
    }
    return decode(named, body);
  }
  if (mediaType(contentType).startsWith('text/')) return Buffer.from(ascii(body)).toString('latin1');
  return decode(byDeclaration(body), body);
}

/** Tells whether a request's characters beyond ASCII are lost, as nothing names their charset. */
export function losesCharacters(body: Uint8Array, contentType: string): boolean {
  const unnamed = byMark(body) === undefined && known(charsetOf(contentType)) === undefined;
  return unnamed && mediaType(contentType).startsWith('text/') && body.some((byte) => byte > 0x7f);
}

function ascii(body: Uint8Array): Uint8Array {
  return body.map((byte) => (byte > 0x7f ? 0x3f : byte));
}

function byMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Finds the charset of a document in the document alone. Source: XML 1.0, appendix F. */
function byDeclaration(body: Uint8Array): string {
  if (body[0] === 0x3c && body[1] === 0) return 'utf-16le';
  if (body[0] === 0 && body[1] === 0x3c) return 'utf-16be';
  const head = Buffer.from(body.subarray(0, 200)).toString('latin1');
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1];
  const name = known(declared) ?? 'utf-8';
  return name.startsWith('utf-16') ? 'utf-8' : name; // its declaration was read byte by byte, so it is not UTF-16
}

/** Returns the decoder's name of a charset; `undefined`: there is none, and ASP.NET goes on without. */
function known(charset: string | undefined): string | undefined {
  return charset === undefined ? undefined : attempt(() => new TextDecoder(charset).encoding);
}

function decode(charset: string, body: Uint8Array): string {
  return new TextDecoder(charset).decode(body);
}
