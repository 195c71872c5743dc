import type { Task } from '#tasks/task/task.ts';
import { nouns, faceOf } from './face.ts';
import { words } from '#i18n/words.ts';
import { laterIcons } from '#ui/laterIcons.ts';

export const changingTasks: readonly Task[] = [
  {
    ...faceOf('bag', laterIcons.bag, 'bag'),
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
        icon: laterIcons.done,
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
        icon: laterIcons.reopen,
        parameters: { logTransferDtlID: { field: 'transferLine' } },
      },
    ],
    see: ['batch'],
  },
  {
    ...faceOf('transfer', laterIcons.transfer, 'transfer'),
    kind: 'object',
    subject: { parameter: 'str', noun: nouns.transfer },
    lookUp: { operation: 'GetLogisticsTransferMst', parameters: { str: 'scan' } },
    fields: [],
    actions: [
      {
        operation: 'CloseLogisticsTransferMstChange',
        title: () => words('task').transfer.actions.close.title,
        icon: laterIcons.done,
        parameters: { strJson: { json: { transferCode: 'scan', close: true } } },
      },
      {
        operation: 'CloseLogisticsTransferMstChange',
        title: () => words('task').transfer.actions.reopen.title,
        hint: () => words('task').transfer.actions.reopen.hint,
        icon: laterIcons.reopen,
        parameters: { strJson: { json: { transferCode: 'scan', close: false } } },
      },
    ],
  },
  {
    ...faceOf('weight', laterIcons.weight, 'weight'),
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
        stays: true,
      },
    ],
    actions: [
      {
        operation: 'ResetWeightClone',
        title: () => words('task').weight.actions.ResetWeightClone.title,
        icon: laterIcons.done,
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
    ...faceOf('transport-order', laterIcons.transportOrder, 'transportOrder'),
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
    ...faceOf('external-code', laterIcons.externalCode, 'externalCode'),
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
        stored: 'shortCode',
      },
      {
        name: 'remark',
        label: () => words('task').externalCode.fields.remark.label,
        input: 'text',
        optional: true,
        stored: 'remark',
      },
    ],
    actions: [
      {
        operation: 'OrderCodeExStorage',
        title: () => words('task').externalCode.actions.OrderCodeExStorage.title,
        icon: laterIcons.done,
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
