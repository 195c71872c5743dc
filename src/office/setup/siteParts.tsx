import { existsSync, readFileSync } from 'node:fs';
import type { ReactElement } from 'react';
import { type AnswerRule, judge } from '#site/judging.ts';
import { type LaidAside, readSite } from '#site/readSite.ts';
import { originOf } from '#http/clientAddress.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import { type PageFacts, Refused } from '#office/pages/page.ts';
import { AsItIs, FormInput, PostForm, SideBySide, Table, Time } from '#office/pages/parts.tsx';
import type { OfficePorts, ServedSite } from '#office/ports/gatewayPorts.ts';
import type { PeopleParts } from '#office/people/people.ts';
import type { Asking, Made, PersonPages } from '#office/people/personPages.ts';
import type { Settings } from '#settings/settings.ts';
import type { SiteEditor, SiteMembers } from './siteEditor.ts';
import { AnswerPage, AnswersPage, keptAnswer, newestAnswers } from './answersPage.tsx';
import { AsidePart } from './AsidePart.tsx';
import { CodesPage } from './CodesPage.tsx';
import { codesOf, doubtsIn, faultsIn, proposed, readCodes, withCodes } from './enteredCodes.ts';
import { KeylessCard } from './KeylessCard.tsx';
import { SETUP, type SetupWords, pathOfPart } from './setupPlaces.ts';
import { stepAt } from './stepFrame.tsx';
import { AskTakeOut, OfferPutBack, type PlacedRule, TakeOutForm, readOtherwise } from './rulesPart.tsx';
import type { SeenAnswers } from './seenAnswers.ts';
import { UpdatesField } from './UpdatesField.tsx';
import { PreviewPart, TEACH, faultIn, readAnew, readTaught, withWords } from './teachForm.tsx';

/** The parts that the set-up is made of. */
export interface SetupParts extends Pick<OfficePorts, 'service' | 'inPlace' | 'keyless' | 'printers'> {
  readonly settings: Settings;
  readonly ledger: Pick<Ledger, 'probe'>;
  readonly reader: LedgerReader;
  readonly editor: SiteEditor;
  readonly site: ServedSite['current'];
  readonly siteState: ServedSite['state'];
  readonly people: Pick<PeopleParts, 'audit'>;
}

/** The changes of the site's file that are shown. */
const MOST_CHANGES = 10;

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
      const others = await seen.beside(taught, taught.operation);
      return <AnswerPage texts={facts.words.setup} site={site()} answer={taught} others={others} />;
    },
  );

  page(CODES, ({ facts }) => {
    const texts = facts.words.setup;
    return (
      <>
        <AsidePart texts={texts} aside={laidAsideIn(parts, 'codes.')} />
        <CodesPage texts={texts} entered={codesOf(site().codes ?? {})} notes={[]} />
      </>
    );
  });
  form(CODES, (asking) => keepCodes(asking, parts), enteredCodes);

  const file = ({ facts }: Asking): Promise<ReactElement> => filePage(facts.words.setup, parts);
  page(FILE, file);
  form(
    FILE,
    (asking) =>
      putMembers(
        asking,
        parts,
        { name: asking.fields['name']?.trim() || undefined, ...fieldOf(asking, 'updates') },
        () => file(asking),
      ),
    file,
  );
  form(
    TAKE_BACK,
    async (asking) => {
      if (!(await editor.hasBefore())) return { to: FILE.path };
      await refuseOfIt(asking, parts);
      return kept(asking, editor.takeBack, 'the file before', () => file(asking));
    },
    file,
  );
}

/** Returns a member by the field of its name; none where a form of before has no such field. */
function fieldOf({ fields }: Asking, name: string): SiteMembers {
  return name in fields ? { [name]: fields[name] } : {};
}

/** The members that IT alone says, by the forms that write them: the way back is no way around those. */
const OF_IT = {
  frontReplies: pathOfPart('fronts'),
  printers: pathOfPart('printers'),
  namespace: `${SETUP}/namespace`,
} as const;

/** Refuses to take back a change of what somebody may not say. @throws Refused naming the member. */
async function refuseOfIt({ facts, mayPost }: Asking, { editor }: SetupParts): Promise<void> {
  const [now, before] = [editor.read(), await editor.readBefore()];
  for (const [member, path] of Object.entries(OF_IT))
    if (!mayPost(path) && JSON.stringify(now[member]) !== JSON.stringify(before[member]))
      throw new Refused(facts.words.setup.backOfIt({ member }));
}

/** Shows the site's file, the field for the site's name, and the button that puts the file before back. */
async function filePage(texts: SetupWords, parts: SetupParts): Promise<ReactElement> {
  const { editor, people } = parts;
  const view: FileView = {
    texts,
    parts,
    // The page is shown without PostgreSQL too: a form that was posted to it says that it does not answer.
    hasBefore: await editor.hasBefore().catch(() => false),
    versions: await editor.versions().catch(() => []),
    changes: await people.audit.newestOf('site-changed', MOST_CHANGES).catch(() => []),
  };
  return (
    <SideBySide>
      <AboutFile {...view} />
      <FileContent texts={texts} file={editor.file} />
    </SideBySide>
  );
}

interface FileView {
  readonly texts: SetupWords;
  readonly parts: SetupParts;
  /** `true`: there is a file before this one. */
  readonly hasBefore: boolean;
  readonly versions: Awaited<ReturnType<SiteEditor['versions']>>;
  /** The newest changes. Empty: there was none, or it cannot be asked. */
  readonly changes: Awaited<ReturnType<PeopleParts['audit']['newestOf']>>;
}

/** The file's place and state, its forms, who changed it last, and its versions. */
function AboutFile({ texts, parts, hasBefore, versions, changes }: FileView) {
  const { editor, site, siteState, settings } = parts;
  return (
    <>
      <p>
        <code className="verbatim">{editor.file}</code>
      </p>
      <AsidePart texts={texts} aside={siteState().aside} />
      {siteState().differs === true && <p role="alert">{texts.filesDiffer}</p>}
      {settings.databaseUrl !== undefined && settings.siteFile !== undefined && <p>{texts.ownFile}</p>}
      <PostForm action={FILE.path}>
        <FormInput caption={texts.name} name="name" value={site().name} maxLength={200} />
        <UpdatesField texts={texts} updates={site().updates} />
        <button className="button button-primary">{texts.keep}</button>
      </PostForm>
      {changes.length > 0 && (
        <>
          <h2>{texts.changes}</h2>
          <Table
            names={[texts.when, texts.who, texts.what]}
            rows={changes.map(({ at, name, subject }) => [
              <Time at={at} key="when" />,
              <AsItIs text={name} key="who" />,
              { shown: <AsItIs text={subject} />, tag: { 'data-long': true } },
            ])}
          />
        </>
      )}
      {hasBefore && (
        <>
          <p>{texts.backHint}</p>
          <PostForm action={TAKE_BACK.path}>
            <button className="button">{texts.back}</button>
          </PostForm>
        </>
      )}
      {versions.length > 0 && (
        <>
          <p>{texts.shared}</p>
          <Table
            names={[texts.version, texts.keptAt]}
            rows={versions.map(({ version, keptAt }) => [String(version), <Time at={keptAt} key="at" />])}
          />
        </>
      )}
    </>
  );
}

function FileContent({ texts, file }: { readonly texts: SetupWords; readonly file: string }) {
  return (
    <>
      <h2>{texts.content}</h2>
      {existsSync(file) ? <pre className="verbatim">{readFileSync(file, 'utf8')}</pre> : <p>{texts.noFile}</p>}
    </>
  );
}

type Show = () => ReactElement | Promise<ReactElement>;

/** Changes the site's file, and shows the page anew. @param write - changes the file. @param what - what it changes. @throws Refused */
async function kept({ note }: Asking, write: () => Promise<void>, what: string, show: Show): Promise<Made> {
  await write();
  await note('site-changed', what);
  return { inside: await show(), isKept: true };
}

/** Puts members into the site's file, and shows the page anew. @param what - names what changes, for the audit trail. @throws Refused */
export function putMembers(
  asking: Asking,
  parts: SetupParts,
  members: SiteMembers,
  show: Show,
  what = Object.keys(members).join(', '),
): Promise<Made> {
  return kept(asking, () => changeSite(asking, parts, members), what, show);
}

/** Puts members into the site's file; a new one also says where an editor finds its schema. @throws Refused */
export async function changeSite({ request }: Asking, { editor }: SetupParts, members: SiteMembers): Promise<void> {
  const schema = '$schema' in editor.read() ? {} : { $schema: `${originOf(request)}/gateway/site/schema` };
  await editor.change({ ...schema, ...members });
}

async function showAnswers({ facts, fields }: Asking, parts: SetupParts, seen: SeenAnswers): Promise<ReactElement> {
  const { call } = fields;
  const answer = call === undefined ? undefined : await keptAnswer(parts.reader, call, parts.settings.names);
  if (!answer) return allAnswers(facts, parts);
  const others = await seen.beside(answer, answer.operation);
  return <AnswerPage texts={facts.words.setup} site={parts.site()} answer={answer} others={others} />;
}

/** Shows the newest answers and the rules. @param above - is shown over them. */
async function allAnswers(facts: PageFacts, parts: SetupParts, above?: ReactElement): Promise<ReactElement> {
  const texts = facts.words.setup;
  const keyless = await parts.keyless.text();
  const newest = await newestAnswers(parts.reader, parts.settings.names);
  const site = parts.site();
  return (
    <>
      {above}
      <AsidePart
        texts={texts}
        aside={laidAsideIn(parts, 'answerRules[')}
        form={(rule) => <TakeOutForm texts={texts} aside={rule} />}
      />
      <KeylessCard texts={texts} site={site} text={keyless} />
      <AnswersPage facts={facts} site={site} newest={newest} />
    </>
  );
}

async function teach(asking: Asking, parts: SetupParts, seen: SeenAnswers): Promise<Made> {
  const { facts, fields } = asking;
  const texts = facts.words.setup;
  const taught = readTaught(fields);
  if (!taught) return { to: ANSWERS.path };
  const { rule } = taught;
  const others = await seen.beside(taught, taught.operation);
  const show = () => <AnswerPage texts={texts} site={parts.site()} answer={taught} others={others} />;
  if (fields['words'] === '1') return giveWords(asking, parts, show);
  if (!rule) throw new Refused(texts.chooseWhat);
  const site = parts.site();
  const wasSentTwice = judge(site, taught.operation, taught.text) === rule.verdict;
  if (wasSentTwice) return { inside: show(), isKept: true };
  const fault = faultIn(rule, taught, site);
  if (fault) throw new Refused(texts[fault]);
  const alsoRead = readAnew(rule, taught, site, await seen.beside(taught, rule.operation));
  if (alsoRead.length > 0 && fields['shown'] !== '1')
    return (
      <>
        <PreviewPart texts={texts} rule={rule} alsoRead={alsoRead} fields={fields} />
        {show()}
      </>
    );
  const answerRules = [...rulesIn(parts, 'answerRules'), rule];
  return putMembers(asking, parts, { answerRules }, show, `answerRules: + ${JSON.stringify(rule)}`);
}

/** Gives a rule that is there its words, in its place. */
async function giveWords(asking: Asking, parts: SetupParts, show: Show): Promise<Made> {
  const placed = placedIn(parts, asking.fields);
  if (!placed) return { inside: await show() };
  const rule = withWords(placed.rule, asking.fields);
  const answerRules = rulesIn(parts, 'answerRules').toSpliced(placed.at, 1, rule);
  return putMembers(asking, parts, { answerRules }, show, `answerRules: ${JSON.stringify(rule)}`);
}

/** Returns the rules of a kind as the file has them; where it has none, the site's. */
export function rulesIn({ editor, site }: SetupParts, kind: 'answerRules' | 'frontReplies'): readonly unknown[] {
  const ofFile = editor.read()[kind];
  return Array.isArray(ofFile) ? (ofFile as readonly unknown[]) : (site()[kind] ?? []);
}

/** Finds a rule of the file that a form names, in use or laid aside; `undefined`: another page may have changed it meanwhile. */
function placedIn(parts: SetupParts, { at = '', rule: sent = '' }: Asking['fields']): PlacedRule | undefined {
  const isMeant = (one: unknown): boolean => JSON.stringify(one) === sent;
  const known = [
    ...parts.site().answerRules,
    ...laidAsideIn(parts, 'answerRules[').map(({ rule }) => rule as AnswerRule),
  ];
  const rule = known.find(isMeant);
  const rules = rulesIn(parts, 'answerRules');
  const place = isMeant(rules[Number(at)]) ? Number(at) : rules.findIndex(isMeant);
  return rule && place >= 0 ? { at: place, rule } : undefined;
}

/** Returns the rules of the file that are laid aside, of those whose place begins so. */
export function laidAsideIn({ siteState }: SetupParts, begin: string): readonly LaidAside[] {
  return siteState().aside.filter(({ place }) => place.startsWith(begin));
}

async function takeOut(asking: Asking, parts: SetupParts): Promise<Made> {
  const { facts, fields } = asking;
  const { step, sure } = fields;
  const texts = facts.words.setup;
  const show = (): Promise<ReactElement> => allAnswers(facts, parts);
  if (step === 'put-back') return putBack(asking, parts, show);
  const placed = placedIn(parts, fields);
  if (!placed) return show();
  const answerRules = rulesIn(parts, 'answerRules').filter((_, place) => place !== placed.at);
  if (sure !== '1') {
    const site = parts.site();
    const rest = readSite({ answerRules }, undefined, () => {}).answerRules;
    const changes = await readOtherwise(parts.reader, parts.settings.names, site, rest, Date.now());
    const ask = <AskTakeOut texts={texts} placed={placed} language={facts.language} changes={changes} />;
    return allAnswers(facts, parts, ask);
  }
  const offer = <OfferPutBack texts={texts} placed={placed} language={facts.language} />;
  const shown = (): Promise<ReactElement> => allAnswers(facts, parts, offer);
  return putMembers(asking, parts, { answerRules }, shown, `answerRules: − ${JSON.stringify(placed.rule)}`);
}

/** Puts a rule that was taken out back in its place, once: what comes is a form's, so it is read and checked as the file is. */
async function putBack(asking: Asking, parts: SetupParts, show: Show): Promise<Made> {
  const { at = '', rule: sent = '' } = asking.fields;
  const rule = parts.editor.readRule(sent);
  const rules = rulesIn(parts, 'answerRules');
  const told = JSON.stringify(rule);
  if (rules.some((one) => JSON.stringify(one) === told)) return { inside: await show(), isKept: true };
  const place = Number(at);
  if (!/^\d+$/.test(at) || !(place <= rules.length)) return { to: ANSWERS.path }; // it is no form of ours
  const answerRules = rules.toSpliced(place, 0, rule);
  return putMembers(asking, parts, { answerRules }, show, `answerRules: + ${told}`);
}

async function keepCodes(asking: Asking, parts: SetupParts): Promise<Made> {
  const { facts, fields } = asking;
  const texts = facts.words.setup;
  const entered = readCodes(fields);
  const isAsked =
    fields['step'] === 'propose' ||
    Object.values(entered).some(({ pattern, examples }) => pattern === '' && examples.length > 0);
  if (isAsked) {
    const made = proposed(entered, parts.site().codes ?? {});
    return <CodesPage texts={texts} entered={made} notes={[...faultsIn(made, texts), ...doubtsIn(made, texts)]} />;
  }
  const faults = faultsIn(entered, texts);
  if (faults.length > 0) return { inside: <CodesPage texts={texts} entered={entered} notes={faults} />, status: 422 };
  const codes = withCodes(parts.site().codes ?? {}, entered);
  const members = { codes: Object.keys(codes).length === 0 ? undefined : codes };
  return putMembers(asking, parts, members, () => enteredCodes(asking));
}

function enteredCodes({ facts, fields }: Asking): ReactElement {
  const entered = readCodes(fields);
  const texts = facts.words.setup;
  return <CodesPage texts={texts} entered={entered} notes={doubtsIn(entered, texts)} />;
}
