import { existsSync, readFileSync } from 'node:fs';
import { judge } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { CallSettings } from '#gateway/calls/callRequest.ts';
import type { Dispatch } from '#gateway/calls/dispatch.ts';
import { originOf } from '#gateway/http/clientAddress.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import type { LedgerReader } from '#gateway/ledger/ledgerReader.ts';
import { type PageFacts, Refused, escaped, field, postForm, table, timeOf } from '#gateway/pages/page.ts';
import type { Asking, Made, PersonPages } from '#gateway/people/personPages.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import type { SiteEditor, SiteMembers } from '#gateway/site/siteEditor.ts';
import type { KeylessAnswer } from '#gateway/site/keylessAnswer.ts';
import type { SiteState } from '#gateway/site/site.ts';
import type { UpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';
import type { UpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import { answerPage, answersPage, keptAnswer, newestAnswers } from './answersPage.ts';
import { keylessCard } from './keylessCard.ts';
import { codesOf, codesPage, doubtsIn, faultsIn, proposed, readCodes, withCodes } from './codesPage.ts';
import { cellsOf, listNames, listPage, readList, siteLists } from './listPage.ts';
import { SETUP, type SetupWords, stepAt } from './setupFrame.ts';
import type { SeenAnswers } from './seenAnswers.ts';
import { TEACH, faultIn, previewPart, readAnew, readTaught } from './teachForm.ts';

/** The parts of the gateway that the set-up needs. */
export interface SetupParts {
  readonly settings: Settings;
  readonly calls: CallSettings;
  readonly dispatch: Dispatch;
  /** Absent: the stand-in. */
  readonly check?: UpstreamCheck | undefined;
  readonly upstreamTls?: UpstreamTls | undefined;
  readonly ledger: Ledger;
  readonly reader: LedgerReader;
  readonly editor: SiteEditor;
  readonly site: () => SiteConfiguration;
  readonly siteState: () => SiteState;
  readonly keyless: KeylessAnswer;
}

const ANSWERS = stepAt('answers');
const CODES = stepAt('codes');
const FILE = stepAt('file');
/** The form that puts the file before back. */
const TAKE_BACK = stepAt('file', `${SETUP}/back`);

/** Adds the steps that write the site's file, a member each. */
export function addSiteParts({ page, form }: PersonPages, parts: SetupParts, seen: SeenAnswers): void {
  const { editor, site } = parts;

  page(ANSWERS, (asking) => showAnswers(asking, parts, seen));
  form(
    ANSWERS,
    (asking) => takeOut(asking, parts),
    ({ facts }) => allAnswers(facts, parts),
  );
  form(
    stepAt('answers', TEACH),
    (asking) => teach(asking, parts, seen),
    async ({ facts, fields }) => {
      const taught = readTaught(fields);
      if (!taught) return allAnswers(facts, parts);
      return answerPage(facts.words.setup, site(), taught, await seen.beside(taught, taught.operation));
    },
  );

  page(CODES, ({ facts }) => codesPage(facts.words.setup, codesOf(site().codes ?? {}), []));
  form(CODES, (asking) => keepCodes(asking, parts), enteredCodes);

  for (const list of listNames) {
    const { member } = siteLists[list];
    const place = stepAt(list);
    const shown = ({ facts }: Asking, pasted?: string): string =>
      listPage(facts.words.setup, list, cellsOf(list, site()[member]), pasted);
    page(place, (asking) => shown(asking));
    form(
      place,
      (asking) =>
        putMembers(asking, parts, { [member]: readList(list, asking.fields['lines'] ?? '') }, () => shown(asking)),
      (asking) => shown(asking, asking.fields['lines'] ?? ''),
    );
  }

  const file = ({ facts }: Asking): Promise<string> => filePage(facts.words.setup, parts);
  page(FILE, file);
  form(
    FILE,
    (asking) => putMembers(asking, parts, { name: asking.fields['name']?.trim() || undefined }, () => file(asking)),
    file,
  );
  form(
    TAKE_BACK,
    async (asking) =>
      (await editor.hasBefore())
        ? kept(asking, editor.takeBack, 'the file before', () => file(asking))
        : { to: FILE.path },
    file,
  );
}

/** Shows the site's file, the field for the site's name, and the button that puts the file before back. */
async function filePage(texts: SetupWords, { editor, site, siteState, settings }: SetupParts): Promise<string> {
  const { name } = site();
  const form = `${field(texts.name, 'name', { value: name, maxlength: 200 })}<button class="button button-primary">${texts.keep}</button>`;
  // The page is shown without PostgreSQL too: a form that was posted to it says that it does not answer.
  const back = (await editor.hasBefore().catch(() => false))
    ? `<p>${texts.backHint}</p>${postForm(TAKE_BACK.path, {}, `<button class="button">${texts.back}</button>`)}`
    : '';
  const shown = existsSync(editor.file)
    ? `<pre class="verbatim">${escaped(readFileSync(editor.file, 'utf8'))}</pre>`
    : `<p>${texts.noFile}</p>`;
  const versions = await editor.versions().catch(() => []);
  const rows = versions.map(({ version, keptAt }) => [String(version), timeOf(keptAt)]);
  const shared = rows.length === 0 ? '' : `<p>${texts.shared}</p>${table([texts.version, texts.keptAt], rows)}`;
  const own = settings.databaseUrl !== undefined && settings.siteFile !== undefined ? `<p>${texts.ownFile}</p>` : '';
  const differs = siteState().differs === true ? `<p role="alert">${texts.filesDiffer}</p>` : '';
  return `<p><code class="verbatim">${escaped(editor.file)}</code></p>${differs}${own}${shared}${postForm(FILE.path, {}, form)}${back}<h2>${texts.content}</h2>${shown}`;
}

type Show = () => string | Promise<string>;

/** Changes the site's file, and shows the page anew. @param write - changes the file. @param what - what it changes. @throws Refused */
async function kept({ note }: Asking, write: () => Promise<void>, what: string, show: Show): Promise<Made> {
  await write();
  await note('site-changed', what);
  return { inside: await show(), isKept: true };
}

/** Puts members into the site's file, and shows the page anew. @throws Refused */
export function putMembers(asking: Asking, parts: SetupParts, members: SiteMembers, show: Show): Promise<Made> {
  return kept(asking, () => changeSite(asking, parts, members), Object.keys(members).join(', '), show);
}

/** Puts members into the site's file; a new one also says where an editor finds its schema. @throws Refused */
export async function changeSite({ request }: Asking, { editor }: SetupParts, members: SiteMembers): Promise<void> {
  const schema = '$schema' in editor.read() ? {} : { $schema: `${originOf(request)}/gateway/site/schema` };
  await editor.change({ ...schema, ...members });
}

async function showAnswers({ facts, fields }: Asking, parts: SetupParts, seen: SeenAnswers): Promise<string> {
  const { call } = fields;
  const answer = call === undefined ? undefined : await keptAnswer(parts.reader, call, parts.settings.names);
  if (!answer) return allAnswers(facts, parts);
  return answerPage(facts.words.setup, parts.site(), answer, await seen.beside(answer, answer.operation));
}

async function allAnswers(facts: PageFacts, parts: SetupParts): Promise<string> {
  const card = keylessCard(facts.words.setup, parts.site(), await parts.keyless.text());
  return card + answersPage(facts, parts.site(), await newestAnswers(parts.reader, parts.settings.names));
}

async function teach(asking: Asking, parts: SetupParts, seen: SeenAnswers): Promise<Made> {
  const { facts, fields } = asking;
  const texts = facts.words.setup;
  const taught = readTaught(fields);
  if (!taught) return { to: ANSWERS.path };
  const { rule } = taught;
  if (!rule) throw new Refused(texts.chooseWhat);
  const site = parts.site();
  const others = await seen.beside(taught, taught.operation);
  const show = (): string => answerPage(texts, parts.site(), taught, others);
  const wasSentTwice = judge(site, taught.operation, taught.text) === rule.verdict;
  if (wasSentTwice) return { inside: show(), isKept: true };
  const fault = faultIn(rule, taught, site, others);
  if (fault) throw new Refused(texts[fault]);
  const alsoRead = readAnew(rule, taught, site, await seen.beside(taught, rule.operation));
  if (alsoRead.length > 0 && fields['shown'] !== '1') return previewPart(texts, rule, alsoRead, fields) + show();
  const answerRules = [...rulesIn(parts), rule];
  return putMembers(asking, parts, { answerRules }, show);
}

/** Returns the rules as the file has them; where it has none, the site's. */
function rulesIn({ editor, site }: SetupParts): readonly unknown[] {
  const { answerRules } = editor.read();
  return Array.isArray(answerRules) ? (answerRules as readonly unknown[]) : site().answerRules;
}

async function takeOut(asking: Asking, parts: SetupParts): Promise<Made> {
  const { at = '', rule = '' } = asking.fields;
  const index = Number(at);
  const show = (): Promise<string> => allAnswers(asking.facts, parts);
  const isSame = JSON.stringify(parts.site().answerRules[index]) === rule;
  if (!isSame) return show();
  const answerRules = rulesIn(parts).filter((_, place) => place !== index);
  return putMembers(asking, parts, { answerRules }, show);
}

async function keepCodes(asking: Asking, parts: SetupParts): Promise<Made> {
  const { facts, fields } = asking;
  const texts = facts.words.setup;
  const entered = readCodes(fields);
  const isAsked =
    fields['step'] === 'propose' ||
    Object.values(entered).some(({ pattern, examples }) => pattern === '' && examples.length > 0);
  if (isAsked) {
    const made = proposed(entered);
    return codesPage(texts, made, [...faultsIn(made, texts), ...doubtsIn(made, texts)]);
  }
  const faults = faultsIn(entered, texts);
  if (faults.length > 0) return { inside: codesPage(texts, entered, faults), status: 422 };
  const codes = withCodes(parts.site().codes ?? {}, entered);
  const members = { codes: Object.keys(codes).length === 0 ? undefined : codes };
  return putMembers(asking, parts, members, () => enteredCodes(asking));
}

function enteredCodes({ facts, fields }: Asking): string {
  const entered = readCodes(fields);
  const texts = facts.words.setup;
  return codesPage(texts, entered, doubtsIn(entered, texts));
}
