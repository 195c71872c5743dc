import type { LabelStands } from './queuedCall.ts';

/**
 * Tells whether a label goes to a printer of the site, may be there, or came out of it. It comes out of nothing else then: another one is a copy,
 * which is asked about. A refused one was not sent, and goes by the other ways.
 */
export function isLeftToPrinter({ is, printer }: LabelStands): boolean {
  if (is === 'due') return printer !== undefined;
  return is === 'printing' || is === 'printed' || is === 'unknown';
}

/**
 * Returns the change of a label that a person has handed over for printing, or has said is not to be printed. What is known of a printer stays: one
 * that is left to it is not handed over beside it, and one that is on its way there, or came out, is not left.
 *
 * @param at - Unix ms
 */
export function labelSaid(stands: 'handed' | 'left', operator: string, at: number) {
  return (label: LabelStands): LabelStands | undefined => {
    const { job, is } = label;
    if (isLeftToPrinter(label) && (stands === 'handed' || is !== 'unknown')) return undefined;
    return { is: stands, operator, at, ...(job && { job }) };
  };
}
