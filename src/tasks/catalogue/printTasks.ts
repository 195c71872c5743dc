import type { Task } from '#tasks/task/task.ts';
import { faceOf } from './face.ts';
import { nouns } from './nouns.ts';
import { words } from '#i18n/words.ts';
import { laterIcons } from '#ui/laterIcons.ts';

/** Tasks that print a label. */
export const printTasks: readonly Task[] = [
  {
    ...faceOf('print-cn', laterIcons.print, 'printCn'),
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [{ name: 'company', label: () => words('task').printCn.fields.company.label, input: 'text', stays: true }],
    print: {
      operation: 'PrintCNOrder',
      parameters: { code: 'scan', company: { field: 'company' }, userId: { known: 'userId' } },
    },
  },
  {
    ...faceOf('print-kjy', laterIcons.print, 'printKjy'),
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [],
    print: { operation: 'PrintKJYOrder', parameters: { code: 'scan', userId: { known: 'userId' } } },
  },
];
