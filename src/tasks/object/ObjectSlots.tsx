import type { ReactNode } from 'react';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { useFollowed } from '#tasks/intake/ScanPage.tsx';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { capital } from '#i18n/capital.ts';
import { Code } from '#ui/Code.tsx';
import { type Slot, Slots } from '#ui/Slots.tsx';
import { type ObjectView, isPast, nounOf, wantedNoun } from './objectView.ts';

/** Returns the names of all that is scanned for a task's call; none where that is the object alone. */
export function nounsOf({ subject, fields }: ObjectTask): readonly string[] | undefined {
  const scanned = fields.filter(({ input }) => input === 'scan').map(nounOf);
  return scanned.length === 0 ? undefined : [subject.noun(), ...scanned];
}

export interface ObjectSlotsProps {
  readonly task: ObjectTask;
  readonly view: ObjectView;
  readonly inNext: ReactNode;
}

/** The object in hand and the codes that are scanned for it; once they are saved, those of the call, as long as that stands. */
export function ObjectSlots({ task, view, inNext }: ObjectSlotsProps) {
  const { scan, noted, fields, notice } = view;
  const said = useFollowed(notice);
  const seq = notice?.call?.seq;
  const [call] = useCalls(seq === undefined ? [] : [seq]);
  const isSaved = isPast(view) && said?.tone === 'saved';
  const next = wantedNoun(task, view);
  const slotOf = (noun: string, note: ScanNote | undefined, text = note?.text ?? ''): Slot => {
    const word = capital(noun);
    const code = text !== '' && <Code text={text} size="large" />;
    return {
      word,
      isNext: noun === next,
      fill: code ? (isSaved ? 'saved' : 'filled') : undefined,
      code,
      whole: note?.text === text && text !== '' && <ScannedCode scan={note} word={word} key={note.at} />,
    };
  };
  const scanned = task.fields.filter(({ input }) => input === 'scan');
  const slots = [
    slotOf(task.subject.noun(), scan),
    ...scanned.map((field, index) => {
      const { [field.name]: text = '' } = fields;
      const last = text === '' && isSaved ? call?.scans[index + 1] : undefined;
      return last ? slotOf(nounOf(field), last) : slotOf(nounOf(field), noted[field.name], text);
    }),
  ];
  return <Slots slots={slots} inNext={inNext} />;
}
