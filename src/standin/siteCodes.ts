import type { SitePrinter } from '#site/printers.ts';
import type { SiteConfiguration } from '#site/site.ts';

const DELIVERY = 'D-\\d+';
const SHELF = { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A' };

/** The codes of the stand-in's warehouse, by the parameter that they fill. */
export const standinCodes: NonNullable<SiteConfiguration['codes']> = {
  deliveryCode: { pattern: DELIVERY, example: 'D-1001' },
  storeCode: SHELF,
  selfID: SHELF,
  bagCode: { pattern: 'BAG-\\d+', example: 'BAG-2001' },
  batchCode: { pattern: 'B-\\d+', example: 'B-3001' },
  str: { pattern: 'T-\\d+', example: 'T-4001' },
  transportOrderCode: { pattern: 'TO-\\d+', example: 'TO-6001' },
  interDeliveryCode: { pattern: 'I-\\d+', example: 'I-8001' },
  oSDeliveryCode: { pattern: 'EX-\\d+', example: 'EX-50001' },
  param: { pattern: 'SL-\\d+', example: 'SL-1' },
  inputNumber: { pattern: 'R-\\d+', example: 'R-9001' },
  userCode: { pattern: 'W-\\d+', example: 'W-007' },
  code: { pattern: '(?:D|DD|EX|P)-[0-9-]+', example: 'D-1001' },
};

/** The task that each of those codes opens, where several take it. */
export const standinOpens: NonNullable<SiteConfiguration['opens']> = [
  { pattern: 'D-11\\d\\d', task: 'images' },
  { pattern: 'D-12\\d\\d', task: 'paint-marker' },
  { pattern: DELIVERY, task: 'revert-off' },
  { pattern: 'DD-\\d+', task: 'domestic-code' },
  { pattern: 'EX-\\d+', task: 'external-code' },
  { pattern: 'P-[0-9-]+', task: 'weight' },
];

/** The printers of the stand-in's warehouse: its own, which is none. */
export const standinPrinters: readonly SitePrinter[] = [
  { name: 'Demo printer', code: 'PRN-DEMO', way: 'demo', language: 'zpl', width: 100 },
];
