import { revertOff } from './revertOff.ts';
import type { Task } from '#tasks/task/task.ts';
import { faceOf, fieldOf, nouns } from './face.ts';
import { taskWords } from '#i18n/words/task.ts';
import { icons } from '#ui/icons.ts';
import { askingTasks } from './askingTasks.ts';
import { changingTasks } from './changingTasks.ts';

const printTasks: readonly Task[] = [
  {
    ...faceOf('print-cn', icons.print, 'printCn'),
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [{ ...fieldOf('company', () => taskWords().printCn.fields.company), input: 'text', stays: true }],
    print: {
      operation: 'PrintCNOrder',
      parameters: { code: 'scan', company: { field: 'company' }, userId: { known: 'userId' } },
    },
  },
  {
    ...faceOf('print-kjy', icons.print, 'printKjy'),
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [],
    print: { operation: 'PrintKJYOrder', parameters: { code: 'scan', userId: { known: 'userId' } } },
  },
];

/** Every task, in the order of Home. What the service means by its operations is assumed: docs/assumptions.md. */
export const tasks: readonly Task[] = [revertOff, ...changingTasks, ...askingTasks, ...printTasks];
