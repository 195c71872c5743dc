import { type Tree, isBranch } from '#site/answer/answerTree.ts';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { readField } from '#site/judging.ts';
import { captionHere } from '#tasks/answer/cardHere.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type ScanNote, isScanOf, onceMore } from '#outbox/state/queuedCall.ts';
import {
  type Judged,
  type Misfit,
  askMeant,
  fitsRule,
  judgeByLook,
  judgeByRole,
  judgeCode,
} from '#tasks/task/codeCheck.ts';
import { refusalOf, sayAnswer } from '#tasks/intake/savingFlow.ts';
import { type ReadOutcome, chain, passMisfit, say, scanEvents, stopAt } from '#tasks/intake/taskFlow.ts';
import { fittingActions, mainOf, numberField } from './fitting.ts';
import { act, answerOf, askAgain, otherAsked } from './objectSaving.ts';
import { objectAsked } from '#tasks/intake/asking.ts';
import { codesOfHalf } from '#tasks/task/halves.ts';
import {
  type ObjectFacts,
  type ObjectQuestion,
  type ObjectStep,
  type ObjectView,
  isEntered,
  isPast,
  missingFor,
  nextField,
  nounOf,
  readObjectDraft,
  wantedNoun,
  writeObjectDraft,
} from './objectView.ts';
import { isShortNumber } from '#tasks/scanner/scanner.ts';
import type { ObjectTask, TaskAction, TaskField } from '#tasks/task/task.ts';
import { fieldsOf } from '#tasks/task/taskCall.ts';
import { capital } from '#i18n/capital.ts';
import { inHandWords } from '#i18n/words/inHand.ts';
import { objectWords } from '#i18n/words/object.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

/** The object, or the field that takes scans. What is unsaved is asked about before another object is taken. */
export const scanning = scanEvents<ObjectTask, ObjectView, ObjectQuestion>({
  noun: (view, { task }) => wantedNoun(task, view),
  judge,
  take: (view, facts, scan, came) => {
    const field = fieldFor(view, facts, came);
    if (!field) return takeOrAsk(view, facts, scan);
    return field.input === 'scan' ? fillField(view, field, scan) : typeInto(view, facts, field, scan);
  },
  enter,
  count: (view, _, text) => [counted(view, text), []],
  question: otherAsked,
  calls: (view, facts, scan) =>
    fieldFor(view, facts, scan) ? [] : facts.task.actions.map(({ operation }) => operation),
  /** The object in hand once more: it goes on, and what was entered for it stays. */
  answer: (view, facts, scan) =>
    view.scan?.text === scan.text
      ? chain<ObjectView, ObjectQuestion>([{ ...view, asking: undefined }, passedWaiting(view, scan)], (now) =>
          begin(now, facts, scan),
        )
      : undefined,
  half: {
    of: (view, { task }) =>
      isEntered(task, view) ? writeObjectDraft(task, { ...view, aside: [], asking: undefined }) : undefined,
    put: (view, { task }, half) => ({
      ...emptied(view, task),
      ...readObjectDraft(task, half),
      aside: view.aside ?? [],
    }),
  },
});

function judge(view: ObjectView, facts: ObjectFacts, scan: ScanNote): Judged {
  const { subject } = facts.task;
  const { codes } = facts.site;
  const field = fieldFor(view, facts, scan);
  const parameter = field ? (field.parameter ?? '') : subject.parameter;
  const noun = field ? nounOf(field) : subject.noun();
  const isAsking = facts.task.actions.length === 0; // to ask does no harm
  const judged = judgeCode(codes, parameter, noun, scan, (taken) => {
    if (isAsking) return { scan: taken };
    const named = field && namedElse(view, facts, field, taken);
    const byRole = named ?? judgeByRole(facts.rolesOf(taken.text), parameter, noun, taken);
    return field && byRole.sentence === undefined ? judgeByLook(facts.rolesOf, parameter, noun, taken) : byRole;
  });
  return askMeant(judged, codes, parameter, facts.rolesOf);
}

/** Stops at a code that the service names for the object in hand, and as something else than the field's: its own domestic code. */
function namedElse(
  view: ObjectView,
  { task, site }: ObjectFacts,
  field: TaskField,
  scan: ScanNote,
): Misfit | undefined {
  const answer = answerOf(task, view);
  if (!answer?.text || field.input !== 'scan') return undefined;
  const { text } = scan;
  const own = field.replaces && readField(site, answer.operation, field.replaces, answer.text);
  const name = own === text ? undefined : nameIn(readAnswer(answer.text) ?? null, text);
  if (name === undefined) return undefined;
  const about = { text, code: view.scan?.text ?? '', label: captionHere(site, name), noun: nounOf(field) };
  return { scan, sentence: inHandWords().namedElse(about), isRefused: false };
}

/** Returns the name of the member of an answer that has this value, however deep. */
function nameIn(tree: Tree, value: string): string | undefined {
  if (!isBranch(tree)) return undefined;
  for (const [name, member] of Object.entries<Tree>(tree)) {
    const found = member === value ? name : nameIn(member, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The field that the next scan fills; a filled one only where the site says that the code is for it alone. */
function fieldFor(view: ObjectView, { task, site }: ObjectFacts, scan: ScanNote): TaskField | undefined {
  if (!view.scan || scan.text === view.scan.text) return undefined;
  const isFit = ({ parameter }: TaskField): boolean => parameter !== undefined && fitsRule(site.codes, parameter, scan);
  const isObject = fitsRule(site.codes, task.subject.parameter, scan);
  const field = nextField(task, view);
  if (field) return isObject && !isFit(field) ? undefined : field;
  if (isObject || isPast(view) || view.isRefused) return undefined;
  // A whole number of a laser may be a code; one with a decimal mark is none, however fast a scale types it.
  if (isShortNumber(scan.text) && isFraction(scan)) return numberField(task, site, view);
  return task.fields.find((filled) => filled.input === 'scan' && isFit(filled));
}

const isFraction = ({ text }: ScanNote): boolean => /[.,]/.test(text);

function typeInto(view: ObjectView, facts: ObjectFacts, { name, caption }: TaskField, { text }: ScanNote): ObjectStep {
  return chain(setField(view, facts, name, text), (now) =>
    say(now, 'step', objectWords().field({ label: caption(), text })),
  );
}

/**
 * Takes a number that a hand has typed for the object in hand: it is no code. Its Enter does what is next, where nothing else
 * is missing and no question stands.
 */
function enter(view: ObjectView, facts: ObjectFacts, typed: ScanNote): ObjectStep | undefined {
  const { task, site } = facts;
  const isCode = !isShortNumber(typed.text) || fitsRule(site.codes, task.subject.parameter, typed);
  if (isCode || typed.text === view.scan?.text) return undefined;
  const field = numberField(task, site, view);
  if (!field) return isFraction(typed) ? say(view, 'wrong', objectWords().inNoField({ text: typed.text })) : undefined;
  const [filled] = setField(view, facts, field.name, typed.text);
  if (view.misfit) return [{ ...filled, notice: view.notice }, [['cue', 'step']]];
  const main = wholeBy(filled, facts, field);
  return main ? act(filled, facts, main) : typeInto(view, facts, field, typed);
}

/** Takes an Enter by itself: it does what is next where a number stands in its field, and is an empty scan elsewhere. */
export function blank(view: ObjectView, facts: ObjectFacts): ObjectStep {
  const field = numberField(facts.task, facts.site, view);
  const main = field && view.fields[field.name] && !view.misfit ? wholeBy(view, facts, field) : undefined;
  return main ? act(view, facts, main) : say(view, 'wrong', taskScreenWords().blank);
}

/** Returns what can be done now with the number of a field, where nothing else is missing. */
function wholeBy(view: ObjectView, { task, site }: ObjectFacts, { name }: TaskField): TaskAction | undefined {
  const main = mainOf(task, fittingActions(task, site, view), view);
  return main && fieldsOf(main).includes(name) && !missingFor(task, view, main) ? main : undefined;
}

function fillField(view: ObjectView, { name, caption }: TaskField, scan: ScanNote): ObjectStep {
  const { [name]: _problem, ...problems } = view.problems;
  const fields = { ...view.fields, [name]: scan.text };
  const noted = { ...view.noted, [name]: scan };
  return say({ ...view, fields, noted, problems }, 'step', objectWords().field({ label: caption(), text: scan.text }));
}

function takeOrAsk(view: ObjectView, facts: ObjectFacts, scan: ScanNote): ObjectStep {
  if (!view.scan || !isEntered(facts.task, view)) return take(view, facts, scan);
  const isSame = view.scan.text === scan.text; // it goes on, and what was entered for it stays
  return isSame ? begin(view, facts, scan) : askAgain({ ...view, asking: { kind: 'object', scan } });
}

const OTHER_OBJECT = ['otherObject'] as const;

/** The screen with no object in hand: what holds for each of them stays, and the calls in sight until they are answered. */
function emptied(view: ObjectView, { fields }: ObjectFacts['task']): ObjectView {
  const staying = fields.flatMap(({ name, stays }) => (stays ? [[name, view.fields[name] ?? ''] as const] : []));
  return {
    lookUp: 'none',
    problems: {},
    fields: Object.fromEntries(staying),
    found: [],
    noted: {},
    saved: view.saved,
    aside: view.aside ?? [],
  };
}

/** Takes an object; one that was set aside comes with what was entered for it. */
function take(view: ObjectView, facts: ObjectFacts, scan: ScanNote): ObjectStep {
  const { task } = facts;
  const aside = view.aside ?? [];
  const its = aside.find((half) => codesOfHalf(half).includes(scan.text));
  const fresh: ObjectView = {
    ...emptied(view, task),
    ...(its !== undefined && readObjectDraft(task, its)),
    scan,
    behind: view.behind,
    aside: aside.filter((half) => half !== its),
  };
  const isOther = view.scan !== undefined && view.scan.text !== scan.text;
  const passed = [...passedWaiting(view, scan), ...passedAsked(view, scan), ...(isOther ? [OTHER_OBJECT] : [])];
  return chain<ObjectView, ObjectQuestion>([fresh, passed], (now) => begin(now, facts, scan));
}

function begin(view: ObjectView, facts: ObjectFacts, scan: ScanNote): ObjectStep {
  const said = say(view, 'step', scannedText(facts, scan));
  return chain<ObjectView, ObjectQuestion>(said, (now) => ask(now, facts, scan));
}

function scannedText(facts: ObjectFacts, scan: ScanNote): string {
  const noun = capital(facts.task.subject.noun());
  return scan.text === '' ? askedAbout(facts, scan) : inHandWords().scanned({ noun, text: scan.text });
}

/** An object that waits and is gone past, where it is another one, is not lost. */
function passedWaiting({ scan, ...view }: ObjectView, { text }: ScanNote) {
  const waitingScan = objectAsked(view);
  if (!waitingScan || waitingScan.text === text) return [];
  return [
    [
      'notTaken',
      { ...waitingScan, isObject: true },
      inHandWords().other({ next: waitingScan.text, code: scan?.text ?? '' }),
    ] as const,
  ];
}

/** A call that was asked about and is gone past was not saved, and that is said. */
function passedAsked({ scan, needsConfirmation }: ObjectView, { at }: ScanNote) {
  if (!needsConfirmation) return [];
  const { call, values = '', again, first } = needsConfirmation;
  const reason = again ? taskScreenWords().leftTwice : inHandWords().leftQuestion;
  const left = { text: values, at, call: { ...call, codes: [scan?.text ?? ''] }, first };
  return [['notTaken', left, reason] as const];
}

function ask(view: ObjectView, { task }: ObjectFacts, scan: ScanNote, isQuiet = false): ObjectStep {
  if (!task.lookUp) return [view, []];
  const { fields, acting } = view;
  const now = isQuiet ? view : { ...view, lookUp: 'loading' as const };
  return [now, [['ask', { use: task.lookUp, scan, fields, isQuiet, isAfter: acting === undefined }]]];
}

/** Takes in the service's answer. While a question stands it is not talked over. */
export function answered(
  view: ObjectView,
  facts: ObjectFacts,
  question: ObjectQuestion,
  found: ReadOutcome,
): ObjectStep {
  const { use, scan, isQuiet, isAfter } = question;
  if (isQuiet && !found.fresh) return [view, []]; // the old answer stays, and says that it is one
  const text = found.answer?.text ?? null;
  const isSure = found.fresh && isAfter && view.acting === undefined;
  const refusal = refusalOf(facts, use.operation, found);
  const isBefore = view.isBefore === true && !isSure;
  const heard = { ...view, lookUp: found, ...foundIn(view, facts, text), isRefused: refusal !== undefined, isBefore };
  const next = isSure ? { ...heard, isOpenAgain: isOpenAgain(heard, facts) } : heard;
  if (view.asking || isQuiet) return [next, []];
  return (
    (view.misfit ? undefined : stopNamedElse(next, facts)) ?? sayAnswer(next, found, refusal, askedAbout(facts, scan))
  );
}

/** Takes a code out of its field that was scanned before the answer came, where the answer names it as something else. */
function stopNamedElse(view: ObjectView, facts: ObjectFacts): ObjectStep | undefined {
  for (const field of facts.task.fields) {
    const { [field.name]: scan, ...noted } = view.noted;
    const judged = scan && namedElse(view, facts, field, scan);
    if (judged) return stopAt({ ...view, noted, fields: { ...view.fields, [field.name]: '' } }, judged);
  }
  return undefined;
}

/** Reads the answer in hand by the rules of the site's file, which may come after the answer did. */
export function readBySite(view: ObjectView, { task }: ObjectFacts, site: SiteConfiguration): ObjectStep {
  const { lookUp: found } = view;
  if (!task.lookUp || typeof found === 'string') return [view, []];
  const now = foundIn(view, { task, site }, found.answer?.text ?? null);
  return [{ ...view, ...now, isRefused: refusalOf({ site }, task.lookUp.operation, found) !== undefined }, []];
}

/** Tells whether the action that fits now, as the service says, wants what is not entered yet: a tap more does nothing by it. */
function isOpenAgain(view: ObjectView, { task, site }: ObjectFacts): boolean {
  const fitting = fittingActions(task, site, view);
  const [first] = fitting;
  const isKnown = first?.unfit === undefined && fitting.some(({ unfit }) => unfit !== undefined);
  return isKnown && first !== undefined && missingFor(task, view, first.action) !== undefined;
}

/** Returns the fields with what the site's rules find in an answer; what was entered by hand stays. */
function foundIn(
  view: ObjectView,
  { task, site }: Pick<ObjectFacts, 'task' | 'site'>,
  text: string | null,
): Pick<ObjectView, 'fields' | 'found'> {
  const { operation } = task.lookUp ?? {};
  const found = task.fields.flatMap(({ name, stored, found: asName = stored }) => {
    const isByHand = (view.fields[name] ?? '') !== '' && !view.found.includes(name);
    const value = operation && asName !== undefined && readField(site, operation, asName, text);
    return value === undefined || value === false || isByHand ? [] : [[name, value] as const];
  });
  return {
    fields: { ...view.fields, ...Object.fromEntries(found) },
    found: [...new Set([...view.found, ...found.map(([name]) => name)])],
  };
}

function askedAbout({ task }: ObjectFacts, { text }: ScanNote): string {
  return text || (task.all ?? task.subject.noun)();
}

/** Asks without a code. */
export function askAll(view: ObjectView, facts: ObjectFacts): ObjectStep {
  return chain<ObjectView, ObjectQuestion>(passMisfit(view), (past) =>
    take(past, facts, { text: '', source: 'typed', at: facts.now }),
  );
}

export function lookUpAgain(view: ObjectView, facts: ObjectFacts): ObjectStep {
  return view.scan ? ask(view, facts, view.scan) : [view, []];
}

/** Asks what was not asked yet, or could not be where the service can be asked again: an object kept over a restart. */
export function lookUpWhereDue(view: ObjectView, facts: ObjectFacts, isReachable: boolean): ObjectStep {
  const { scan, lookUp, notice, misfit, asking, needsConfirmation } = view;
  if (lookUp === 'none') return lookUpAgain(view, facts);
  if (!scan || !isReachable || lookUp === 'loading' || lookUp.fresh) return [view, []];
  const isAsked = misfit ?? asking ?? needsConfirmation;
  const isOver = notice && notice.tone !== 'saved' && !isAsked; // that it could not be asked
  const said = { tone: 'step', text: scannedText(facts, scan) } as const;
  return ask(isOver ? { ...view, notice: said } : view, facts, scan);
}

/** A call of this screen has settled: the last action's object is another one now, so the service is asked again. */
export function settled(view: ObjectView, facts: ObjectFacts, seq: number): ObjectStep {
  if (view.acting !== seq || !view.scan) return [view, []];
  return ask({ ...view, acting: undefined }, facts, view.scan, true);
}

/** Leaves what was entered and takes the object that waits. */
export function takeWaiting(view: ObjectView, facts: ObjectFacts): ObjectStep {
  const waiting = objectAsked(view);
  return waiting ? take(view, facts, waiting) : [view, []];
}

/** Stays with the object in hand; also the answer to a call that is asked about. */
export function stay(view: ObjectView): ObjectStep {
  return [{ ...view, notice: undefined, asking: undefined, needsConfirmation: undefined }, []];
}

/**
 * Fills a field by hand. A call that is asked about was made of what stood there before: it is asked about no more. While it is
 * asked which of two objects goes on, nothing is filled.
 */
export function setField(view: ObjectView, _facts: ObjectFacts, name: string, text: string): ObjectStep {
  if (objectAsked(view)) return askAgain(view);
  const { [name]: _problem, ...problems } = view.problems;
  const { [name]: _scan, ...noted } = view.noted;
  const found = view.found.filter((known) => known !== name);
  const isAsked = view.needsConfirmation !== undefined && !view.misfit;
  const isOver = view.isDone || view.problems[name] !== undefined || isAsked; // what is entered now is not done, and may be right
  return [
    {
      ...view,
      notice: isOver ? undefined : view.notice,
      needsConfirmation: undefined,
      isDone: false,
      fields: { ...view.fields, [name]: text },
      found,
      noted,
      problems,
    },
    [],
  ];
}

function counted(view: ObjectView, text: string): ObjectView {
  const count = (scan: ScanNote): ScanNote => (isScanOf(scan, text) ? onceMore(scan) : scan);
  const noted = Object.fromEntries(Object.entries(view.noted).map(([name, scan]) => [name, count(scan)]));
  return { ...view, ...(view.scan && { scan: count(view.scan) }), noted };
}
