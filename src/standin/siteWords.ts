import type { SiteConfiguration } from '#site/site.ts';

/** The words of the stand-in's answers, as a person reads them. */
export const standinLabels: NonNullable<SiteConfiguration['labels']> = {
  status: { en: 'State', zh: '状态', ru: 'Состояние' },
  weight: { en: 'Weight', zh: '重量', ru: 'Вес' },
  bags: { en: 'Bags', zh: '货袋', ru: 'Мешки' },
  openBags: { en: 'open bags', zh: '未封袋', ru: 'открытых мешков' },
  packages: { en: 'Packages', zh: '包裹', ru: 'Посылки' },
  details: { en: 'Bags', zh: '货袋', ru: 'Мешки' },
  deliveries: { en: 'Deliveries', zh: '运单', ru: 'Отправления' },
  images: { en: 'Pictures', zh: '图片', ru: 'Фотографии' },
  items: { en: 'Deliveries', zh: '运单', ru: 'Отправления' },
  lines: { en: 'Deliveries', zh: '运单', ru: 'Отправления' },
  lists: { en: 'Lists', zh: '清单', ru: 'Списки' },
  countries: { en: 'Countries', zh: '国家', ru: 'Страны' },
  products: { en: 'Products', zh: '产品', ru: 'Услуги' },
  transferCode: { en: 'Transfer', zh: '转运单', ru: 'Рейс' },
  batchCode: { en: 'Batch', zh: '批次', ru: 'Партия' },
  fromSite: { en: 'From', zh: '始发', ru: 'Откуда' },
  toSite: { en: 'To', zh: '目的', ru: 'Куда' },
  partner: { en: 'Partner', zh: '合作方', ru: 'Партнёр' },
  productCode: { en: 'Product', zh: '产品', ru: 'Продукт' },
  listCode: { en: 'List', zh: '清单', ru: 'Список' },
  exists: { en: 'Known', zh: '已登记', ru: 'Известен' },
  colour: { en: 'Colour', zh: '颜色', ru: 'Цвет' },
  shape: { en: 'Shape', zh: '形状', ru: 'Форма' },
  warehouseID: { en: 'Warehouse', zh: '仓库', ru: 'Склад' },
  wareHoseId: { en: 'Warehouse', zh: '仓库', ru: 'Склад' },
  weightUnit: { en: 'Unit', zh: '单位', ru: 'Единица' },
  logTransferDtlID: { en: 'Transfer line', zh: '转运明细', ru: 'Строка рейса' },
  oSDeliveryCode: { en: 'External code', zh: '外部单号', ru: 'Внешний код' },
  code: { en: 'Code', zh: '代码', ru: 'Код' },
  name: { en: 'Name', zh: '名称', ru: 'Название' },
  copy: { en: 'Copy', zh: '份', ru: 'Экземпляр' },
  position: { en: 'Place', zh: '位置', ru: 'Место' },
};

/** The states of the stand-in's answers. */
export const standinStates: NonNullable<SiteConfiguration['states']> = [
  { value: 'open', member: 'status', says: { en: 'OPEN', zh: '开放', ru: 'ОТКРЫТ' }, meaning: 'attention' },
  { value: 'complete', member: 'status', says: { en: 'COMPLETE', zh: '已封', ru: 'ЗАКРЫТ' }, meaning: 'good' },
  { value: 'closed', member: 'status', says: { en: 'CLOSED', zh: '已关闭', ru: 'ЗАКРЫТО' }, meaning: 'good' },
  { value: 'true', member: 'exists', says: { en: 'EXISTS', zh: '存在', ru: 'ЕСТЬ' }, meaning: 'good' },
  { value: 'false', member: 'exists', says: { en: 'UNKNOWN', zh: '未知', ru: 'НЕТ' }, meaning: 'bad' },
  { value: '1', member: 'warehouseID', says: { en: 'Main warehouse', zh: '主仓库', ru: 'Главный склад' } },
  { value: '2', member: 'warehouseID', says: { en: 'Airport warehouse', zh: '机场仓库', ru: 'Склад в аэропорту' } },
  { value: '1', member: 'wareHoseId', says: { en: 'Main warehouse', zh: '主仓库', ru: 'Главный склад' } },
  { value: '2', member: 'wareHoseId', says: { en: 'Airport warehouse', zh: '机场仓库', ru: 'Склад в аэропорту' } },
  { value: 'red', says: { en: 'red', zh: '红', ru: 'красный' }, paint: '#c62828' },
  { value: 'blue', says: { en: 'blue', zh: '蓝', ru: 'синий' }, paint: '#1565c0' },
  { value: 'green', says: { en: 'green', zh: '绿', ru: 'зелёный' }, paint: '#2e7d32' },
  { value: 'yellow', says: { en: 'yellow', zh: '黄', ru: 'жёлтый' }, paint: '#ffb300' },
  { value: 'dot', says: { en: 'dot', zh: '圆点', ru: 'точка' }, shape: 'dot' },
  { value: 'ring', says: { en: 'ring', zh: '圆环', ru: 'кольцо' }, shape: 'ring' },
  { value: 'stripe', says: { en: 'stripe', zh: '条纹', ru: 'полоса' }, shape: 'stripe' },
  { value: 'cross', says: { en: 'cross', zh: '十字', ru: 'крест' }, shape: 'cross' },
];

/** The refusals of the stand-in, as a person reads them. What repeats is asked of operations whose codes are short: it is run on no long text. */
export const standinRefusals: SiteConfiguration['answerRules'] = [
  { matches: '^ERR: delivery ', ...says('The delivery is unknown', '运单不存在', 'Отправление неизвестно') },
  { matches: '^ERR: shelf ', ...says('The shelf is unknown', '货位不存在', 'Полка неизвестна') },
  { matches: '^ERR: bag ', ...says('The bag is unknown', '货袋不存在', 'Мешок неизвестен') },
  { matches: '^ERR: transfer ', ...says('The transfer is unknown', '转运单不存在', 'Рейс неизвестен') },
  { matches: '^ERR: order ', ...says('The order is unknown', '订单不存在', 'Заказ неизвестен') },
  {
    operation: 'RevertOff',
    matches: '^ERR: .* is not off-shelf',
    ...says('It is not off the shelf', '它没有下架', 'Оно не снято с полки'),
  },
  {
    operation: 'CompleteBag',
    matches: '^ERR: .* is complete already',
    ...says('It is complete already', '它已经封袋', 'Уже закрыт'),
  },
  {
    operation: 'AgainOpenBag',
    matches: '^ERR: .* is open already',
    ...says('It is open already', '它已经打开', 'Уже открыт'),
  },
];

function says(en: string, zh: string, ru: string) {
  return { verdict: 'refused', says: { en, zh, ru } } as const;
}
