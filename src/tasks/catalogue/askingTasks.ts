import type { Task } from '#tasks/task/task.ts';
import { faceOf, fieldOf, nouns } from './face.ts';
import { words } from '#i18n/words.ts';
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
    subject: { parameter: 'code', noun: () => words('task').domesticCode.noun },
    lookUp: { operation: 'ExistsDomesticDeliveryCode', parameters: { code: 'scan' } },
  },
  {
    ...faceOf('scanning-list', icons.scanningList, 'scanningList'),
    ...onlyAsked,
    subject: { parameter: 'param', noun: () => words('task').scanningList.noun },
    lookUp: { operation: 'GetGerWarehouseScanningList', parameters: { param: 'scan' } },
    all: () => words('task').scanningList.all,
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
    subject: { parameter: 'userCode', noun: () => words('task').countries.noun },
    lookUp: {
      operation: 'GetCountryAndProductByUserCode',
      parameters: { wareHoseId: { known: 'warehouseId' }, userCode: 'scan', fromSiteCodes: { field: 'fromSiteCodes' } },
    },
    fields: [
      {
        ...fieldOf('fromSiteCodes', () => words('task').countries.fields.fromSiteCodes),
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
    subject: { parameter: 'inputNumber', noun: () => words('task').report.noun },
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
