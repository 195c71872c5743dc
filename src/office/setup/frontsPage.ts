import { type FrontReply, whyNoFrontReply } from '#site/frontReply.ts';
import type { LaidAside } from '#site/readSite.ts';
import { Refused, asItIs, escaped, postForm, timeOf } from '#office/pages/page.ts';
import type { Asking, Made, PersonPages } from '#office/people/personPages.ts';
import { fullName } from '#http/rights/roles.ts';
import type { FrontMark, ReplyInPlace } from '#site/frontReply.ts';
import { asidePart } from './asidePart.ts';
import { type SetupWords, stepAt } from './setupFrame.ts';
import { type SetupParts, putMembers } from './siteParts.tsx';

const FRONTS = stepAt('fronts');
/** The name of a page's mark among those of a form; no header has it. */
const PAGE = ':page';

/** Adds the step on replies that come before the service: what came, and what the site says of it. */
export function addFrontsPart({ page, form }: PersonPages, parts: SetupParts): void {
  page(FRONTS, (asking) => frontsPage(asking, parts));
  form(
    FRONTS,
    (asking) => (asking.fields['step'] === 'take-out' ? takeOut(asking, parts) : teach(asking, parts)),
    (asking) => frontsPage(asking, parts),
  );
}

/** Says that such replies come often, and leads to where they are taught; empty where none does. */
export function oftenCard(texts: SetupWords, replies: readonly ReplyInPlace[]): string {
  const often = replies.filter(({ isOften }) => isOften);
  if (often.length === 0) return '';
  const lines = often.map((reply) => `<p><strong>HTTP ${reply.status}</strong> · ${cameText(texts, reply)}</p>`);
  return `<section class="note said-repeat" data-card="in-place">${lines.join('')}<p>${texts.fronts.often}</p><a class="button" href="${FRONTS.path}">${texts.fronts.look}</a></section>`;
}

function frontsPage({ facts, mayPost }: Asking, parts: SetupParts): string {
  const texts = facts.words.setup;
  const { fronts } = texts;
  const may = mayPost(FRONTS.path);
  const inUse = parts.site().frontReplies ?? [];
  const came = parts.inPlace.list(inUse).map((reply) => replyPart(texts, reply, may));
  const rules = inUse.map(
    (rule) => `<li class="row"><p>${ruleInWords(texts, rule)}</p>${may ? outForm(texts, rule) : ''}</li>`,
  );
  const aside = asideFronts(parts);
  return [
    `<p>${fronts.hint}</p>`,
    asidePart(texts, aside, ({ rule }) => (may ? outForm(texts, rule) : '')),
    `<h2>${fronts.came}</h2>`,
    came.length > 0 ? came.join('') : `<p>${parts.inPlace.list([]).length > 0 ? fronts.allKnown : fronts.none}</p>`,
    `<h2>${texts.rules}</h2>`,
    rules.length === 0 ? `<p>${texts.noRules}</p>` : `<ul class="steps">${rules.join('')}</ul>`,
  ].join('');
}

function asideFronts({ siteState }: SetupParts): readonly LaidAside[] {
  return siteState().aside.filter(({ place }) => place.startsWith('frontReplies['));
}

function cameText({ fronts }: SetupWords, { count, firstAt }: ReplyInPlace): string {
  return fronts.many({ many: count, when: timeOf(firstAt) });
}

/** Shows a kind of reply, and below it how the site says that it comes before the service. @param may - they may say it. */
function replyPart(texts: SetupWords, reply: ReplyInPlace, may: boolean): string {
  const { fronts } = texts;
  const { id, status, marks } = reply;
  const head = `<p class="headline">HTTP ${status}</p><p class="hint">${cameText(texts, reply)}</p>`;
  const [first] = marks;
  if (!first) return `<section class="panel">${head}<p>${fronts.nothing}</p></section>`;
  const choices = marks.map((mark) => {
    const checked = mark === first ? ' checked' : '';
    const name = escaped(nameOf(mark));
    const label = mark.header ? fronts.header({ header: asItIs(mark.header.name) }) : fronts.page;
    const value = escaped(mark.header?.contains ?? mark.page ?? '');
    return `<label class="check-row"><input type="radio" name="mark" required value="${name}"${checked}><span>${label}</span></label><label>${fronts.has}<input name="text-${name}" value="${value}" maxlength="200" autocomplete="off"></label>`;
  });
  const sure = `<label class="check-row"><input type="checkbox" name="sure" value="1" required><span>${fronts.sure}</span></label>`;
  const inside = `<fieldset><legend>${fronts.by}</legend>${choices.join('')}</fieldset>${sure}<button class="button button-primary">${fronts.keep}</button>`;
  const shown = may ? postForm(FRONTS.path, { id }, inside) : `<p>${fronts.onlyIt}</p>`;
  return `<section class="panel" data-status="${status}">${head}${shown}</section>`;
}

function nameOf({ header }: FrontMark): string {
  return header?.name ?? PAGE;
}

function ruleInWords({ fronts }: SetupWords, { status, header, page, confirmedBy }: FrontReply): string {
  const marks = [
    ...(header ? [`${asItIs(header.name)}: ${asItIs(header.contains)}`] : []),
    ...(page === undefined ? [] : [`“${asItIs(page)}”`]),
  ];
  return fronts.rule({ status: `HTTP ${status}`, mark: marks.join(', '), who: asItIs(confirmedBy) });
}

function outForm(texts: SetupWords, rule: unknown): string {
  const fields = { step: 'take-out', rule: JSON.stringify(rule) };
  return postForm(FRONTS.path, fields, `<button class="button">${texts.remove}</button>`);
}

/** Returns the rules as the file has them; where it has none, the site's. */
function rulesIn({ editor, site }: SetupParts): readonly unknown[] {
  const { frontReplies } = editor.read();
  return Array.isArray(frontReplies) ? (frontReplies as readonly unknown[]) : (site().frontReplies ?? []);
}

/** Keeps a rule that is made of a reply that came. @throws Refused */
async function teach(asking: Asking, parts: SetupParts): Promise<Made> {
  const { facts, fields, person } = asking;
  const { fronts } = facts.words.setup;
  const { id = '', mark = '', sure } = fields;
  const status = parts.inPlace.statusOf(id);
  if (status === undefined) throw new Refused(fronts.gone);
  if (sure !== '1') throw new Refused(fronts.saySure);
  const text = fields[`text-${mark}`]?.trim() ?? '';
  const told = mark === PAGE ? { page: text } : { header: { name: mark, contains: text } };
  const rule: FrontReply = { status, ...told, confirmedBy: fullName(person) };
  if (text === '') throw new Refused(fronts.notThis);
  const unfit = whyNoFrontReply(rule);
  if (unfit !== undefined) throw new Refused(unfit);
  const why = parts.inPlace.whyNot(id, rule);
  if (why) throw new Refused(fronts[why]);
  const isKnown = !parts.inPlace.list(parts.site().frontReplies ?? []).some((one) => one.id === id);
  if (isKnown) return { inside: frontsPage(asking, parts), isKept: true }; // it was sent twice, or another rule has it
  const frontReplies = [...rulesIn(parts), rule];
  const what = `frontReplies: + ${JSON.stringify(rule)}`;
  return putMembers(asking, parts, { frontReplies }, () => frontsPage(asking, parts), what);
}

async function takeOut(asking: Asking, parts: SetupParts): Promise<Made> {
  const sent = asking.fields['rule'] ?? '';
  const rules = rulesIn(parts);
  const at = rules.findIndex((one) => JSON.stringify(one) === sent);
  if (at < 0) return { to: FRONTS.path }; // it was taken out meanwhile
  const what = `frontReplies: − ${sent}`;
  return putMembers(asking, parts, { frontReplies: rules.toSpliced(at, 1) }, () => frontsPage(asking, parts), what);
}
