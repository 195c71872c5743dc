import type { Task } from '#tasks/task/task.ts';
import { faceOf, fieldOf, nouns } from './face.ts';
import { taskWords } from '#i18n/words/task.ts';
import { icons } from '#ui/icons.ts';

/** Each scan is a question, live: nothing is entered, and nothing done. */
const onlyAsked = { kind: 'object', fields: [], actions: [] } as const;

export const askingTasks: readonly Task[] = [
  {
    ...faceOf('batch', icons.batch, 'batch'),
    ...onlyAsked,
    subject: { parameter: 'batchCode', noun: nouns.batch },
    lookUp: { operation: 'GetWbBatchBagPackages', parameters: { batchCode: 'scan' } },
  },
  {
    ...faceOf('shelf', icons.shelf, 'shelf'),
    ...onlyAsked,
    subject: { parameter: 'selfID', noun: nouns.shelf },
    lookUp: { operation: 'GetSelfDetailList', parameters: { selfID: 'scan' } },
  },
  {
    ...faceOf('domestic-code', icons.domesticCode, 'domesticCode'),
    ...onlyAsked,
    subject: { parameter: 'code', noun: () => taskWords().domesticCode.noun },
    lookUp: { operation: 'ExistsDomesticDeliveryCode', parameters: { code: 'scan' } },
  },
  {
    ...faceOf('scanning-list', icons.scanningList, 'scanningList'),
    ...onlyAsked,
    subject: { parameter: 'param', noun: () => taskWords().scanningList.noun },
    lookUp: { operation: 'GetGerWarehouseScanningList', parameters: { param: 'scan' } },
    all: () => taskWords().scanningList.all,
  },
  {
    ...faceOf('images', icons.images, 'images'),
    ...onlyAsked,
    subject: { parameter: 'deliveryCode', noun: nouns.delivery },
    lookUp: {
      operation: 'GetListSplitProductImg',
      parameters: { deliveryCode: 'scan', opUserID: { known: 'userId' } },
    },
  },
  {
    ...faceOf('countries', icons.countries, 'countries'),
    kind: 'object',
    subject: { parameter: 'userCode', noun: () => taskWords().countries.noun },
    lookUp: {
      operation: 'GetCountryAndProductByUserCode',
      parameters: { wareHoseId: { known: 'warehouseId' }, userCode: 'scan', fromSiteCodes: { field: 'fromSiteCodes' } },
    },
    fields: [
      {
        ...fieldOf('fromSiteCodes', () => taskWords().countries.fields.fromSiteCodes),
        input: 'text',
        optional: true,
        stays: true,
      },
    ],
    actions: [],
  },
  {
    ...faceOf('report', icons.report, 'report'),
    ...onlyAsked,
    subject: { parameter: 'inputNumber', noun: () => taskWords().report.noun },
    lookUp: {
      operation: 'GetReportDataPartner',
      parameters: { inputNumber: 'scan', userId: { known: 'userId' } },
    },
  },
  {
    ...faceOf('paint-marker', icons.paintMarker, 'paintMarker'),
    ...onlyAsked,
    subject: { parameter: 'deliveryCode', noun: nouns.delivery },
    lookUp: { operation: 'GetPaintMarker', parameters: { strJson: { json: { deliveryCode: 'scan' } } } },
  },
];
