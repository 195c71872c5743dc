import type { OperationName } from '#contract/catalogue.ts';

/** One value that an operator brings in, in the order of the work. */
export interface Step {
  /** The wire name of the parameter it fills. */
  readonly parameter: string;
  /** What the operator calls it: "delivery", "shelf". */
  readonly noun: string;
}

/** Values that the handheld knows and nobody scans. */
export type Known = 'userId' | 'warehouseId';

/** An operator's job as data: its operation, the values to scan, and the values that are known. */
export interface Task {
  readonly id: string;
  /** Path of its screen. */
  readonly path: string;
  readonly title: string;
  /** One line under the title. */
  readonly hint: string;
  readonly operation: OperationName;
  readonly steps: readonly Step[];
  /** Parameters that are filled from the settings. */
  readonly known: Readonly<Record<string, Known>>;
}

/** Reverts an off-shelf removal: scan the delivery, scan the shelf, done. */
export const revertOff: Task = {
  id: 'revert-off',
  path: '/tasks/revert-off',
  title: 'Back on shelf',
  hint: 'Revert an off-shelf removal',
  operation: 'RevertOff',
  steps: [
    { parameter: 'deliveryCode', noun: 'delivery' },
    { parameter: 'storeCode', noun: 'shelf' },
  ],
  known: { userID: 'userId' },
};

/** The packages of a batch: a look-up, live only. */
export const batchPackages: Task = {
  id: 'batch',
  path: '/tasks/batch',
  title: 'Batch contents',
  hint: 'Bags and packages of a batch',
  operation: 'GetWbBatchBagPackages',
  steps: [{ parameter: 'batchCode', noun: 'batch' }],
  known: {},
};
