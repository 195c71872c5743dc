import type { SentCall } from '#wire/beforeItRan.ts';

/** A call as it left, for tests of what comes back. */
export const REVERT_OFF: SentCall = {
  operation: 'RevertOff',
  parameters: [
    ['deliveryCode', 'D-1001'],
    ['storeCode', 'S-01-A'],
    ['apiKey', 'KEY-0001-abcdef'],
    ['userID', '7'],
  ],
};
