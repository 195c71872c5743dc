import type { ScansTask } from '#tasks/task/task.ts';

/** Reverts an off-shelf removal: scan the delivery, scan the shelf, done. By itself: a start needs no other task. */
export const revertOff: ScansTask = {
  id: 'revert-off',
  path: '/tasks/revert-off',
  icon: 'shelf',
  title: { en: 'Back on shelf', zh: '放回货位', ru: 'Вернуть на полку' },
  hint: { en: 'Revert an off-shelf removal', zh: '撤销下架', ru: 'Отменить снятие с полки' },
  kind: 'scans',
  operation: 'RevertOff',
  steps: [
    { parameter: 'deliveryCode', noun: { en: 'delivery', zh: '运单', ru: 'отправление' } },
    { parameter: 'storeCode', noun: { en: 'shelf', zh: '货位', ru: 'полка' } },
  ],
  known: { userID: 'userId' },
  keeps: 'storeCode',
};
