import { words } from '#i18n/words.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import { icons } from '#ui/icons.ts';

/** Reverts an off-shelf removal: scan the delivery, scan the shelf, done. */
export const revertOff: ScansTask = {
  id: 'revert-off',
  path: '/tasks/revert-off',
  icon: icons.backOnShelf,
  title: () => words('revertOff').title,
  hint: () => words('revertOff').hint,
  kind: 'scans',
  operation: 'RevertOff',
  steps: [
    { parameter: 'deliveryCode', noun: () => words('revertOff').steps.deliveryCode.noun },
    { parameter: 'storeCode', noun: () => words('revertOff').steps.storeCode.noun },
  ],
  known: { userID: 'userId' },
  keeps: 'storeCode',
};
