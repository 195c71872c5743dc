import type { AnswerValue } from '#site/answer/answerCard.ts';

/** The longest picture that is carried in a text, in letters: 3 MB of it. */
const MAX_IMAGE_LENGTH = 4_000_000;
/** The longest PDF in a text, in letters: 12 MB of it. */
const MAX_PDF_LENGTH = 16_000_000;
const MAX_URL_LENGTH = 2_000;
const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const IMAGE_PATH = /\.(?:png|jpe?g|gif|webp)$/i;
const PDF_START = 'JVBERi0';
const END_LENGTH = 1_400;
const PDF_DATA = 'data:application/pdf;base64,';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Returns the kind that a text of the service may be shown as: links and pictures of hosts that the site names, and
 * four kinds of pictures in the text. @param hosts - `img.example.com`, or with a port
 */
export function answerValue(text: string, hosts: readonly string[]): AnswerValue {
  if (text.startsWith('data:image/')) {
    return text.length <= MAX_IMAGE_LENGTH && IMAGE_DATA.test(text) ? { kind: 'image', url: text } : { kind: 'text' };
  }
  const given = text.startsWith(PDF_DATA) ? text.slice(PDF_DATA.length) : text;
  if (given.startsWith(PDF_START) && given.length <= MAX_PDF_LENGTH) {
    const base64 = given.replace(/\s+/g, '');
    if (BASE64.test(base64)) return endsWell(base64) ? { kind: 'pdf', base64 } : { kind: 'cut' };
  }
  const trimmed = text.trim();
  if (/^(?:~[A-Z]{2}[^^~]*)*\^XA/.test(trimmed) && trimmed.endsWith('^XZ')) return { kind: 'zpl' };
  const url = allowedUrl(trimmed, hosts);
  if (!url) return { kind: 'text' };
  return { kind: IMAGE_PATH.test(url.pathname) ? 'image' : 'link', url: url.href };
}

/** Tells whether the last kilobyte of a file in Base64 has the mark that ends a PDF. Source: ISO 32000-1, section 7.5.5. */
function endsWell(base64: string): boolean {
  const from = Math.max(0, Math.floor((base64.length - END_LENGTH) / 4) * 4); // four letters are three bytes
  try {
    return atob(base64.slice(from)).includes('%%EOF');
  } catch {
    return false;
  }
}

function allowedUrl(text: string, hosts: readonly string[]): URL | undefined {
  if (text.length > MAX_URL_LENGTH || !/^https?:\/\/[^\s\\]+$/i.test(text)) return undefined;
  let url: URL;
  try {
    url = new URL(text); // `URL.canParse` is younger than the oldest browser served
  } catch {
    return undefined;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined; // `https://allowed@other/` reads as another host
  const usual = url.protocol === 'https:' ? '443' : '80';
  const port = url.port === '' ? usual : url.port;
  return hosts.includes(url.host) || hosts.includes(`${url.hostname}:${port}`) ? url : undefined;
}
