import { judge } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { CallSettings } from '#gateway/calls/callRequest.ts';
import type { Dispatch } from '#gateway/calls/dispatch.ts';
import { clientOf } from '#gateway/http/clientAddress.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import type { LedgerReader } from '#gateway/ledger/ledgerReader.ts';
import { type PageFacts, Refused } from '#gateway/pages/page.ts';
import type { Asking, Made, Supervisor } from '#gateway/pages/supervisorRoutes.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import type { SiteEditor, SiteMembers } from '#gateway/site/siteEditor.ts';
import type { SiteState } from '#gateway/site/site.ts';
import type { UpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';
import type { UpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import { answerPage, answersPage, keptAnswer, newestAnswers } from './answersPage.ts';
import { codesOf, codesPage, doubtsIn, faultsIn, proposed, readCodes, withCodes } from './codesPage.ts';
import { TAKE_BACK, filePage } from './filePage.ts';
import { cellsOf, listNames, listPage, readList, siteLists } from './listPage.ts';
import { pathOfPart } from './setupFrame.ts';
import { TEACH, faultIn, readTaught } from './teachForm.ts';

/** What the set-up is put together from. */
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
}

/** The steps that write the site's file, a member each. */
export function addSiteParts({ page, form }: Supervisor, parts: SetupParts): void {
  const { editor, site } = parts;

  page(pathOfPart('answers'), (asking) => showAnswers(asking, parts));
  form(
    pathOfPart('answers'),
    (asking) => takeOut(asking, parts),
    ({ facts }) => allAnswers(facts, parts),
  );
  form(
    TEACH,
    (asking) => teach(asking, parts),
    ({ facts, fields }) => {
      const taught = readTaught(fields);
      return taught ? answerPage(facts, site(), taught) : allAnswers(facts, parts);
    },
  );

  page(pathOfPart('codes'), ({ facts }) => codesPage(facts, codesOf(site().codes ?? {}), []));
  form(pathOfPart('codes'), (asking) => keepCodes(asking, parts), enteredCodes);

  for (const list of listNames) {
    const { member } = siteLists[list];
    const shown = (facts: PageFacts, pasted?: string) => listPage(facts, list, cellsOf(list, site()[member]), pasted);
    page(pathOfPart(list), ({ facts }) => shown(facts));
    form(
      pathOfPart(list),
      (asking) => shown(change(asking, parts, { [member]: readList(list, asking.fields['lines'] ?? '') })),
      ({ facts, fields }) => shown(facts, fields['lines'] ?? ''),
    );
  }

  const file = (facts: PageFacts): string => filePage(facts, editor, site().name);
  const asItIs = ({ facts }: Asking): string => file(facts);
  page(pathOfPart('file'), asItIs);
  form(
    pathOfPart('file'),
    (asking) => file(change(asking, parts, { name: asking.fields['name']?.trim() || undefined })),
    asItIs,
  );
  form(
    TAKE_BACK,
    (asking) => (editor.hasBefore() ? file(kept(asking, editor.takeBack)) : { to: pathOfPart('file') }),
    asItIs,
  );
}

/** @returns what a page says of it. @param write - changes the site's file. @throws Refused */
function kept({ facts, request }: Asking, write: () => void): PageFacts {
  write();
  request.log.warn({}, 'the site file was changed by the set-up');
  return { ...facts, isKept: true };
}

/** Members in their places; a new file also says where an editor finds its schema. @returns, @throws as `kept` */
function change(asking: Asking, { editor }: SetupParts, members: SiteMembers): PageFacts {
  const { request } = asking;
  return kept(asking, () => {
    const origin = `${clientOf(request).secure ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`;
    const schema = '$schema' in editor.read() ? {} : { $schema: `${origin}/gateway/site/schema` };
    editor.change({ ...schema, ...members });
  });
}

async function showAnswers({ facts, fields }: Asking, parts: SetupParts): Promise<Made> {
  const { call } = fields;
  const answer = call === undefined ? undefined : await keptAnswer(parts.reader, call, parts.settings.names);
  return answer ? answerPage(facts, parts.site(), answer) : allAnswers(facts, parts);
}

async function allAnswers(facts: PageFacts, parts: SetupParts): Promise<string> {
  return answersPage(facts, parts.site(), await newestAnswers(parts.reader, parts.settings.names));
}

function teach(asking: Asking, parts: SetupParts): Made {
  const { facts, fields } = asking;
  const taught = readTaught(fields);
  if (!taught) return { to: pathOfPart('answers') };
  const { rule } = taught;
  const site = parts.site();
  const wasSentTwice = rule && judge(site, taught.operation, taught.text) === rule.verdict;
  if (wasSentTwice) return answerPage({ ...facts, isKept: true }, site, taught);
  const fault = faultIn(rule, taught, site);
  if (fault || !rule) throw new Refused(facts.words.setup[fault ?? 'notHere']);
  return answerPage(change(asking, parts, { answerRules: [...rulesIn(parts), rule] }), parts.site(), taught);
}

/** As they stand in the file: the stand-in's own are none of it. */
function rulesIn({ editor, site }: SetupParts): readonly unknown[] {
  const { answerRules } = editor.read();
  return Array.isArray(answerRules) ? (answerRules as readonly unknown[]) : site().answerRules;
}

async function takeOut(asking: Asking, parts: SetupParts): Promise<Made> {
  const { at = '', rule = '' } = asking.fields;
  const index = Number(at);
  const isSame = JSON.stringify(parts.site().answerRules[index]) === rule;
  if (!isSame) return allAnswers(asking.facts, parts);
  const answerRules = rulesIn(parts).filter((_, place) => place !== index);
  return allAnswers(change(asking, parts, { answerRules }), parts);
}

function keepCodes(asking: Asking, parts: SetupParts): Made {
  const { facts, fields } = asking;
  const texts = facts.words.setup;
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
  const now = change(asking, parts, { codes: Object.keys(codes).length === 0 ? undefined : codes });
  return enteredCodes({ facts: now, fields });
}

function enteredCodes({ facts, fields }: Pick<Asking, 'facts' | 'fields'>): string {
  const entered = readCodes(fields);
  return codesPage(facts, entered, doubtsIn(entered, facts.words.setup));
}
