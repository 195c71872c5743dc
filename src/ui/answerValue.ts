import type { AnswerValue } from '#site/answer/answerCard.ts';
import { labelText } from '#site/answer/labelIn.ts';

/** The longest picture that is carried in a text, in letters: 3 MB of it. */
const MAX_IMAGE_LENGTH = 4_000_000;
const MAX_URL_LENGTH = 2_000;
const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const IMAGE_PATH = /\.(?:png|jpe?g|gif|webp)$/i;

/**
 * Returns the kind that a text of the service may be shown as: links and pictures of hosts that the site names, and
 * four kinds of pictures in the text. @param hosts - `img.example.com`, or with a port
 */
export function answerValue(text: string, hosts: readonly string[]): AnswerValue {
  if (text.startsWith('data:image/')) {
    return text.length <= MAX_IMAGE_LENGTH && IMAGE_DATA.test(text) ? { kind: 'image', url: text } : { kind: 'text' };
  }
  const label = labelText(text);
  if (label) return label;
  const trimmed = text.trim();
  const url = allowedUrl(trimmed, hosts);
  if (!url) return { kind: 'text' };
  return { kind: IMAGE_PATH.test(url.pathname) ? 'image' : 'link', url: url.href };
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
