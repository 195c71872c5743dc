import type { Task } from '#tasks/task/task.ts';
import { nouns } from './nouns.ts';
import { words } from '#i18n/words.ts';

/** Tasks that print a label. */
export const printTasks: readonly Task[] = [
  {
    id: 'print-cn',
    path: '/tasks/print-cn',
    icon: 'batch',
    title: () => words('task').printCn.title,
    hint: () => words('task').printCn.hint,
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [{ name: 'company', label: () => words('task').printCn.fields.company.label, input: 'text', stays: true }],
    print: {
      operation: 'PrintCNOrder',
      parameters: { code: 'scan', company: { field: 'company' }, userId: { known: 'userId' } },
    },
  },
  {
    id: 'print-kjy',
    path: '/tasks/print-kjy',
    icon: 'batch',
    title: () => words('task').printKjy.title,
    hint: () => words('task').printKjy.hint,
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [],
    print: { operation: 'PrintKJYOrder', parameters: { code: 'scan', userId: { known: 'userId' } } },
  },
];
