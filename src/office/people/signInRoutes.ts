import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRateLimit } from '#http/edge/rateLimit.ts';
import { createTurns } from '#http/edge/turns.ts';
import { clientOf, networkOf, originOf } from '#http/clientAddress.ts';
import { createTokenCookie } from '#http/tokenCookie.ts';
import {
  LINK_PATH,
  PROVIDER_PATH,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  pathOfPage,
  replyWithPage,
} from '#office/pages/page.ts';
import { goOnPage, linkPage } from '#office/pages/signInPages.tsx';
import { type Guard, sessionCookie } from './guard.ts';
import { knownBrowserCookie } from './knownBrowser.ts';
import type { PeopleParts } from './people.ts';
import { PASSWORD_LETTERS } from './passwords.ts';
import { formFields, textsOf } from './personPages.ts';
import { UNDER_WAY_S } from './provider.ts';
import type { BegunSession } from './signIn.ts';

const BACK_PATH = `${SIGN_IN_PATH}/back`;

/** The cookie with the secret of a sign-in that is under way at the provider, which leads back from its own site. */
const providerCookie = createTokenCookie('scanline-provider', SIGN_IN_PATH, UNDER_WAY_S, 'Lax');

/** The answers of the provider that one network may bring: sixty at once, then one a second. The provider is asked about each. */
const ANSWERS = { perSecond: 1, burst: 60 };
/** Those about which it is asked at once. */
const ASKING = { atOnce: 8, mostEach: 4, mostWaiting: 64 };
const ASKING_S = 2;

export interface SignInParts extends PeopleParts {
  readonly guard: Guard;
  readonly onRefused: () => void;
}

/** Adds the sign-in and the sign-out, the link that sets a password, and the way to the provider and back. */
export function addSignInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { guard } = parts;
  // For whoever opens the form's address, such as by a reload.
  app.get(SIGN_IN_PATH, async (request, reply) => {
    const person = await guard.whoAsks(request);
    return person ? reply.redirect(guard.nextOf('', person), 303) : guard.refuse(request, reply);
  });
  // Also below the provision page: a page of an older build posts there.
  for (const path of [SIGN_IN_PATH, `${pathOfPage('provision')}/sign-in`])
    app.post(path, (request, reply) => enter(request, reply, parts));
  for (const path of [SIGN_OUT_PATH, `${pathOfPage('provision')}/sign-out`])
    app.post(path, (request, reply) => leave(request, reply, parts));
  addLinkRoutes(app, parts);
  addProviderRoutes(app, parts);
}

async function enter(request: FastifyRequest, reply: FastifyReply, parts: SignInParts): Promise<FastifyReply> {
  const { guard, signIn, audit, onRefused } = parts;
  const { name = '', password = '', next: asked = '' } = formFields(request);
  const next = guard.nextOf(asked);
  const { address } = clientOf(request);
  const shown = (account: number | undefined) => knownBrowserCookie(account).read(request);
  const came = await signIn.enter(name.trim(), password, networkOf(address), shown).catch((error: unknown) => {
    guard.noteAway(request, error);
    return undefined;
  });
  if (came?.kind === 'in') return welcome(request, reply, parts, came, asked);
  if (came) onRefused();
  if (!came || !(await guard.isPossible())) return guard.refuse(request, reply, next);
  // Whoever only waits tried nothing: it fills no table.
  if (came.tried !== undefined) await audit.note('sign-in-refused', { address }, came.tried, { kind: came.kind });
  else request.log.warn({ kind: came.kind, address }, 'a sign-in has to wait');
  if (came.kind === 'wrong') return guard.askToSignIn(reply, 401, next, ({ wrong }) => wrong);
  const { seconds } = came;
  return guard.askToSignIn(reply.header('retry-after', String(seconds)), 429, next, ({ wait }) => wait({ seconds }));
}

/** Gives somebody who came in their session, and leads them on: by a redirect, or where the provider's site led here by a page of ours. */
async function welcome(
  request: FastifyRequest,
  reply: FastifyReply,
  { guard, signIn, audit }: SignInParts,
  { token, person: known, proof }: BegunSession,
  asked: string,
  isFromElsewhere = false,
): Promise<FastifyReply> {
  const { address } = clientOf(request);
  await Promise.all(sessionCookie.read(request).map(signIn.leave)); // also one that somebody else put into this browser
  await audit.note('sign-in', { ...known, address });
  const found = await signIn.whose(token);
  const next = guard.nextOf(asked, found && { ...found, address });
  const given = sessionCookie.give(reply, token);
  if (proof !== undefined) knownBrowserCookie(known.account).give(reply, proof);
  return isFromElsewhere ? replyWithPage(given, goOnPage(guard.factsOf(request), next)) : given.redirect(next, 303);
}

async function leave(
  request: FastifyRequest,
  reply: FastifyReply,
  { guard, signIn, audit }: SignInParts,
): Promise<FastifyReply> {
  const next = guard.nextOf(formFields(request)['next'] ?? '');
  const person = await guard.whoAsks(request);
  await Promise.all(sessionCookie.read(request).map(signIn.leave)).catch((error: unknown) =>
    guard.noteAway(request, error),
  );
  // They are still signed in: the cookie stays, to sign out with.
  if (guard.isUnread(request)) return guard.refuse(request, reply, next);
  if (person?.session !== undefined) await audit.note('sign-out', person);
  return sessionCookie.give(reply, '').redirect(next, 303);
}

function addLinkRoutes(app: FastifyInstance, { guard, accounts, audit }: SignInParts): void {
  /** Shows the form, or that the link is over. */
  const show = async (request: FastifyRequest, reply: FastifyReply, code: string, isTooShort = false) => {
    const facts = guard.factsOf(request);
    const { people } = facts.words;
    const name = await accounts.linkOf(code);
    if (name === undefined) return replyWithPage(reply.code(410), linkPage({ ...facts, problem: people.linkOver }));
    const problem = isTooShort ? { problem: people.passwordWrong({ letters: PASSWORD_LETTERS.fewest }) } : {};
    return replyWithPage(
      reply.code(isTooShort ? 422 : 200),
      linkPage({ ...facts, ...problem }, { code, name, letters: PASSWORD_LETTERS.fewest }),
    );
  };
  // It only shows the form: programs that preview links open them too.
  app.get(LINK_PATH, (request, reply) => show(request, reply, textsOf(request.query)['code'] ?? ''));
  app.post(LINK_PATH, async (request, reply) => {
    const { code = '', password = '', again = '' } = formFields(request);
    const { length } = Array.from(password);
    const isGood = length >= PASSWORD_LETTERS.fewest && length <= PASSWORD_LETTERS.most && password === again;
    if (!isGood) return show(request, reply, code, true);
    const account = await accounts.setPassword(code, password);
    if (!account) return show(request, reply, code);
    const { address } = clientOf(request);
    await audit.note('password-set', { address, name: account.name, account: account.number, source: 'local' });
    return guard.welcomeToSignIn(reply, account.name);
  });
}

function addProviderRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { guard, signIn, accounts, audit, provider, onRefused } = parts;
  const back = (request: FastifyRequest): string => originOf(request) + BACK_PATH;

  /** Answers that nobody came in. */
  const refuse = async (
    request: FastifyRequest,
    reply: FastifyReply,
    why: 'providerAway' | 'providerNo' | 'noRole',
  ) => {
    onRefused();
    await audit.note('sign-in-refused', { address: clientOf(request).address }, why);
    const status = why === 'providerAway' ? 503 : 403;
    return guard.askToSignIn(reply, status, guard.nextOf(''), (texts) => texts[why]);
  };

  const askLater = (reply: FastifyReply, seconds: number) =>
    guard.askToSignIn(reply.header('retry-after', String(seconds)), 429, guard.nextOf(''), ({ busy }) =>
      busy({ seconds }),
    );

  app.get(PROVIDER_PATH, async (request, reply) => {
    if (!provider) return guard.refuse(request, reply);
    try {
      const secret = await provider.secret();
      const next = guard.nextOf(textsOf(request.query)['next'] ?? '');
      const address = await provider.addressFor(secret, next, back(request));
      return await providerCookie.give(reply, secret).redirect(address.href, 303);
    } catch (error) {
      request.log.error({ err: error }, 'the provider of the sign-in cannot be asked');
      return refuse(request, reply, 'providerAway');
    }
  });

  const answers = createRateLimit(ANSWERS, () => performance.now());
  const asking = createTurns(ASKING);

  /** Asks the provider about what a browser came back with. @returns `undefined`: it is not the answer to a sign-in of this browser. @throws where the database cannot be asked. */
  const vouchFor = async (request: FastifyRequest, secrets: readonly string[]) => {
    const [secret, ...others] = secrets;
    // Of several, one was put there by somebody else.
    if (!provider || secret === undefined || others.length > 0) return undefined;
    if (!(await provider.isUnderWay(secret)) || !(await signIn.takeOnce(secret))) return undefined;
    return provider.vouch(secret, new URL(request.url, back(request))).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the provider has not signed somebody in');
      return undefined;
    });
  };

  app.get(BACK_PATH, async (request, reply) => {
    if (!provider) return guard.refuse(request, reply);
    const network = networkOf(clientOf(request).address);
    const secrets = providerCookie.read(request);
    const seconds = secrets.length === 0 ? 0 : answers.take(network);
    const end = seconds === 0 ? await asking.take(network) : undefined;
    if (!end) return askLater(reply, seconds || ASKING_S);
    providerCookie.give(reply, ''); // one secret, one sign-in
    let vouched: Awaited<ReturnType<typeof vouchFor>>;
    try {
      vouched = await vouchFor(request, secrets);
    } catch (error) {
      guard.noteAway(request, error);
      return await guard.refuse(request, reply);
    } finally {
      end();
    }
    if (!vouched) return refuse(request, reply, 'providerNo');
    const { subject, name, role, next } = vouched;
    if (!role) return refuse(request, reply, 'noRole');
    try {
      const entered = await signIn.begin(await accounts.enter(subject, name, role), name);
      return await welcome(request, reply, parts, entered, next, true);
    } catch (error) {
      guard.noteAway(request, error);
      return guard.refuse(request, reply);
    }
  });
}
