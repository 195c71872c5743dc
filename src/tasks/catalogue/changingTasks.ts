import type { Task } from '#tasks/task/task.ts';
import { actionOf, faceOf, fieldOf, nouns } from './face.ts';
import { taskWords } from '#i18n/words/task.ts';
import { icons } from '#ui/icons.ts';

const closing = 'CloseLogisticsTransferMstChange';

export const changingTasks: readonly Task[] = [
  {
    ...faceOf('bag', icons.bag, 'bag'),
    kind: 'object',
    subject: { parameter: 'bagCode', noun: nouns.bag },
    lookUp: { operation: 'GetBagDetailByBagCode', parameters: { bagCode: 'scan' } },
    fields: [
      {
        ...fieldOf('weight', () => taskWords().bag.fields.weight),
        input: 'decimal',
        positive: true,
        replaces: 'weight',
      },
      {
        ...fieldOf('transferLine', () => taskWords().bag.fields.transferLine),
        input: 'int',
        found: 'logTransferDtlID',
      },
    ],
    actions: [
      {
        ...actionOf('CompleteBag', icons.done, () => taskWords().bag.actions.CompleteBag),
        parameters: {
          logTransferDtlID: { field: 'transferLine' },
          userID: { known: 'userId' },
          sWeight: { field: 'weight' },
          WarehouseID: { known: 'warehouseId' },
        },
      },
      {
        ...actionOf('AgainOpenBag', icons.reopen, () => taskWords().bag.actions.AgainOpenBag),
        parameters: { logTransferDtlID: { field: 'transferLine' } },
      },
    ],
    see: ['batch'],
  },
  {
    ...faceOf('transfer', icons.transfer, 'transfer'),
    kind: 'object',
    subject: { parameter: 'str', noun: nouns.transfer },
    lookUp: { operation: 'GetLogisticsTransferMst', parameters: { str: 'scan' } },
    fields: [],
    actions: [
      {
        ...actionOf(closing, icons.done, () => taskWords().transfer.actions.close),
        parameters: { strJson: { json: { transferCode: 'scan', close: true } } },
      },
      {
        ...actionOf(closing, icons.reopen, () => taskWords().transfer.actions.reopen),
        parameters: { strJson: { json: { transferCode: 'scan', close: false } } },
      },
    ],
  },
  {
    ...faceOf('weight', icons.weight, 'weight'),
    kind: 'object',
    subject: { parameter: 'code', noun: () => taskWords().weight.noun },
    fields: [
      {
        ...fieldOf('weight', () => taskWords().weight.fields.weight),
        input: 'decimal',
        positive: true,
        replaces: 'weight',
      },
      { ...fieldOf('unit', () => taskWords().weight.fields.unit), input: 'choice', stays: true },
    ],
    actions: [
      {
        ...actionOf('ResetWeightClone', icons.done, () => taskWords().weight.actions.ResetWeightClone),
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
    ...faceOf('transport-order', icons.transportOrder, 'transportOrder'),
    kind: 'scans',
    operation: 'ChangeTransportOrder',
    steps: [
      {
        parameter: 'transportOrderCode',
        noun: () => taskWords().transportOrder.steps.transportOrderCode.noun,
      },
      {
        parameter: 'interDeliveryCode',
        noun: () => taskWords().transportOrder.steps.interDeliveryCode.noun,
      },
    ],
    known: { opUserID: 'userId' },
    keeps: 'interDeliveryCode',
  },
  {
    ...faceOf('external-code', icons.externalCode, 'externalCode'),
    kind: 'object',
    subject: { parameter: 'oSDeliveryCode', noun: () => taskWords().externalCode.noun },
    lookUp: {
      operation: 'GetDDCodeByOSDeliveryCode',
      parameters: { oSDeliveryCode: 'scan', userID: { known: 'userId' } },
    },
    fields: [
      {
        ...fieldOf('orderCodeEx', () => taskWords().externalCode.fields.orderCodeEx),
        input: 'scan',
        parameter: 'orderCodeEx',
        replaces: 'orderCodeEx',
      },
      {
        ...fieldOf('shortCode', () => taskWords().externalCode.fields.shortCode),
        input: 'text',
        optional: true,
        stored: 'shortCode',
      },
      {
        ...fieldOf('remark', () => taskWords().externalCode.fields.remark),
        input: 'text',
        optional: true,
        stored: 'remark',
      },
    ],
    actions: [
      {
        ...actionOf('OrderCodeExStorage', icons.done, () => taskWords().externalCode.actions.OrderCodeExStorage),
        parameters: {
          oSDeliveryCode: 'scan',
          orderCodeEx: { field: 'orderCodeEx' },
          remark: { field: 'remark' },
          shortCode: { field: 'shortCode' },
        },
      },
    ],
  },
];
