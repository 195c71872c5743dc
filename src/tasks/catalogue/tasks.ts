import { revertOff } from './revertOff.ts';
import type { Task } from '#tasks/task/task.ts';
import type { Texts } from '#i18n/language.ts';

const nouns = {
  bag: { en: 'bag', zh: '货袋', ru: 'мешок' },
  batch: { en: 'batch', zh: '批次', ru: 'партия' },
  delivery: { en: 'delivery', zh: '运单', ru: 'отправление' },
  order: { en: 'order', zh: '订单', ru: 'заказ' },
  shelf: { en: 'shelf', zh: '货位', ru: 'полка' },
  transfer: { en: 'transfer', zh: '转运单', ru: 'рейс' },
} as const satisfies Record<string, Texts>;

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
    title: { en: 'Bag', zh: '货袋', ru: 'Мешок' },
    hint: {
      en: 'Look at a bag, weigh it, complete it, open it again',
      zh: '查看、称重、封袋、重新打开',
      ru: 'Посмотреть, взвесить, закрыть, открыть снова',
    },
    kind: 'object',
    subject: { parameter: 'bagCode', noun: nouns.bag },
    lookUp: { operation: 'GetBagDetailByBagCode', parameters: { bagCode: 'scan' } },
    fields: [
      {
        name: 'weight',
        label: { en: 'Weight', zh: '重量', ru: 'Вес' },
        hint: {
          en: 'As the scale shows it. A comma is taken for a point.',
          zh: '按秤上显示的输入，逗号视为小数点。',
          ru: 'Как на весах. Запятая считается точкой.',
        },
        input: 'decimal',
        positive: true,
      },
      {
        name: 'transferLine',
        label: { en: 'Transfer line number', zh: '转运明细编号', ru: 'Номер строки рейса' },
        input: 'int',
        found: 'logTransferDtlID',
      },
    ],
    actions: [
      {
        operation: 'CompleteBag',
        title: { en: 'Complete bag', zh: '封袋', ru: 'Закрыть мешок' },
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
        title: { en: 'Reopen bag', zh: '重新打开货袋', ru: 'Открыть мешок снова' },
        hint: {
          en: 'For a bag that was completed too early.',
          zh: '用于封得过早的货袋。',
          ru: 'Если мешок закрыли слишком рано.',
        },
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
    title: { en: 'Transfer', zh: '转运', ru: 'Рейс' },
    hint: {
      en: 'Look at a transfer, close it, open it again',
      zh: '查看转运单、关闭、重新打开',
      ru: 'Посмотреть, закрыть, открыть снова',
    },
    kind: 'object',
    subject: { parameter: 'str', noun: nouns.transfer },
    lookUp: { operation: 'GetLogisticsTransferMst', parameters: { str: 'scan' } },
    fields: [],
    actions: [
      {
        operation: 'CloseLogisticsTransferMstChange',
        title: { en: 'Close transfer', zh: '关闭转运单', ru: 'Закрыть рейс' },
        icon: 'done',
        parameters: { strJson: { json: { transferCode: 'scan', close: true } } },
      },
      {
        operation: 'CloseLogisticsTransferMstChange',
        title: { en: 'Open transfer again', zh: '重新打开转运单', ru: 'Открыть рейс снова' },
        hint: {
          en: 'For a transfer that was closed too early.',
          zh: '用于关闭过早的转运单。',
          ru: 'Если рейс закрыли слишком рано.',
        },
        icon: 'repeat',
        parameters: { strJson: { json: { transferCode: 'scan', close: false } } },
      },
    ],
  },
  {
    id: 'weight',
    path: '/tasks/weight',
    icon: 'update',
    title: { en: 'Weight', zh: '重量', ru: 'Вес' },
    hint: {
      en: 'Set the weight of a delivery or a package',
      zh: '重设运单或包裹的重量',
      ru: 'Задать вес отправления или посылки',
    },
    kind: 'object',
    subject: {
      parameter: 'code',
      noun: { en: 'delivery or package', zh: '运单或包裹', ru: 'отправление или посылка' },
    },
    fields: [
      { name: 'weight', label: { en: 'Weight', zh: '重量', ru: 'Вес' }, input: 'decimal', positive: true },
      {
        name: 'unit',
        label: { en: 'Unit', zh: '单位', ru: 'Единица' },
        input: 'choice',
        choices: 'weightUnits',
        stays: true,
      },
    ],
    actions: [
      {
        operation: 'ResetWeightClone',
        title: { en: 'Save weight', zh: '保存重量', ru: 'Сохранить вес' },
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
    title: { en: 'Transport order', zh: '运输单', ru: 'Транс\u00adпорт\u00adный заказ' },
    hint: {
      en: 'Give a transport order another international delivery',
      zh: '为运输单更换国际运单',
      ru: 'Назначить заказу другую международную отправку',
    },
    kind: 'scans',
    operation: 'ChangeTransportOrder',
    steps: [
      {
        parameter: 'transportOrderCode',
        noun: { en: 'transport order', zh: '运输单', ru: 'транспортный заказ' },
      },
      {
        parameter: 'interDeliveryCode',
        noun: { en: 'international delivery', zh: '国际运单', ru: 'международная отправка' },
      },
    ],
    known: { opUserID: 'userId' },
    keeps: 'interDeliveryCode',
  },
  {
    id: 'external-code',
    path: '/tasks/external-code',
    icon: 'keyboard',
    title: { en: 'External code', zh: '外部单号', ru: 'Внешний код' },
    hint: {
      en: 'Look up a delivery’s codes, store its order code',
      zh: '查询运单的单号，保存订单号',
      ru: 'Узнать коды отправления, записать код заказа',
    },
    kind: 'object',
    subject: {
      parameter: 'oSDeliveryCode',
      noun: { en: 'external delivery code', zh: '外部运单号', ru: 'внешний код отправления' },
    },
    lookUp: {
      operation: 'GetDDCodeByOSDeliveryCode',
      parameters: { oSDeliveryCode: 'scan', userID: { known: 'userId' } },
    },
    fields: [
      {
        name: 'orderCodeEx',
        label: { en: 'Order code', zh: '订单号', ru: 'Код заказа' },
        noun: { en: 'order code', zh: '订单号', ru: 'код заказа' },
        input: 'scan',
        parameter: 'orderCodeEx',
      },
      { name: 'shortCode', label: { en: 'Short code', zh: '短码', ru: 'Короткий код' }, input: 'text', optional: true },
      { name: 'remark', label: { en: 'Remark', zh: '备注', ru: 'Примечание' }, input: 'text', optional: true },
    ],
    actions: [
      {
        operation: 'OrderCodeExStorage',
        title: { en: 'Store code', zh: '保存单号', ru: 'Записать код' },
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
    title: { en: 'Batch contents', zh: '批次内容', ru: 'Состав партии' },
    hint: { en: 'Bags and packages of a batch', zh: '批次中的货袋和包裹', ru: 'Мешки и посылки партии' },
    kind: 'look-up',
    subject: { parameter: 'batchCode', noun: nouns.batch },
    lookUp: { operation: 'GetWbBatchBagPackages', parameters: { batchCode: 'scan' } },
  },
  {
    id: 'shelf',
    path: '/tasks/shelf',
    icon: 'shelf',
    title: { en: 'Shelf contents', zh: '货位内容', ru: 'Что на полке' },
    hint: { en: 'Deliveries that lie on a shelf', zh: '货位上的运单', ru: 'Отправления на полке' },
    kind: 'look-up',
    subject: { parameter: 'selfID', noun: nouns.shelf },
    lookUp: { operation: 'GetSelfDetailList', parameters: { selfID: 'scan' } },
  },
  {
    id: 'domestic-code',
    path: '/tasks/domestic-code',
    icon: 'lookUp',
    title: { en: 'Domestic code', zh: '国内单号', ru: 'Внутрен\u00adний код' },
    hint: {
      en: 'Check whether a domestic code exists',
      zh: '检查国内单号是否存在',
      ru: 'Проверить, есть ли внутренний код',
    },
    kind: 'look-up',
    subject: { parameter: 'code', noun: { en: 'domestic code', zh: '国内单号', ru: 'внутренний код' } },
    lookUp: { operation: 'ExistsDomesticDeliveryCode', parameters: { code: 'scan' } },
  },
  {
    id: 'scanning-list',
    path: '/tasks/scanning-list',
    icon: 'queue',
    title: { en: 'Scanning list', zh: '扫描清单', ru: 'Список для сканиро\u00adвания' },
    hint: { en: 'What a list asks to be scanned', zh: '清单中要扫描的内容', ru: 'Что надо отсканировать по списку' },
    kind: 'look-up',
    subject: { parameter: 'param', noun: { en: 'list', zh: '清单', ru: 'список' } },
    lookUp: { operation: 'GetGerWarehouseScanningList', parameters: { param: 'scan' } },
    all: { en: 'All lists', zh: '全部清单', ru: 'Все списки' },
  },
  {
    id: 'images',
    path: '/tasks/images',
    icon: 'eye',
    title: { en: 'Product pictures', zh: '商品图片', ru: 'Фото товаров' },
    hint: {
      en: 'Pictures of a delivery’s split products',
      zh: '运单拆分商品的图片',
      ru: 'Фото разделённых товаров отправления',
    },
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
    title: { en: 'Countries and products', zh: '国家和产品', ru: 'Страны и услуги' },
    hint: {
      en: 'What a user may send from this warehouse',
      zh: '用户可从本仓库发往哪里',
      ru: 'Что пользователь может отправить с этого склада',
    },
    kind: 'object',
    subject: { parameter: 'userCode', noun: { en: 'user code', zh: '用户代码', ru: 'код пользователя' } },
    lookUp: {
      operation: 'GetCountryAndProductByUserCode',
      parameters: { wareHoseId: { known: 'warehouseId' }, userCode: 'scan', fromSiteCodes: { field: 'fromSiteCodes' } },
    },
    fields: [
      {
        name: 'fromSiteCodes',
        label: { en: 'From sites', zh: '始发站点', ru: 'Пункты отправления' },
        hint: {
          en: 'Codes with commas between; empty: all.',
          zh: '代码用逗号分隔；留空表示全部。',
          ru: 'Коды через запятую; пусто: все.',
        },
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
    title: { en: 'Partner report', zh: '合作方报表', ru: 'Отчёт партнёра' },
    hint: { en: 'Data of a partner’s report', zh: '合作方报表的数据', ru: 'Данные отчёта партнёра' },
    kind: 'look-up',
    subject: { parameter: 'inputNumber', noun: { en: 'report number', zh: '报表编号', ru: 'номер отчёта' } },
    lookUp: {
      operation: 'GetReportDataPartner',
      parameters: { inputNumber: 'scan', userId: { known: 'userId' } },
    },
  },
  {
    id: 'paint-marker',
    path: '/tasks/paint-marker',
    icon: 'eye',
    title: { en: 'Paint marker', zh: '喷漆标记', ru: 'Цветная метка' },
    hint: { en: 'Colour and shape of a delivery’s mark', zh: '运单标记的颜色和形状', ru: 'Цвет и форма метки' },
    kind: 'look-up',
    subject: { parameter: 'deliveryCode', noun: nouns.delivery },
    lookUp: { operation: 'GetPaintMarker', parameters: { strJson: { json: { deliveryCode: 'scan' } } } },
  },
  {
    id: 'print-cn',
    path: '/tasks/print-cn',
    icon: 'batch',
    title: { en: 'Print CN order', zh: '打印 CN 订单', ru: 'Печать заказа CN' },
    hint: { en: 'A label by a company', zh: '按公司打印标签', ru: 'Этикетка перевозчика' },
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [{ name: 'company', label: { en: 'Company', zh: '公司', ru: 'Компания' }, input: 'text', stays: true }],
    print: {
      operation: 'PrintCNOrder',
      parameters: { code: 'scan', company: { field: 'company' }, userId: { known: 'userId' } },
    },
  },
  {
    id: 'print-kjy',
    path: '/tasks/print-kjy',
    icon: 'batch',
    title: { en: 'Print KJY order', zh: '打印 KJY 订单', ru: 'Печать заказа KJY' },
    hint: { en: 'A label by KJY', zh: '打印 KJY 标签', ru: 'Этикетка KJY' },
    kind: 'print',
    subject: { parameter: 'code', noun: nouns.order },
    fields: [],
    print: { operation: 'PrintKJYOrder', parameters: { code: 'scan', userId: { known: 'userId' } } },
  },
];

/** The tasks most used: large on the home screen of a site that names none. */
export const commonTasks: readonly string[] = ['revert-off', 'bag', 'transfer', 'weight'];
