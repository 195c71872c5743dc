import { isOperationName } from '#contract/catalogue.ts';
import { FROM_OUTSIDE, draftName } from '#tasks/task/draft.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { typedScan } from '#scan/normalise.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import { operationsOf } from '#tasks/task/task.ts';
import type { AppState } from '#app/core/appState.ts';
import { type PendingScans, createPendingScans } from '#tasks/task/pendingScans.ts';
import { noteOf } from '#tasks/intake/useScans.ts';

/** The longest code that is taken from outside: more than any barcode holds. */
const LONGEST = 4_296;

export interface Arrival {
  readonly scan?: ScanNote;
  /** The address it goes to; home: a code waits there until a person says what for. */
  readonly path: string;
  readonly problem?: 'nothing' | 'address' | 'lines' | 'long' | 'unknownOperation';
  readonly operation?: string;
}

/**
 * Reads what was shared (`/share?text=…`) or linked (`/?op=…&code=…`). Anybody can write such an address, so it saves
 * no call: a code waits at home for a tap, or goes to a screen that only looks. @param at - Unix ms
 */
export function readArrival(
  search: string,
  site: Pick<SiteConfiguration, 'tasks' | 'operationsOff'>,
  at: number,
): Arrival {
  const query = new URLSearchParams(search);
  const operation = query.get('op') ?? '';
  const said = [query.get('code'), query.get('text'), query.get('url'), query.get('title')];
  const text = said.find((part) => part !== null && part.trim() !== '')?.trim() ?? '';
  const target = targetOf(operation, site);
  if (!target) return { path: '/', problem: 'unknownOperation', operation };
  const problem = problemOf(text);
  if (problem && !(problem === 'nothing' && operation !== '')) return { path: '/', problem };
  const scan = typedScan(text, at);
  if (!scan) return { path: target.path };
  return { scan: { ...noteOf(scan), shared: true }, path: target.onlyLooks ? target.path : '/' };
}

function problemOf(text: string): Arrival['problem'] {
  if (text === '') return 'nothing';
  if (/[\r\n]/.test(text)) return 'lines';
  if (/^https?:\/\//i.test(text)) return 'address';
  return text.length > LONGEST ? 'long' : undefined;
}

interface Target {
  readonly path: string;
  readonly onlyLooks: boolean;
}

/** The screen of a task or of an operation; home where none is named, `undefined` where nobody knows the name. */
function targetOf(name: string, site: Pick<SiteConfiguration, 'tasks' | 'operationsOff'>): Target | undefined {
  if (name === '') return { path: '/', onlyLooks: false };
  const shown = tasksOf(site);
  const task =
    shown.find(({ id }) => id === name) ??
    shown.find((one) => operationsOf(one).some((operation) => operation === name));
  if (task) return { path: task.path, onlyLooks: task.kind === 'object' };
  return isOperationName(name) ? { path: `/operations/${name}`, onlyLooks: false } : undefined;
}

const known = new WeakMap<AppState, Map<string, PendingScans>>();

/** Codes that were shared or came by a link, until a place is chosen for them at home: no task asks about them. */
export function arrivedIn(appState: AppState): PendingScans {
  const userId = appState.view().settings?.userId ?? ''; // what one has shared and not used yet is not the next one's
  const ofBase = known.get(appState) ?? new Map<string, PendingScans>();
  known.set(appState, ofBase);
  const arrived =
    ofBase.get(userId) ?? createPendingScans(appState.handheld.draft(draftName('not-taken', FROM_OUTSIDE)));
  ofBase.set(userId, arrived);
  return arrived;
}
