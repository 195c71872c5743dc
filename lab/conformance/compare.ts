import { type KnownReply, hostRows, readerRows, reasonOf } from './knownRows.ts';
import type { RawRequest } from './rawRequest.ts';
import { sendRaw } from './rawSocket.ts';

/** One end of the comparison. */
export interface Side {
  readonly url: URL;
  /** Returns how many operations it has executed. */
  executed(): Promise<number>;
}

/** Reply of one side to a request, without what may differ between two hosts that behave alike. */
export interface Seen {
  /** 0: no reply. */
  readonly status: number;
  readonly media: string;
  readonly charset: string;
  /** See `bodyShape`. */
  readonly body: string;
  readonly executed: number;
}

/**
 * - `same`: alike to the last letter of the body's shape.
 * - `wording`: the same fault, and only what .NET's own parser says after its first arrow differs.
 * - `microsoft`: the peer's Mono answers otherwise, and the stand-in as Microsoft does.
 * - `host`: the web server under the stand-in decides, not the stand-in.
 * - `reader`: the stand-in's reader of XML is not System.Xml's.
 * - `unexplained`: anything else.
 */
export const verdicts = ['same', 'wording', 'microsoft', 'host', 'reader', 'unexplained'] as const;

export type Verdict = (typeof verdicts)[number];

export interface Comparison {
  readonly request: RawRequest;
  readonly standin: Seen;
  readonly peer: Seen;
  readonly verdict: Verdict;
  /** The reason for which it is no `same`. */
  readonly reason: string;
}

/** Sends every request to both, one after the other, and judges each pair. */
export async function compareAll(
  requests: readonly RawRequest[],
  standin: Side,
  peer: Side,
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const request of requests) {
    const [ours, theirs] = await Promise.all([see(standin, request), see(peer, request)]);
    comparisons.push({ request, standin: ours, peer: theirs, ...judge(ours, theirs, request.known) });
  }
  return comparisons;
}

async function see(side: Side, { bytes }: RawRequest): Promise<Seen> {
  const before = await side.executed();
  const reply = await sendRaw(side.url, bytes);
  const executed = (await side.executed()) - before;
  if (!reply) return { status: 0, media: '', charset: '', body: '', executed };
  const contentType = reply.headers.get('content-type') ?? '';
  const isPage = contentType.startsWith('text/html');
  return {
    status: reply.status,
    media: (contentType.split(';', 1)[0] ?? '').trim().toLowerCase(),
    // Pages for people are each host's own, their charset with them.
    charset: (isPage ? '' : /charset="?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase()) ?? '',
    body: reply.body.length > 0 && isPage ? '(a page)' : bodyShape(reply.body),
    executed,
  };
}

/**
 * A body without what is each host's own: line ends, its address, places in a document such as `(2, 296)`, the words of
 * a result.
 */
function bodyShape(body: Buffer): string {
  const text = body.toString('utf8').replaceAll('\r\n', '\n').trimEnd();
  const root = /^(?:<\?xml[^>]*\?>)?\s*<(?:[a-z0-9]+:)?(definitions|discovery)\b/i.exec(text)?.[1];
  if (root !== undefined) return `(${root})`;
  return text
    .replaceAll(/\(\d+, \d+\)/g, '(n, n)')
    .replaceAll(/, line \d+, position \d+|Line \d+, position \d+/g, '(place)')
    .replaceAll(/(<([A-Za-z]+)Result>)[\s\S]*?(<\/\2Result>)/g, '$1(text)$3')
    .replaceAll(/(<string xmlns="[^"]*">)[\s\S]*?(<\/string>)/g, '$1(text)$2');
}

/** The body up to what a parser says in its own words: after the first arrow, or the place in the document. */
function withoutWording(body: string): string {
  const reading =
    /^([\s\S]*?There is an error in XML document(?: \(n, n\))?)[\s\S]*?(<\/(?:faultstring|soap:Text)>[\s\S]*)$/;
  const processing =
    /^([\s\S]*?Server was unable to process request\. ---&gt; )[\s\S]*?(<\/(?:faultstring|soap:Text)>[\s\S]*)$/;
  for (const pattern of [reading, processing]) {
    const found = pattern.exec(body);
    if (found) return `${found[1]}(wording)${found[2]}`;
  }
  return body;
}

type Judgement = Pick<Comparison, 'verdict' | 'reason'>;

function judge(standin: Seen, peer: Seen, known: KnownReply | undefined): Judgement {
  const differences = differencesOf(standin, peer);
  if (known) {
    const { row } = known;
    const wrong = against(standin, known);
    if (wrong !== '') return { verdict: 'unexplained', reason: `not as the row ${row} says: ${wrong}` };
    if (differences === '') return { verdict: 'unexplained', reason: `there is no difference: ${row} is out of date` };
    const verdict = row in hostRows ? 'host' : row in readerRows ? 'reader' : 'microsoft';
    return { verdict, reason: reasonOf(row) };
  }
  if (differences === '') return { verdict: 'same', reason: '' };
  const alike = (seen: Seen): Seen => ({ ...seen, body: withoutWording(seen.body) });
  if (differencesOf(alike(standin), alike(peer)) === '') {
    return { verdict: 'wording', reason: "only the parser's own words differ" };
  }
  return { verdict: 'unexplained', reason: differences };
}

/** Returns what differs, in words; '' where nothing does. */
function differencesOf(standin: Seen, peer: Seen): string {
  const keys = ['status', 'media', 'charset', 'executed', 'body'] as const;
  return keys.filter((key) => standin[key] !== peer[key]).join(', ');
}

function against(seen: Seen, { status, media, body, executed }: KnownReply): string {
  const wrong: string[] = [];
  if (seen.status !== status) wrong.push(`status ${seen.status}, expected ${status}`);
  if (media !== undefined && seen.media !== media) wrong.push(`content type “${seen.media}”, expected “${media}”`);
  if (seen.executed !== executed) wrong.push(`executed ${seen.executed} times, expected ${executed}`);
  if (body && !body.test(seen.body)) wrong.push(`body “${seen.body.slice(0, 200)}”, expected ${String(body)}`);
  return wrong.join('; ');
}
