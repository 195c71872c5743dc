import type { SiteConfiguration } from '#contract/site.ts';

/** The words of the stand-in's answers, as a person reads them. */
export const standinLabels: NonNullable<SiteConfiguration['labels']> = {
  status: { en: 'State', zh: '状态', ru: 'Состояние' },
  weight: { en: 'Weight', zh: '重量', ru: 'Вес' },
  bags: { en: 'Bags', zh: '袋', ru: 'Мешки' },
  openBags: { en: 'open bags', zh: '未封袋', ru: 'открытых мешков' },
  packages: { en: 'Packages', zh: '包裹', ru: 'Посылки' },
  details: { en: 'Bags', zh: '袋', ru: 'Мешки' },
  deliveries: { en: 'Deliveries', zh: '配送单', ru: 'Доставки' },
  images: { en: 'Pictures', zh: '图片', ru: 'Фотографии' },
  items: { en: 'Deliveries', zh: '配送单', ru: 'Доставки' },
  lines: { en: 'Deliveries', zh: '配送单', ru: 'Доставки' },
  lists: { en: 'Lists', zh: '清单', ru: 'Списки' },
  countries: { en: 'Countries', zh: '国家', ru: 'Страны' },
  products: { en: 'Products', zh: '产品', ru: 'Продукты' },
  transferCode: { en: 'Transfer', zh: '调拨单', ru: 'Перемещение' },
  batchCode: { en: 'Batch', zh: '批次', ru: 'Партия' },
  fromSite: { en: 'From', zh: '始发', ru: 'Откуда' },
  toSite: { en: 'To', zh: '目的', ru: 'Куда' },
  partner: { en: 'Partner', zh: '合作方', ru: 'Партнёр' },
  productCode: { en: 'Product', zh: '产品', ru: 'Продукт' },
  listCode: { en: 'List', zh: '清单', ru: 'Список' },
  exists: { en: 'Known', zh: '已登记', ru: 'Известен' },
  colour: { en: 'Colour', zh: '颜色', ru: 'Цвет' },
  shape: { en: 'Shape', zh: '形状', ru: 'Форма' },
  position: { en: 'Place', zh: '位置', ru: 'Место' },
};

/** The states of the stand-in's answers. */
export const standinStates: NonNullable<SiteConfiguration['states']> = [
  { value: 'open', member: 'status', says: { en: 'OPEN', zh: '开放', ru: 'ОТКРЫТ' }, meaning: 'attention' },
  { value: 'complete', member: 'status', says: { en: 'COMPLETE', zh: '已封', ru: 'ЗАКРЫТ' }, meaning: 'good' },
  { value: 'closed', member: 'status', says: { en: 'CLOSED', zh: '已关闭', ru: 'ЗАКРЫТО' }, meaning: 'good' },
  { value: 'true', member: 'exists', says: { en: 'EXISTS', zh: '存在', ru: 'ЕСТЬ' }, meaning: 'good' },
  { value: 'false', member: 'exists', says: { en: 'UNKNOWN', zh: '未知', ru: 'НЕТ' }, meaning: 'bad' },
  { value: 'red', says: { en: 'red', zh: '红', ru: 'красный' } },
  { value: 'blue', says: { en: 'blue', zh: '蓝', ru: 'синий' } },
  { value: 'green', says: { en: 'green', zh: '绿', ru: 'зелёный' } },
  { value: 'yellow', says: { en: 'yellow', zh: '黄', ru: 'жёлтый' } },
  { value: 'dot', says: { en: 'dot', zh: '圆点', ru: 'точка' } },
  { value: 'stripe', says: { en: 'stripe', zh: '条纹', ru: 'полоса' } },
];
