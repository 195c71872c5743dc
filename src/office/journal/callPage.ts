import { type CallStands, DECISION_TEXTS, callOfKey } from '#contract/decision.ts';
import { oneLine } from '#http/tidied.ts';
import type { KeptDecision } from '#ledger/ledger.ts';
import type { LedgerEntry } from '#ledger/ledgerReader.ts';
import { asItIs, escaped, field, pathOfPage, timeOf } from '#office/pages/page.ts';
import { type LedgerView, askerText, cells, decideForm, insteadOf, saidNote, tookOf, wireOf } from './callTable.ts';
import { backToStart } from './ledgerPage.ts';

/** One thing of a call's line of time. */
interface Happened {
  /** Unix ms; absent: of now. */
  readonly at?: number;
  /** HTML. */
  readonly title: string;
  readonly more?: string;
  readonly mood?: 'good' | 'check' | 'bad';
}

/** A call as its page shows it. */
export interface ShownCall {
  /** Each key under which it was sent, the first first. */
  readonly keys: readonly LedgerEntry[];
  readonly decisions: readonly KeptDecision[];
  /** That of its keys which was decided just now. */
  readonly said?: LedgerEntry | undefined;
  /** Reads the text of an answer; `undefined`: it is too long. */
  readonly answerOf: (entry: LedgerEntry) => string | undefined;
}

/** Makes the page of one call: what it is, how it stands, and all that the ledger has of it in one line of time. */
export function callPage({ keys, decisions, said, answerOf }: ShownCall, view: LedgerView): string {
  const { texts } = view;
  const sendings = keys.filter((entry, at) => !isClosing(entry, keys[at - 1]));
  const now = sendings.at(-1);
  if (!now) return backToStart(texts);
  const codes = cells.codes(now, view);
  const facts = [
    [texts.columns.worker, cells.worker(now, view)],
    [texts.columns.key, `<code>${escaped(now.key)}</code>`],
  ].filter(([, html]) => html !== '');
  const list = facts.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('');
  const why = `<input type="hidden" name="on" value="call">${field(texts.why, 'why', { autocomplete: 'off', maxlength: 500 })}`;
  const line = inOrder([
    ...sendings.map((entry) => sendingOf(entry, answerOf, view)),
    decisions.map((decision) => decisionOf(decision, view)),
  ]);
  const items = line.map(({ at, title, more = '', mood }) => {
    const time = at === undefined ? '' : `<p class="hint">${timeOf(at)}</p>`;
    return `<li class="row${mood ? ` is-${mood}` : ''}">${time}<h3><span>${title}</span></h3>${more}</li>`;
  });
  return `${saidNote(said, view)}<section class="panel"><p class="headline">${cells.operation(now, view)}</p>${codes && `<p class="headline">${codes}</p>`}<p class="headline">${cells.state(now, view)}</p>
<dl>${list}</dl>${decideForm(now, view, why)}</section>
<h2>${texts.line}</h2><ol class="steps">${items.join('')}</ol>
<p class="hint">${texts.notKept}${view.keepsCodes ? '' : ` ${texts.noCodesKept}`}</p>${backToStart(texts)}`;
}

/** Tells whether a row was entered by a decision, and no request for it ever came. */
function isEntered({ receivedAt, settledAt, dispatchedAt, decided }: LedgerEntry): boolean {
  return decided !== undefined && dispatchedAt === undefined && settledAt === receivedAt;
}

/** Tells whether a row only closes the next key of a call that was done or given up. */
function isClosing(entry: LedgerEntry, before: LedgerEntry | undefined): boolean {
  return isEntered(entry) && before?.decided !== undefined && before.decided === entry.decided;
}

/** Puts several lines of time into one. Each keeps its own order, whatever the clocks said. */
function inOrder(lists: readonly (readonly Happened[])[]): readonly Happened[] {
  const placed = lists.flatMap((list) => {
    let latest = 0;
    return list.map((happened) => {
      latest = Math.max(latest, happened.at ?? Number.MAX_SAFE_INTEGER);
      return { latest, happened };
    });
  });
  return placed.toSorted((one, other) => one.latest - other.latest).map(({ happened }) => happened);
}

/** Makes the line of time of one key: it came, it left once, and how that ended. */
function sendingOf(entry: LedgerEntry, answerOf: ShownCall['answerOf'], view: LedgerView): readonly Happened[] {
  const { steps } = view.texts;
  const { generation } = callOfKey(entry.key);
  const under = generation === 1 ? '' : ` <code>.g${generation}</code>`;
  if (isEntered(entry)) return [{ at: entry.receivedAt, title: steps.neverCame + under }];
  const arrived = { at: entry.receivedAt, title: (generation === 1 ? steps.arrived : steps.arrivedAgain) + under };
  const { dispatchedAt } = entry;
  const ended = endOf(entry, answerOf, view);
  if (dispatchedAt === undefined) return [arrived, { ...ended, title: ended.title + under }];
  const sent = { at: dispatchedAt, title: steps.sent + under, more: `<p>${handheldOf(entry, view)}</p>` };
  return [arrived, sent, { ...ended, title: ended.title + under }];
}

function endOf(entry: LedgerEntry, answerOf: ShownCall['answerOf'], view: LedgerView): Happened {
  const { state, settledAt, dispatchedAt, cause, detail = '', body } = entry;
  const { texts, verdicts, readingOf } = view;
  const { steps } = texts;
  if (state === 'received') return { title: steps.notSent };
  if (state === 'dispatching') return { title: steps.onItsWay };
  const at = settledAt === undefined ? {} : { at: settledAt };
  if (dispatchedAt === undefined) return { ...at, title: steps.neverLeft };
  const took = tookOf(entry);
  const wire = wireOf(entry);
  const words = wire === '' ? '' : `${asItIs(wire)} · `;
  const facts = took === undefined ? '' : `<p class="hint">${words}${took} ${texts.units.ms}</p>`;
  if (state === 'outcome-unknown') {
    const said = insteadOf(entry, texts);
    const forIt =
      cause === undefined
        ? ''
        : `<details><summary class="button">${texts.forIt}</summary><p class="verbatim" lang="en">${escaped(detail)}</p></details>`;
    const seen = body === undefined ? '' : `<p class="hint">${texts.shortened}</p><pre>${escaped(body)}</pre>`;
    return {
      ...at,
      title: steps.unconfirmed,
      mood: 'check',
      more: `${said && `<p>${said}</p>`}${facts}${forIt}${seen}`,
    };
  }
  const verdict = readingOf(entry);
  const text = answerOf(entry);
  const moods = { accepted: 'good', refused: 'bad', 'key-refused': 'bad', unclassified: undefined } as const;
  const mood = verdict && moods[verdict];
  const read = verdict ? `<p>${steps.read} <strong>${verdicts[verdict]}</strong></p>` : '';
  const shown = `<pre>${text === undefined ? `${escaped(body ?? '')}…` : escaped(text)}</pre>`;
  return { ...at, title: steps.answered, ...(mood && { mood }), more: read + shown + facts };
}

/** Names the handheld for which a call was sent, with the way to it on the floor. */
function handheldOf({ asker, state, decided }: LedgerEntry, view: LedgerView): string {
  const { texts, names, revoked } = view;
  if (asker === undefined) return texts.steps.noHandheld;
  const name = asItIs(askerText(asker, view));
  // a revoked one is there while its calls are to be checked
  const isOpen = state === 'outcome-unknown' && decided === undefined;
  const isOnFloor = names.has(asker) && (isOpen || !revoked.has(asker));
  return `${texts.columns.asker}: ${isOnFloor ? `<a href="${pathOfPage('floor')}/one?id=d${encodeURIComponent(asker)}">${name}</a>` : name}`;
}

/** Makes what a person said of a call, and whether it counts. */
function decisionOf({ key, says, by, asker, why, holds, saidAt }: KeptDecision, view: LedgerView): Happened {
  const { texts, workers } = view;
  const { generation } = callOfKey(key);
  const told = oneLine(by, DECISION_TEXTS.by);
  const name = workers.get(by);
  // By whom is what the gateway knows: at the desk a person, else a handheld, which tells any name that it likes.
  const who = asItIs(asker === undefined ? told : askerText(asker, view));
  const where =
    asker === undefined ? texts.steps.atDesk : texts.steps.told({ name: asItIs(name ? `${name} (${told})` : told) });
  const late = holds ? '' : `<p><strong>${texts.cameLate}</strong></p>`;
  const reason = why === undefined ? '' : `<p>${texts.why}: ${escaped(why)}</p>`;
  const word = `<strong>${texts.said[says satisfies CallStands['is']]}</strong>`;
  const under = generation === 1 ? '' : ` <code>.g${generation}</code>`;
  return { at: saidAt, title: `${who}: ${word}${under}`, more: `<p class="hint">${where}</p>${reason}${late}` };
}
