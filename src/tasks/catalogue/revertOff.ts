import { revertOffWords } from '#i18n/words/revertOff.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import { icons } from '#ui/icons.ts';

/** Reverts an off-shelf removal: scan the delivery, scan the shelf, done. */
export const revertOff: ScansTask = {
  id: 'revert-off',
  path: '/tasks/revert-off',
  icon: icons.backOnShelf,
  title: () => revertOffWords().title,
  hint: () => revertOffWords().hint,
  kind: 'scans',
  operation: 'RevertOff',
  steps: [
    { parameter: 'deliveryCode', noun: () => revertOffWords().steps.deliveryCode.noun },
    { parameter: 'storeCode', noun: () => revertOffWords().steps.storeCode.noun },
  ],
  known: { userID: 'userId' },
  keeps: 'storeCode',
};
