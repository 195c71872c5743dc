import { readJson, memberText, withKey } from '#standin/runOperation.ts';

/** The operations on lists: shelves, lists to scan, countries and their products. */
export const listOperations = {
  GetSelfDetailList: withKey({ selfID: 'S-01-A' }, (db, { selfID = '' }) => {
    const shelf = db.prepare('select warehouse_id from shelves where code = ?').get(selfID);
    if (!shelf) return `ERR: shelf ${selfID} is unknown`;
    const deliveries = db
      .prepare(
        'select code as deliveryCode, os_code as oSDeliveryCode from deliveries where shelf_code = ? order by code',
      )
      .all(selfID);
    return JSON.stringify({ selfID, warehouseID: shelf['warehouse_id'], deliveries });
  }),

  GetGerWarehouseScanningList: withKey({ param: 'SL-1' }, (db, { param = '' }) => {
    const listCode = param.trim().startsWith('{') ? memberText(readJson(param)?.['listCode']) : param.trim();
    const lists = db
      .prepare("select distinct list_code from scanning_lists where ? in ('', list_code) order by list_code")
      .all(listCode);
    if (lists.length === 0) return `ERR: scanning list ${listCode} is unknown`;
    const items = db.prepare(
      'select delivery_code as deliveryCode, shelf_code as storeCode from scanning_lists left join deliveries on code = delivery_code where list_code = ? order by delivery_code',
    );
    return JSON.stringify({
      lists: lists.map(({ list_code: code }) => ({ listCode: code, items: items.all(String(code)) })),
    });
  }),

  GetCountryAndProductByUserCode: withKey(
    { userCode: 'W-007' },
    (db, { wareHoseId = '', userCode = '', fromSiteCodes = '' }) => {
      if (!db.prepare('select 1 from workers where user_code = ?').get(userCode))
        return `ERR: user ${userCode} is unknown`;
      if (!db.prepare('select 1 from warehouses where id = ?').get(Number(wareHoseId))) {
        return `ERR: warehouse ${wareHoseId} is unknown`;
      }
      const sites = fromSiteCodes.split(',').flatMap((site) => (site.trim() === '' ? [] : [site.trim()]));
      const rows = db
        .prepare(
          `select countries.code as country, countries.name as countryName, products.code as product,
           products.name as productName, from_site as fromSite
         from products join countries on countries.code = country_code
         where warehouse_id = ? order by countries.code, products.code`,
        )
        .all(Number(wareHoseId))
        .filter(({ fromSite }) => sites.length === 0 || sites.includes(String(fromSite)));
      const countries = [...new Set(rows.map(({ country }) => country))].map((code) => ({
        code,
        name: rows.find(({ country }) => country === code)?.['countryName'],
        products: rows
          .filter(({ country }) => country === code)
          .map(({ product, productName, fromSite }) => ({ code: product, name: productName, fromSite })),
      }));
      return JSON.stringify({ userCode, wareHoseId: Number(wareHoseId), countries });
    },
  ),
} as const;
