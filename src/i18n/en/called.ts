import { catalogue } from '#i18n/language.ts';

/** By the wire name of what is queued: what a worker calls it. */
const operations: Readonly<Record<string, string>> = {
  RevertOff: 'Back on shelf',
  CompleteBag: 'Complete bag',
  AgainOpenBag: 'Reopen bag',
  ResetWeightClone: 'Save weight',
  OrderCodeExStorage: 'Store code',
  CloseLogisticsTransferMstChange: 'Change transfer',
  ChangeTransportOrder: 'Transport order',
  PrintCNOrder: 'Print CN order',
  PrintKJYOrder: 'Print KJY order',
};

/** Apart from the states, as the first screen needs no name of its only operation. */
export const calledWords = catalogue('called', { operations });
