import { revertOff } from './revertOff.ts';
import type { Task } from '#tasks/task/task.ts';
import { words } from '#i18n/words.ts';

const nouns = {
  bag: () => words('task').nouns.bag,
  batch: () => words('task').nouns.batch,
  delivery: () => words('task').nouns.delivery,
  order: () => words('task').nouns.order,
  shelf: () => words('task').nouns.shelf,
  transfer: () => words('task').nouns.transfer,
};

/**
 * Every task of the handheld; a new one is one entry here. What the service means by its operations is assumed: by
 * their names, and by what the stand-in does (docs/assumptions.md).
 */
export const tasks: readonly Task[] = [
  revertOff,
  {
    id: 'bag',
    path: '/tasks/bag',
    icon: 'bag',
    title: () => words('task').bag.title,
    hint: () => words('task').bag.hint,
    kind: 'object',
    subject: { parameter: 'bagCode', noun: nouns.bag },
    lookUp: { operation: 'GetBagDetailByBagCode', parameters: { bagCode: 'scan' } },
    fields: [
      {
        name: 'weight',
        label: () => words('task').bag.fields.weight.label,
        hint: () => words('task').bag.fields.weight.hint,
        input: 'decimal',
        positive: true,
      },
      {
        name: 'transferLine',
        label: () => words('task').bag.fields.transferLine.label,
        input: 'int',
        found: 'logTransferDtlID',
      },
    ],
    actions: [
      {
        operation: 'CompleteBag',
        title: () => words('task').bag.actions.CompleteBag.title,
        icon: 'done',
        parameters: {
          logTransferDtlID: { field: 'transferLine' },
          userID: { known: 'userId' },
          sWeight: { field: 'weight' },
          WarehouseID: { known: 'warehouseId' },
        },
      },
      {
        operation: 'AgainOpenBag',
        title: () => words('task').bag.actions.AgainOpenBag.title,
        hint: () => words('task').bag.actions.AgainOpenBag.hint,
        icon: 'bag',
        parameters: { logTransferDtlID: { field: 'transferLine' } },
      },
    ],
    see: ['batch'],
  },
  {
    id: 'transfer',
    path: '/tasks/transfer',
    icon: 'handOver',
    title: () => words('task').transfer.title,
    hint: () => words('task').transfer.hint,
    kind: 'object',
    subject: { parameter: 'str', noun: nouns.transfer },
    lookUp: { operation: 'GetLogisticsTransferMst', parameters: { str: 'scan' } },
    fields: [],
    actions: [
      {
        operation: 'CloseLogisticsTransferMstChange',
        title: () => words('task').transfer.actions.close.title,
        icon: 'done',
        parameters: { strJson: { json: { transferCode: 'scan', close: true } } },
      },
      {
        operation: 'CloseLogisticsTransferMstChange',
        title: () => words('task').transfer.actions.reopen.title,
        hint: () => words('task').transfer.actions.reopen.hint,
        icon: 'repeat',
        parameters: { strJson: { json: { transferCode: 'scan', close: false } } },
      },
    ],
  },
  {
    id: 'weight',
    path: '/tasks/weight',
    icon: 'update',
    title: () => words('task').weight.title,
    hint: () => words('task').weight.hint,
    kind: 'object',
    subject: {
      parameter: 'code',
      noun: () => words('task').weight.noun,
    },
    fields: [
      { name: 'weight', label: () => words('task').weight.fields.weight.label, input: 'decimal', positive: true },
      {
        name: 'unit',
        label: () => words('task').weight.fields.unit.label,
        input: 'choice',
        choices: 'weightUnits',
        stays: true,
      },
    ],
    actions: [
      {
        operation: 'ResetWeightClone',
        title: () => words('task').weight.actions.ResetWeightClone.title,
        icon: 'done',
        parameters: {
          code: 'scan',
          weight: { field: 'weight' },
          opUserID: { known: 'userId' },
          WeightUnit: { field: 'unit' },
        },
      },
    ],
  },
  {
    id: 'transport-order',
    path: '/tasks/transport-order',
    icon: 'next',
    title: () => words('task').transportOrder.title,
    hint: () => words('task').transportOrder.hint,
    kind: 'scans',
    operation: 'ChangeTransportOrder',
    steps: [
      {
        parameter: 'transportOrderCode',
        noun: () => words('task').transportOrder.steps.transportOrderCode.noun,
      },
      {
        parameter: 'interDeliveryCode',
        noun: () => words('task').transportOrder.steps.interDeliveryCode.noun,
      },
    ],
    known: { opUserID: 'userId' },
    keeps: 'interDeliveryCode',
  },
  {
    id: 'external-code',
    path: '/tasks/external-code',
    icon: 'keyboard',
    title: () => words('task').externalCode.title,
    hint: () => words('task').externalCode.hint,
    kind: 'object',
    subject: {
      parameter: 'oSDeliveryCode',
      noun: () => words('task').externalCode.noun,
    },
    lookUp: {
      operation: 'GetDDCodeByOSDeliveryCode',
      parameters: { oSDeliveryCode: 'scan', userID: { known: 'userId' } },
    },
    fields: [
      {
        name: 'orderCodeEx',
        label: () => words('task').externalCode.fields.orderCodeEx.label,
        noun: () => words('task').externalCode.fields.orderCodeEx.noun,
        input: 'scan',
        parameter: 'orderCodeEx',
      },
      {
        name: 'shortCode',
        label: () => words('task').externalCode.fields.shortCode.label,
        input: 'text',
        optional: true,
      },
      { name: 'remark', label: () => words('task').externalCode.fields.remark.label, input: 'text', optional: true },
    ],
    actions: [
      {
        operation: 'OrderCodeExStorage',
        title: () => words('task').externalCode.actions.OrderCodeExStorage.title,
        icon: 'done',
        parameters: {
          oSDeliveryCode: 'scan',
          orderCodeEx: { field: 'orderCodeEx' },
          remark: { field: 'remark' },
          shortCode: { field: 'shortCode' },
        },
      },
    ],
  },
  {
    id: 'batch',
    path: '/tasks/batch',
    icon: 'batch',
    title: () => words('task').batch.title,
    hint: () => words('task').batch.hint,
    kind: 'look-up',
    subject: { parameter: 'batchCode', noun: nouns.batch },
    lookUp: { operation: 'GetWbBatchBagPackages', parameters: { batchCode: 'scan' } },
  },
  {
    id: 'shelf',
    path: '/tasks/shelf',
    icon: 'shelf',
    title: () => words('task').shelf.title,
    hint: () => words('task').shelf.hint,
    kind: 'look-up',
    subject: { parameter: 'selfID', noun: nouns.shelf },
    lookUp: { operation: 'GetSelfDetailList', parameters: { selfID: 'scan' } },
  },
  {
    id: 'domestic-code',
    path: '/tasks/domestic-code',
    icon: 'lookUp',
    title: () => words('task').domesticCode.title,
    hint: () => words('task').domesticCode.hint,
    kind: 'look-up',
    subject: { parameter: 'code', noun: () => words('task').domesticCode.noun },
    lookUp: { operation: 'ExistsDomesticDeliveryCode', parameters: { code: 'scan' } },
  },
  {
    id: 'scanning-list',
    path: '/tasks/scanning-list',
    icon: 'queue',
    title: () => words('task').scanningList.title,
    hint: () => words('task').scanningList.hint,
    kind: 'look-up',
    subject: { parameter: 'param', noun: () => words('task').scanningList.noun },
    lookUp: { operation: 'GetGerWarehouseScanningList', parameters: { param: 'scan' } },
    all: () => words('task').scanningList.all,
  },
  {
    id: 'images',
    path: '/tasks/images',
    icon: 'eye',
    title: () => words('task').images.title,
    hint: () => words('task').images.hint,
    kind: 'look-up',
    subject: { parameter: 'deliveryCode', noun: nouns.delivery },
    lookUp: {
      operation: 'GetListSplitProductImg',
      parameters: { deliveryCode: 'scan', opUserID: { known: 'userId' } },
    },
  },
  {
    id: 'countries',
    path: '/tasks/countries',
    icon: 'gateway',
    title: () => words('task').countries.title,
    hint: () => words('task').countries.hint,
    kind: 'object',
    subject: { parameter: 'userCode', noun: () => words('task').countries.noun },
    lookUp: {
      operation: 'GetCountryAndProductByUserCode',
      parameters: { wareHoseId: { known: 'warehouseId' }, userCode: 'scan', fromSiteCodes: { field: 'fromSiteCodes' } },
    },
    fields: [
      {
        name: 'fromSiteCodes',
        label: () => words('task').countries.fields.fromSiteCodes.label,
        hint: () => words('task').countries.fields.fromSiteCodes.hint,
        input: 'text',
        optional: true,
        stays: true,
      },
    ],
    actions: [],
  },
  {
    id: 'report',
    path: '/tasks/report',
    icon: 'unclassified',
    title: () => words('task').report.title,
    hint: () => words('task').report.hint,
    kind: 'look-up',
    subject: { parameter: 'inputNumber', noun: () => words('task').report.noun },
    lookUp: {
      operation: 'GetReportDataPartner',
      parameters: { inputNumber: 'scan', userId: { known: 'userId' } },
    },
  },
  {
    id: 'paint-marker',
    path: '/tasks/paint-marker',
    icon: 'eye',
    title: () => words('task').paintMarker.title,
    hint: () => words('task').paintMarker.hint,
    kind: 'look-up',
    subject: { parameter: 'deliveryCode', noun: nouns.delivery },
    lookUp: { operation: 'GetPaintMarker', parameters: { strJson: { json: { deliveryCode: 'scan' } } } },
  },
  {
    id: 'print-cn',
    path: '/tasks/print-cn',
    icon: 'batch',
    title: () => words('task').printCn.title,
    hint: () => words('task').printCn.hint,
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [{ name: 'company', label: () => words('task').printCn.fields.company.label, input: 'text', stays: true }],
    print: {
      operation: 'PrintCNOrder',
      parameters: { code: 'scan', company: { field: 'company' }, userId: { known: 'userId' } },
    },
  },
  {
    id: 'print-kjy',
    path: '/tasks/print-kjy',
    icon: 'batch',
    title: () => words('task').printKjy.title,
    hint: () => words('task').printKjy.hint,
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [],
    print: { operation: 'PrintKJYOrder', parameters: { code: 'scan', userId: { known: 'userId' } } },
  },
];

/** The tasks most used: large on the home screen of a site that names none. */
export const commonTasks: readonly string[] = ['revert-off', 'bag', 'transfer', 'weight'];
