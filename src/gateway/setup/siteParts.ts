import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { judge } from '#contract/judging.ts';
import { clientOf } from '#gateway/http/clientAddress.ts';
import type { PageFacts } from '#gateway/pages/page.ts';
import { pageWords } from '#gateway/pages/pageWords.ts';
import type { Supervisor } from '#gateway/pages/supervisorRoutes.ts';
import type { SiteMembers } from '#gateway/site/siteEditor.ts';
import { answerPage, answersPage } from './answersPage.ts';
import { type SetupParts, keeping } from './asking.ts';
import { type Asking, type Made, forSupervisor, refused } from '#gateway/pages/forSupervisor.ts';
import { codesOf, codesPage, doubtsIn, faultsIn, proposed, readCodes, withCodes } from './codesPage.ts';
import { TAKE_BACK, filePage } from './filePage.ts';
import { type SiteList, cellsOf, listNames, listPage, readList, siteLists } from './listPage.ts';
import { keptAnswer, newestAnswers } from './newestAnswers.ts';
import { type Said, pathOfPart } from './setupFrame.ts';
import { TEACH, faultIn, readTaught } from './teachForm.ts';

/** The steps that write the site's file, a member each. */
export function addSiteParts(app: FastifyInstance, supervisor: Supervisor, parts: SetupParts): void {
  const page = (path: string, make: (asking: Asking) => Made | Promise<Made>): void =>
    void app.get(path, forSupervisor(supervisor, make));
  const form = (path: string, make: (asking: Asking) => Made | Promise<Made>): void =>
    void app.post(path, forSupervisor(supervisor, make));

  page(pathOfPart('answers'), (asking) => showAnswers(asking, parts));
  form(pathOfPart('answers'), (asking) => takeOut(asking, parts));
  form(TEACH, (asking) => teach(asking, parts));

  page(pathOfPart('codes'), ({ facts }) => codesPage(facts, codesOf(parts.site().codes ?? {}), []));
  form(pathOfPart('codes'), (asking) => keepCodes(asking, parts));

  for (const list of listNames) {
    page(pathOfPart(list), ({ facts }) => listPage(facts, list, cellsOf(list, parts.site()[siteLists[list].member])));
    form(pathOfPart(list), (asking) => keepList(asking, parts, list));
  }

  const file = (facts: PageFacts, said?: Said): string => {
    const { file: path, hasBefore } = parts.editor;
    const content = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    return filePage(facts, { path, name: parts.site().name, content, hasBefore: hasBefore() }, said);
  };
  page(pathOfPart('file'), ({ facts }) => file(facts));
  form(pathOfPart('file'), (asking) => {
    const name = asking.fields['name']?.trim() || undefined;
    return keeping(asking, () => change(asking, parts, { name }), file);
  });
  form(TAKE_BACK, (asking) =>
    parts.editor.hasBefore() ? keeping(asking, parts.editor.takeBack, file) : { to: pathOfPart('file') },
  );
}

/** Members in their places; a new file also says where an editor finds its schema. */
function change({ request }: Asking, { editor }: SetupParts, members: SiteMembers): void {
  const { host } = request.headers;
  const origin = `${clientOf(request).secure ? 'https' : 'http'}://${host ?? 'localhost'}`;
  const schema = '$schema' in editor.read() ? {} : { $schema: `${origin}/gateway/site/schema` };
  editor.change({ ...schema, ...members });
}

async function showAnswers({ facts, fields }: Asking, { reader, site, settings }: SetupParts): Promise<Made> {
  const { call } = fields;
  const answer = call === undefined ? undefined : await keptAnswer(reader, call, settings.names);
  if (answer) return answerPage(facts, site(), answer);
  return answersPage(facts, site(), await newestAnswers(reader, settings.names));
}

function teach(asking: Asking, parts: SetupParts): Made {
  const { facts, fields } = asking;
  const taught = readTaught(fields);
  if (!taught) return { to: pathOfPart('answers') };
  const { rule } = taught;
  const site = parts.site();
  const texts = pageWords('setup', facts.language);
  if (rule && judge(site, taught.operation, taught.text) === rule.verdict) {
    return answerPage(facts, site, taught, { kept: true }); // sent twice
  }
  const fault = faultIn(rule, taught, site);
  if (fault || !rule) return refused(facts, texts[fault ?? 'notHere'], (wrong) => answerPage(wrong, site, taught));
  return keeping(
    asking,
    () => change(asking, parts, { answerRules: [...rulesIn(parts), rule] }),
    (now, said) => answerPage(now, parts.site(), taught, said),
  );
}

/** As they stand in the file: the stand-in's own are none of it. */
function rulesIn({ editor, site }: SetupParts): readonly unknown[] {
  const { answerRules } = editor.read();
  return Array.isArray(answerRules) ? (answerRules as readonly unknown[]) : site().answerRules;
}

async function takeOut(asking: Asking, parts: SetupParts): Promise<Made> {
  const { at = '', rule = '' } = asking.fields;
  const index = Number(at);
  const newest = await newestAnswers(parts.reader, parts.settings.names);
  const isSame = JSON.stringify(parts.site().answerRules[index]) === rule;
  if (!isSame) return answersPage(asking.facts, parts.site(), newest);
  return keeping(
    asking,
    () => change(asking, parts, { answerRules: rulesIn(parts).filter((_, place) => place !== index) }),
    (facts, said) => answersPage(facts, parts.site(), newest, said),
  );
}

function keepCodes(asking: Asking, parts: SetupParts): Made {
  const { facts, fields } = asking;
  const texts = pageWords('setup', facts.language);
  const entered = readCodes(fields);
  const isAsked =
    fields['step'] === 'propose' ||
    Object.values(entered).some(({ pattern, examples }) => pattern === '' && examples.length > 0);
  if (isAsked) {
    const made = proposed(entered);
    return codesPage(facts, made, [...faultsIn(made, texts), ...doubtsIn(made, texts)]);
  }
  const faults = faultsIn(entered, texts);
  if (faults.length > 0) return { page: codesPage(facts, entered, faults), status: 422 };
  const codes = withCodes(parts.site().codes ?? {}, entered);
  return keeping(
    asking,
    () => change(asking, parts, { codes: Object.keys(codes).length === 0 ? undefined : codes }),
    (now, said) => codesPage(now, entered, doubtsIn(entered, texts), said),
  );
}

function keepList(asking: Asking, parts: SetupParts, list: SiteList): Made {
  const { lines = '' } = asking.fields;
  const { member } = siteLists[list];
  return keeping(
    asking,
    () => change(asking, parts, { [member]: readList(list, lines) }),
    (facts, said) => listPage(facts, list, cellsOf(list, parts.site()[member]), said.kept ? undefined : lines, said),
  );
}
