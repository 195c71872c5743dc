import type { PrinterFault, PrinterHabits } from './printerHabits.ts';

/** The state that a printer is asked about. */
export interface PrinterState {
  readonly faults: ReadonlySet<PrinterFault>;
  /** The labels that are left of each format. */
  readonly left: readonly number[];
  readonly hasHalf: boolean;
}

/** Reads a question that ends with the newest byte, wherever it stands; `undefined`: none does. */
export function answerTo(
  recent: string,
  habits: PrinterHabits,
  state: PrinterState,
): { readonly question: string; readonly answer: string } | undefined {
  const answers: Readonly<Record<string, () => string>> =
    habits.status === 'sato'
      ? { '\u0005': () => satoAnswer(state) }
      : habits.status === 'tsc'
        ? { '\u001B!S': () => tscAnswer(state) }
        : { '~HS': () => hostStatus(state, habits), '~HQES': () => (habits.knowsErrors ? hostErrors(state) : '') };
  const question = Object.keys(answers).find((each) => recent.endsWith(each));
  const answer = question === undefined ? undefined : answers[question];
  return question === undefined || !answer ? undefined : { question, answer: answer() };
}

/** Returns what it is set to, as it tells it. */
export function settingOf(name: string, own: string, count: number, { tellsSettings }: PrinterHabits): string {
  if (!tellsSettings) return '?';
  if (name === 'odometer.total_label_count') return String(count);
  return name === 'device.unique_id' ? own : '?';
}

const flag = (is: boolean | undefined): number => (is === true ? 1 : 0);

function hostStatus({ faults, left, hasHalf }: PrinterState, { isSilentUnderFault }: PrinterHabits): string {
  const silencing: readonly PrinterFault[] = ['paper-out', 'ribbon-out', 'head-open'];
  if (isSilentUnderFault && silencing.some((fault) => faults.has(fault))) return '';
  const formats = String(left.length).padStart(3, '0');
  const labels = String(left[0] ?? 0).padStart(8, '0');
  const lines = [
    `030,${flag(faults.has('paper-out'))},${flag(faults.has('paused'))},0400,${formats},0,0,${flag(hasHalf)},000,0,0,0`,
    `001,0,${flag(faults.has('head-open'))},${flag(faults.has('ribbon-out'))},1,2,4,0,${labels},1,000`,
    '1234,0',
  ];
  return lines.map((line) => `\u0002${line}\u0003\r\n`).join('');
}

function hostErrors({ faults }: PrinterState): string {
  const bits: Readonly<Record<PrinterFault, number>> = {
    'paper-out': 0x1,
    'ribbon-out': 0x2,
    'head-open': 0x4,
    cutter: 0x8,
    paused: 0x1_0000,
  };
  const word = [...faults].reduce((sum, fault) => sum + bits[fault], 0);
  const written = `${flag(word > 0)} 00000000 ${word.toString(16).toUpperCase().padStart(8, '0')}`;
  return `\u0002\r\n  PRINTER STATUS\r\n   ERRORS:         ${written}\r\n   WARNINGS:       0 00000000 00000000\r\n\u0003`;
}

function satoAnswer({ faults, left }: PrinterState): string {
  const letters: readonly (readonly [PrinterFault, string])[] = [
    ['head-open', 'b'],
    ['paper-out', 'c'],
    ['ribbon-out', 'd'],
    ['cutter', 'j'],
    ['paused', '0'],
  ];
  const status = letters.find(([fault]) => faults.has(fault))?.[1] ?? (left.length > 0 ? 'G' : 'A');
  const labels = left.reduce((sum, each) => sum + each, 0);
  return `\u0002  ${status}${String(labels).padStart(6, '0')}${' '.repeat(16)}\u0003`;
}

function tscAnswer({ faults, left }: PrinterState): string {
  const message = faults.has('paused') ? '`' : faults.size > 0 ? 'E' : left.length > 0 ? 'P' : '@';
  const byte = (bits: number): string => String.fromCharCode(0x40 | bits);
  const last =
    flag(faults.has('paper-out')) | (flag(faults.has('ribbon-out')) << 2) | (flag(faults.has('head-open')) << 5);
  return `\u0002${message}@${byte(faults.has('cutter') ? 0x08 : 0)}${byte(last)}\u0003\r\n`;
}
