import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { productPicture } from './productPicture.ts';
import { readJson, memberText, withKey } from '#standin/runOperation.ts';

/** The units of weight, in kilograms; a unit's number is its place, from 1. */
const UNITS = [
  ['kg', 1],
  ['g', 0.001],
  ['lb', 0.453_592_37],
] as const;

/** The operations on one delivery: its codes, its weight, its pictures, its mark. */
export const deliveryOperations = {
  OrderCodeExStorage: withKey(
    { oSDeliveryCode: 'EX-50020', orderCodeEx: 'ORD-9', remark: 'dry', shortCode: 'Z' },
    (db, values) => {
      const { oSDeliveryCode = '', orderCodeEx = '', remark = '', shortCode = '' } = values;
      if (!findDelivery(db, oSDeliveryCode)) return `ERR: delivery ${oSDeliveryCode} is unknown`;
      if (orderCodeEx === '') return `ERR: ${oSDeliveryCode} needs an order code`;
      db.prepare(
        `insert into external_codes (os_code, order_code_ex, remark, short_code) values (?, ?, ?, ?)
       on conflict (os_code) do update set
         order_code_ex = excluded.order_code_ex, remark = excluded.remark, short_code = excluded.short_code`,
      ).run(oSDeliveryCode, orderCodeEx, remark, shortCode);
      return `OK: ${oSDeliveryCode} has the order code ${orderCodeEx}`;
    },
  ),

  GetDDCodeByOSDeliveryCode: withKey({ oSDeliveryCode: 'EX-50001' }, (db, { oSDeliveryCode = '' }) => {
    const delivery = findDelivery(db, oSDeliveryCode);
    if (!delivery) return `ERR: delivery ${oSDeliveryCode} is unknown`;
    const external = db.prepare('select * from external_codes where os_code = ?').get(oSDeliveryCode);
    return JSON.stringify({
      oSDeliveryCode,
      ddCode: delivery['dd_code'],
      deliveryCode: delivery['code'],
      orderCodeEx: external?.['order_code_ex'] ?? null,
      remark: external?.['remark'] ?? null,
      shortCode: external?.['short_code'] ?? null,
    });
  }),

  ExistsDomesticDeliveryCode: withKey({ code: 'DD-70001' }, (db, { code = '' }) => {
    const found = db.prepare('select delivery_code from shipments where dd_code = ?').get(code);
    const deliveryCode = found?.['delivery_code'] ?? null;
    return JSON.stringify({ code, exists: found !== undefined, deliveryCode, ...describeDelivery(db, deliveryCode) });
  }),

  ResetWeightClone: withKey(
    { code: 'D-1020', weight: '2.50', WeightUnit: '1' },
    (db, { code = '', weight = '', WeightUnit = '', opUserID = '' }) => {
      const [unit, kilograms] = UNITS[Number(WeightUnit) - 1] ?? [];
      if (unit === undefined || kilograms === undefined) return `ERR: weight unit ${WeightUnit} is unknown`;
      if (!(Number(weight) > 0)) return `ERR: ${code} cannot weigh ${weight}`;
      const shipment = db
        .prepare('update shipments set weight = ?, weight_unit = ?, weighed_by = ? where delivery_code = ?')
        .run(weight, unit, opUserID, code);
      if (shipment.changes === 0) {
        const inKilograms = kilograms === 1 ? weight : String(Number((Number(weight) * kilograms).toFixed(6)));
        const changed = db.prepare('update packages set weight = ? where code = ?').run(inKilograms, code);
        if (changed.changes === 0) return `ERR: ${code} is no delivery and no package`;
      }
      return `OK: ${code} weighs ${weight} ${unit}`;
    },
  ),

  GetListSplitProductImg: withKey({ deliveryCode: 'D-1003' }, (db, { deliveryCode = '' }) => {
    if (!db.prepare('select 1 from deliveries where code = ?').get(deliveryCode)) {
      return `ERR: delivery ${deliveryCode} is unknown`;
    }
    const images = db
      .prepare(
        'select position, product_code as productCode from product_images where delivery_code = ? order by position',
      )
      .all(deliveryCode)
      .map((image) => ({ ...image, image: productPicture(String(image['productCode'])) }));
    return JSON.stringify({ deliveryCode, ...describeDelivery(db, deliveryCode), images });
  }),

  GetPaintMarker: withKey({ strJson: '{"deliveryCode":"D-1001"}' }, (db, { strJson = '' }) => {
    const asked = readJson(strJson);
    if (!asked) return 'ERR: strJson is not a JSON object';
    const deliveryCode = memberText(asked['deliveryCode']);
    const found = db.prepare('select colour, shape from paint_markers where delivery_code = ?').get(deliveryCode);
    if (!found) return `ERR: ${deliveryCode} has no paint marker`;
    return JSON.stringify({ deliveryCode, ...found, ...describeDelivery(db, deliveryCode) });
  }),

  GetReportDataPartner: withKey({ inputNumber: 'R-9002' }, (db, { inputNumber = '' }) => {
    const report = db.prepare('select partner, status from partner_reports where input_number = ?').get(inputNumber);
    if (!report) return `ERR: report ${inputNumber} is unknown`;
    const lines = db
      .prepare(
        `select delivery_code as deliveryCode, dd_code as ddCode, weight, weight_unit as weightUnit
         from shipments where report_number = ? order by delivery_code`,
      )
      .all(inputNumber);
    return JSON.stringify({ inputNumber, ...report, lines });
  }),
} as const;

/** Describes a delivery for what asks about one thing of it: its other codes, and the shelf it lies on. */
function describeDelivery(db: DatabaseSync, code: SQLOutputValue): object | undefined {
  return db
    .prepare(
      `select dd_code as ddCode, os_code as oSDeliveryCode, shelf_code as storeCode, weight || ' ' || weight_unit as weight
       from deliveries join shipments on delivery_code = code where code = ?`,
    )
    .get(code);
}

function findDelivery(db: DatabaseSync, osCode: string): Readonly<Record<string, unknown>> | undefined {
  return db.prepare('select * from deliveries join shipments on delivery_code = code where os_code = ?').get(osCode);
}
