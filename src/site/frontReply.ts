import type { SiteConfiguration } from '#site/site.ts';

/** A reply that something before the service gives in its place, as somebody has seen: a call that is met by it surely did not run. */
export type FrontReply = NonNullable<SiteConfiguration['frontReplies']>[number];

/** The part of a rule that knows a reply by what it carries. */
export type FrontMark = Pick<FrontReply, 'header' | 'page'>;

/** Replies of one kind that came in the service's place, each to a call that a person has to check now. */
export interface ReplyInPlace {
  /** Names the kind. Source: repliesInPlace.ts. */
  readonly id: string;
  readonly status: number;
  /** The marks that may tell such a reply from the service’s own; empty: nothing does. */
  readonly marks: readonly FrontMark[];
  readonly count: number;
  /** Unix ms. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** `true`: so many came within a day that asking a person about each is a burden. */
  readonly isOften: boolean;
}

/** A whole reply, as it came. */
export interface CameReply {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The first of its body. */
  readonly text: string;
}

/** Statuses of the service's own: an answer, a failure that may come after acting; and of a front that has passed a call on. */
const OF_THE_SERVICE: readonly number[] = [500, 502, 504];
/** Headers that the service's host sets on all that it answers, or a front on all that it passes on. */
const ON_ANY =
  /^(?:server|date|via|age|vary|etag|expires|pragma|connection|keep-alive|cache-control|set-cookie|last-modified|content-.*|transfer-encoding|strict-transport-security|x-(?:powered-by|aspnet.*|cache.*|request-id|served-by|frame-options|content-type-options))$/i;
/** Letters of the page of ASP.NET's own failures, and of the service's documents. */
const ON_OWN_PAGE =
  /server error in|runtime error|exception|system\.web|customerrors|<\s*(?:string|soap|\w+:envelope|\?xml)/i;
const SHORTEST_MARK = 8;
/** Of a header: the shortest way to sign in is `NTLM`. */
const SHORTEST_VALUE = 4;

/** Returns the reason why a rule cannot be believed, as the service itself may say that, or `undefined`. */
export function whyNoFrontReply({ status, header, page }: FrontReply): string | undefined {
  if (!mayBeStatusOfFront(status)) return `the service itself may have acted and then come to a ${status}.`;
  if (!header && page === undefined)
    return `a ${status} alone may be the service’s: name a header or page that only its front gives.`;
  if (header && ON_ANY.test(header.name)) return `the header ${header.name} is on the service’s own replies too.`;
  if (header && header.contains.trim().length < SHORTEST_VALUE)
    return `header.contains has to be at least ${SHORTEST_VALUE} letters long.`;
  if (page === undefined) return undefined;
  if (page.trim().length < SHORTEST_MARK) return `page has to be at least ${SHORTEST_MARK} letters long.`;
  return ON_OWN_PAGE.test(page) ? 'page is a part of the service’s own page or document.' : undefined;
}

/** Tells whether a reply is one that the site has confirmed to come before the service. Nothing that the service's host made is. */
export function isOfFront(rules: readonly FrontReply[], came: CameReply): boolean {
  if (!mayBeOfFront(came)) return false;
  return rules.some(
    (rule) =>
      whyNoFrontReply(rule) === undefined &&
      rule.status === came.status &&
      (!rule.header || valueOf(came, rule.header.name).includes(rule.header.contains)) &&
      (rule.page === undefined || came.text.includes(rule.page)),
  );
}

/** Tells whether somebody may say of a reply that it comes before the service: its status, and nothing of the service's host on it. */
export function mayBeOfFront(came: CameReply): boolean {
  const isOfHost = Object.keys(came.headers).some((name) => /^x-aspnet/i.test(name));
  const isDocument = /^(?:text|application)\/(?:soap\+)?xml\b/i.test(valueOf(came, 'content-type'));
  return mayBeStatusOfFront(came.status) && !isOfHost && !isDocument;
}

function mayBeStatusOfFront(status: number): boolean {
  return status >= 300 && !OF_THE_SERVICE.includes(status);
}

function valueOf({ headers }: CameReply, name: string): string {
  return [headers[name.toLowerCase()] ?? ''].flat().join(', ');
}
