import { DECISION_TEXTS, isOfDesk } from '#contract/decision.ts';
import { oneLine } from '#http/tidied.ts';
import type { MistakeSaid } from '#ledger/decisionsReader.ts';
import type { LedgerMistake } from '#ledger/ledgerReader.ts';
import { AsItIs, FormInput, PostForm, Table, Time, filled } from '#office/pages/parts.tsx';
import { CallLink, CallName, type LedgerView, answerShown, askerText, cells } from './callTable.tsx';
import { DECIDE_PATH } from './pendingPart.tsx';

/** The words by which the desk settles a mistake. */
export const settleWords = ['put-right', 'no-mistake'] as const;

export type SettleWord = (typeof settleWords)[number];

/** Tells whether a text is one of them. */
export function isSettleWord(text: string | undefined): text is SettleWord {
  return settleWords.some((word) => word === text);
}

interface MistakeProps {
  readonly mistake: LedgerMistake;
  readonly view: LedgerView;
}

interface SettledProps {
  readonly settled: NonNullable<LedgerMistake['settled']>;
  readonly view: LedgerView;
}

interface MistakesPartProps {
  /** Those that nobody has settled, the newest first. */
  readonly mistakes: readonly LedgerMistake[];
  /** There are more. */
  readonly isMore: boolean;
  /** The one that was settled just now: it keeps its place, without buttons. */
  readonly settled: LedgerMistake | undefined;
  /** Something was decided on this page just now: no second tap decides. */
  readonly isJustSaid: boolean;
  readonly view: LedgerView;
}

/** The calls of which workers said that they were a mistake; nothing where there is none. */
export function MistakesPart({ mistakes, isMore, settled, isJustSaid, view }: MistakesPartProps) {
  const { texts } = view;
  const shown = withSettled(mistakes, settled);
  if (shown.length === 0) return null;
  const rows = shown.map((mistake) => [
    { shown: <CallOf mistake={mistake} view={view} />, tag: { 'data-name': undefined } },
    { shown: <SaidBy said={mistake.said} view={view} />, tag: {} },
    { shown: <SettleForm mistake={mistake} view={view} />, tag: {} },
    mistake.line ? cells.received(mistake.line, view) : undefined,
    { shown: <CallLink of={mistake.key} />, tag: { 'data-name': undefined } },
  ]);
  const { columns } = texts;
  return (
    <section className={isJustSaid ? 'panel just-said' : 'panel'}>
      <h2>{texts.mistakes.title}</h2>
      <details className="hint">
        <summary>{texts.mistakes.hint}</summary>
        <p>{texts.mistakes.settleHint}</p>
      </details>
      {isMore && <p className="hint">{texts.newestOnly({ count: mistakes.length })}</p>}
      <Table
        names={[columns.operation, texts.mistakes.saidBy, columns.decide, columns.received, columns.key]}
        rows={rows}
      />
    </section>
  );
}

/** Puts the one that was settled just now where it stood, so that no other takes its place under a finger. */
function withSettled(mistakes: readonly LedgerMistake[], settled: LedgerMistake | undefined): readonly LedgerMistake[] {
  if (!settled?.settled || mistakes.some(({ key }) => key === settled.key)) return mistakes;
  const at = mistakes.findIndex(({ said }) => said.saidAt < settled.said.saidAt);
  return mistakes.toSpliced(at === -1 ? mistakes.length : at, 0, settled);
}

/** Names a call by its operation and its codes, else by what the service said of it; one that the ledger does not have has its key alone. */
function CallOf({ mistake: { line }, view }: MistakeProps) {
  if (!line) return view.texts.mistakes.unknown;
  const goods = cells.codes(line, view) ?? answerShown(line, view);
  return (
    <>
      {cells.operation(line, view)}
      {goods !== undefined && (
        <>
          <br />
          {goods}
        </>
      )}
    </>
  );
}

/** Says who said a word, as the gateway knows it, and in which words. */
function SaidBy({ said: { by, asker, why, saidAt }, view }: { readonly said: MistakeSaid; readonly view: LedgerView }) {
  const told = oneLine(by, DECISION_TEXTS.by);
  const name = view.workers.get(by);
  return (
    <>
      <AsItIs text={asker === undefined ? told : askerText(asker, view)} />
      {asker !== undefined && (
        <>
          {' · '}
          <AsItIs text={name ? `${name} (${told})` : told} />
        </>
      )}
      <br />
      {why === undefined ? view.texts.mistakes.noReason : <strong>{why}</strong>}
      <br />
      <Time at={saidAt} />
    </>
  );
}

/** Says how the desk settled a mistake, by whom, when and in which words. */
function SettledBy({ settled: { says, by, why, saidAt }, view: { texts } }: SettledProps) {
  return (
    <p>
      <strong>{texts.mistakes.settle[says]}</strong>
      <br />
      {texts.steps.atDesk}
      {!isOfDesk(by) && (
        <>
          {' · '}
          <AsItIs text={oneLine(by, DECISION_TEXTS.by)} />
        </>
      )}
      {why !== undefined && (
        <>
          <br />
          <strong>{why}</strong>
        </>
      )}
      <br />
      <Time at={saidAt} />
    </p>
  );
}

/** The two buttons by which the desk settles a mistake, with room for a few words where it is asked for; once it is settled the word for that. */
function SettleForm({ mistake, view, asksWhy }: MistakeProps & { readonly asksWhy?: boolean }) {
  const { texts, asker, mayDecide } = view;
  if (mistake.settled) return <p className="buttons">{texts.mistakes.settle[mistake.settled.says]}</p>;
  if (!mayDecide) return null;
  const on = asksWhy && { on: 'call' };
  return (
    <PostForm action={DECIDE_PATH} hidden={{ call: mistake.key, ...on, ...(asker !== undefined && { asker }) }}>
      {asksWhy && (
        <FormInput caption={texts.mistakes.why} name="why" autoComplete="off" maxLength={DECISION_TEXTS.why} />
      )}
      <p className="buttons">
        {settleWords.map((says) => (
          <button className="button" name="says" value={says} key={says}>
            {texts.mistakes.settle[says]}
          </button>
        ))}
      </p>
    </PostForm>
  );
}

/** On a call's page: that a worker said that it was a mistake, with the form that settles it, or what became of it. */
export function MistakeOfCall({ mistake, view }: MistakeProps) {
  return (
    <section className="panel">
      <h2>{view.texts.mistakes.one}</h2>
      <p>
        <SaidBy said={mistake.said} view={view} />
      </p>
      {mistake.settled ? (
        <SettledBy settled={mistake.settled} view={view} />
      ) : (
        <SettleForm mistake={mistake} view={view} asksWhy />
      )}
    </section>
  );
}

/** The note that says which mistake was settled just now, and how; nothing where none was. */
export function SettledNote({
  mistake,
  view,
}: {
  readonly mistake: LedgerMistake | undefined;
  readonly view: LedgerView;
}) {
  if (!mistake?.settled) return null;
  const { says } = mistake.settled;
  const call = mistake.line ? <CallName line={mistake.line} view={view} /> : mistake.key;
  return (
    <p className="note said-saved now-said" role="status">
      {filled(view.texts.mistakes.nowSettled[says], { call })}
    </p>
  );
}
