import { deviceFacts, lackFacts, rowFacts, storageFacts, workerFacts } from './deviceFacts.ts';
import { type ReportPart, reportText } from './report.ts';
import type { AppView } from '#app/core/appView.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Connection } from '#outbox/store/database.ts';
import { createHistory } from '#outbox/store/history.ts';
import { type TryOfCall, newestTries } from '#outbox/store/tries.ts';
import { diagnosticsWords } from '#i18n/words/diagnostics.ts';
import { LONGEST_REPORT } from '#wire/desk.ts';

declare const __VERSION__: string;

/** The tries that a report has: each is a line. */
const MOST_LINES = 500;
const LONGEST_TEXT = 200;
/** Stands for what was scanned, entered or answered, where the site does not let it leave the handheld. */
export const HIDDEN = '•••';

/** The parts of the handheld that a report is made of. */
export interface DeskReportSources {
  readonly connection: Connection;
  readonly view: () => Pick<AppView, 'settings' | 'site' | 'hasKey'>;
  /** Returns a text without the access key. */
  readonly withoutKey: (text: string) => Promise<string>;
  /** Returns the reason why nothing is sent; `undefined`: nothing stops it. */
  readonly pause: () => string | undefined;
}

/** Makes the report that the desk asks for: what the handheld is, and its last 500 tries. No key is in it, and no code unless the site says so. */
export async function deskReport({ connection, view, withoutKey, pause }: DeskReportSources): Promise<string> {
  const { site } = view();
  const showsCodes = site.reportsShowCodes === true;
  const [worker, storage, rows, device, tries] = await Promise.all([
    workerFacts(),
    storageFacts(),
    rowFacts(createHistory(connection)),
    deviceFacts(),
    newestTries(connection, MOST_LINES),
  ]);
  const { sections, log } = diagnosticsWords();
  const parts: readonly ReportPart[] = [
    { title: sections.app, facts: [...appFacts(view(), pause()), ...worker] },
    { title: sections.storage, facts: storage },
    { title: sections.rows, facts: rows },
    { title: sections.device, facts: device },
    { title: sections.lacks, facts: lackFacts() },
  ];
  const lines = tries.map((one) => lineOf(one, showsCodes));
  const head = `${reportText(parts, new Date().toISOString())}\n# ${log}\n`;
  return withoutKey(head + lastThatFit(lines, LONGEST_REPORT - head.length));
}

function appFacts(
  { settings, site, hasKey }: ReturnType<DeskReportSources['view']>,
  pause?: string,
): ReportPart['facts'] {
  const { version, signedIn, key, keys, sends } = diagnosticsWords();
  return [
    { caption: version, value: __VERSION__ },
    ...(site.floorShowsWorkers ? [{ caption: signedIn, value: settings?.userId ?? '' }] : []),
    { caption: key, value: keys[site.keyOnGateway ? 'gateway' : hasKey ? 'here' : 'none'] },
    ...(pause === undefined ? [] : [{ caption: sends, value: pause }]),
  ];
}

/** Returns one try as a line, in the words of the code: whoever helps reads it, and programs do. */
export function lineOf({ attempt, call }: TryOfCall, showsCodes: boolean): string {
  const { startedAt, endedAt, seq, idempotencyKey, phase, outcome, late } = attempt;
  const show = (text: string): string => (showsCodes ? oneLine(text) : HIDDEN);
  const values = (call?.parameters ?? []).map(([name, value]) => `${name}=${show(value)}`);
  return [
    new Date(startedAt).toISOString(),
    `#${seq}`,
    idempotencyKey,
    call?.operation ?? '?',
    ...values,
    ...(endedAt === undefined ? ['not ended'] : [`${endedAt - startedAt} ms`]),
    ...(phase === undefined ? [] : [phase]),
    ...(outcome ? wordsOf(outcome, show) : []),
    ...(late ? ['late'] : []),
  ].join(' ');
}

function wordsOf(outcome: Outcome, show: (text: string) => string): readonly string[] {
  if (outcome.kind === 'answered') return ['answered', `“${show(outcome.text ?? '')}”`];
  const code = outcome.kind === 'no-answer' ? outcome.cause : 'code' in outcome ? outcome.code : undefined;
  return [outcome.kind, ...(code === undefined ? [] : [code]), `“${show(outcome.reason)}”`];
}

function oneLine(text: string): string {
  return text.slice(0, LONGEST_TEXT).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Joins the last lines that fit into so many letters. */
function lastThatFit(lines: readonly string[], room: number): string {
  let left = room;
  let from = lines.length;
  while (from > 0) {
    left -= (lines[from - 1]?.length ?? 0) + 1;
    if (left < 0) break;
    from -= 1;
  }
  return lines
    .slice(from)
    .map((line) => `${line}\n`)
    .join('');
}
