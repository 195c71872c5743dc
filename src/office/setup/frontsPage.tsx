import type { ReactElement, ReactNode } from 'react';
import { type FrontReply, whyNoFrontReply } from '#site/frontReply.ts';
import type { LaidAside } from '#site/readSite.ts';
import { Refused } from '#office/pages/page.ts';
import { ButtonLink, AsItIs, FormInput, PostForm, SideBySide, Time, filled } from '#office/pages/parts.tsx';
import type { Asking, Made, PersonPages } from '#office/people/personPages.ts';
import { fullName } from '#http/rights/roles.ts';
import type { FrontMark, ReplyInPlace } from '#site/frontReply.ts';
import { AsidePart } from './AsidePart.tsx';
import type { SetupProps, SetupWords } from './setupPlaces.ts';
import { stepAt } from './stepFrame.tsx';
import { type SetupParts, laidAsideIn, putMembers, rulesIn } from './siteParts.tsx';

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

/** Says that such replies come often, and leads to where they are taught; nothing where none does. */
export function OftenCard({ texts, replies }: SetupProps & { readonly replies: readonly ReplyInPlace[] }) {
  const often = replies.filter(({ isOften }) => isOften);
  if (often.length === 0) return null;
  return (
    <section className="note said-repeat" data-card="in-place">
      {often.map((reply) => (
        <p key={reply.id}>
          <strong>HTTP {reply.status}</strong> · <ReplyCount texts={texts} reply={reply} />
        </p>
      ))}
      <p>{texts.fronts.often}</p>
      <ButtonLink to={FRONTS.path}>{texts.fronts.look}</ButtonLink>
    </section>
  );
}

function frontsPage({ facts, mayPost }: Asking, parts: SetupParts): ReactElement {
  const texts = facts.words.setup;
  const may = mayPost(FRONTS.path);
  const inUse = parts.site().frontReplies ?? [];
  const came = parts.inPlace.list(inUse);
  const isKnown = came.length === 0 && parts.inPlace.list([]).length > 0;
  const outForm = ({ rule }: LaidAside) => may && <OutForm texts={texts} rule={rule} />;
  return (
    <>
      <p>{texts.fronts.hint}</p>
      <AsidePart texts={texts} aside={laidAsideIn(parts, 'frontReplies[')} form={outForm} />
      <Fronts texts={texts} inUse={inUse} came={came} isKnown={isKnown} may={may} />
    </>
  );
}

interface FrontsProps {
  readonly texts: SetupWords;
  readonly inUse: readonly FrontReply[];
  /** The replies that no rule knows. */
  readonly came: readonly ReplyInPlace[];
  /** `true`: rules know all that came. */
  readonly isKnown: boolean;
  /** `true`: they may say that a reply comes before the service. */
  readonly may: boolean;
}

/** The replies that came, and the rules on them. */
function Fronts({ texts, inUse, came, isKnown, may }: FrontsProps) {
  const { fronts } = texts;
  return (
    <SideBySide>
      <>
        <h2>{fronts.came}</h2>
        {came.map((reply) => (
          <ReplyPart texts={texts} reply={reply} may={may} key={reply.id} />
        ))}
        {came.length === 0 && <p>{isKnown ? fronts.allKnown : fronts.none}</p>}
      </>
      <>
        <h2>{texts.rules}</h2>
        {inUse.length === 0 ? (
          <p>{texts.noRules}</p>
        ) : (
          <ul className="steps">
            {inUse.map((rule, at) => (
              <li className="row" key={at}>
                <p>{ruleInWords(texts, rule)}</p>
                {may && <OutForm texts={texts} rule={rule} />}
              </li>
            ))}
          </ul>
        )}
      </>
    </SideBySide>
  );
}

interface ReplyProps {
  readonly texts: SetupWords;
  readonly reply: ReplyInPlace;
}

function ReplyCount({ texts: { fronts }, reply: { count, firstAt } }: ReplyProps) {
  return filled(fronts.many, { when: <Time at={firstAt} /> }, { many: count });
}

/** Shows a kind of reply, and below it how the site says that it comes before the service. */
function ReplyPart({ texts, reply, may }: ReplyProps & Pick<FrontsProps, 'may'>) {
  const { fronts } = texts;
  const { id, status, marks } = reply;
  const [first] = marks;
  return (
    <section className="panel" data-status={first && status}>
      <p className="headline">HTTP {status}</p>
      <p className="hint">
        <ReplyCount texts={texts} reply={reply} />
      </p>
      {!first && <p>{fronts.nothing}</p>}
      {first && !may && <p>{fronts.onlyIt}</p>}
      {first && may && (
        <PostForm action={FRONTS.path} hidden={{ id }}>
          <fieldset>
            <legend>{fronts.by}</legend>
            {marks.map((mark) => (
              <MarkChoice texts={texts} mark={mark} isFirst={mark === first} key={nameOf(mark)} />
            ))}
          </fieldset>
          <label className="check-row">
            <input type="checkbox" name="sure" value="1" required />
            <span>{fronts.sure}</span>
          </label>
          <button className="button button-primary">{fronts.keep}</button>
        </PostForm>
      )}
    </section>
  );
}

interface MarkChoiceProps {
  readonly texts: SetupWords;
  readonly mark: FrontMark;
  readonly isFirst: boolean;
}

/** A mark of a reply, to be chosen, and the field for what it has in it. */
function MarkChoice({ texts: { fronts }, mark, isFirst }: MarkChoiceProps) {
  const name = nameOf(mark);
  const { header } = mark;
  return (
    <>
      <label className="check-row">
        <input type="radio" name="mark" required value={name} defaultChecked={isFirst} />
        <span>{header ? filled(fronts.header, { header: <AsItIs text={header.name} /> }) : fronts.page}</span>
      </label>
      <FormInput
        caption={fronts.has}
        name={`text-${name}`}
        value={header?.contains ?? mark.page ?? ''}
        maxLength={200}
        autoComplete="off"
      />
    </>
  );
}

function nameOf({ header }: FrontMark): string {
  return header?.name ?? PAGE;
}

function ruleInWords({ fronts }: SetupWords, { status, header, page, confirmedBy }: FrontReply): ReactNode {
  const mark = (
    <>
      {header && (
        <>
          <AsItIs text={header.name} />: <AsItIs text={header.contains} />
        </>
      )}
      {header && page !== undefined && ', '}
      {page !== undefined && (
        <>
          “<AsItIs text={page} />”
        </>
      )}
    </>
  );
  return filled(fronts.rule, { mark, who: <AsItIs text={confirmedBy} /> }, { status: `HTTP ${status}` });
}

/** The form that takes a rule out. */
function OutForm({ texts, rule }: SetupProps & { readonly rule: unknown }) {
  return (
    <PostForm action={FRONTS.path} hidden={{ step: 'take-out', rule: JSON.stringify(rule) }}>
      <button className="button">{texts.remove}</button>
    </PostForm>
  );
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
  const frontReplies = [...rulesIn(parts, 'frontReplies'), rule];
  const what = `frontReplies: + ${JSON.stringify(rule)}`;
  return putMembers(asking, parts, { frontReplies }, () => frontsPage(asking, parts), what);
}

async function takeOut(asking: Asking, parts: SetupParts): Promise<Made> {
  const sent = asking.fields['rule'] ?? '';
  const rules = rulesIn(parts, 'frontReplies');
  const at = rules.findIndex((one) => JSON.stringify(one) === sent);
  if (at < 0) return { to: FRONTS.path }; // it was taken out meanwhile
  const what = `frontReplies: − ${sent}`;
  return putMembers(asking, parts, { frontReplies: rules.toSpliced(at, 1) }, () => frontsPage(asking, parts), what);
}
