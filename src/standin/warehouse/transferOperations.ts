import type { DatabaseSync } from 'node:sqlite';
import { BAGS, describeBag } from './bag.ts';
import { readJson, memberText, withKey } from '#standin/runOperation.ts';

/** The operations between warehouses: transfers and transport orders. */
export const transferOperations = {
  GetLogisticsTransferMst: withKey({ str: 'T-4001' }, (db, { str = '' }) => {
    if (str === '') {
      const codes = db.prepare('select code from transfers order by code').all();
      return JSON.stringify({ transfers: codes.map(({ code }) => describeTransfer(db, String(code))) });
    }
    const transfer = describeTransfer(db, str);
    if (!transfer) return `ERR: transfer ${str} is unknown`;
    const bags = db.prepare(`${BAGS} where transfer_code = ? order by bags.code`).all(str);
    return JSON.stringify({ ...transfer, details: bags.map((bag) => describeBag(db, bag)) });
  }),

  CloseLogisticsTransferMstChange: withKey(
    { strJson: '{"transferCode":"T-4004","close":true}' },
    (db, { strJson = '' }) => {
      const asked = readJson(strJson);
      if (!asked) return 'ERR: strJson is not a JSON object';
      const code = memberText(asked['transferCode']);
      const transfer = describeTransfer(db, code);
      if (!transfer) return `ERR: transfer ${code} is unknown`;
      const status = asked['close'] === false ? 'open' : 'closed';
      if (transfer.status === status) return `ERR: ${code} is ${status} already`;
      if (status === 'closed' && transfer.openBags > 0) return `ERR: ${code} has ${transfer.openBags} open bags`;
      const change = db.prepare('update transfer_states set status = ?, changed_by = ? where transfer_code = ?');
      change.run(status, memberText(asked['userID']), code);
      return `OK: ${code} is ${status}`;
    },
  ),

  ChangeTransportOrder: withKey(
    { transportOrderCode: 'TO-6002', interDeliveryCode: 'I-8005' },
    (db, { transportOrderCode = '', interDeliveryCode = '', opUserID = '' }) => {
      const order = db.prepare('select * from transport_orders where code = ?').get(transportOrderCode);
      if (!order) return `ERR: transport order ${transportOrderCode} is unknown`;
      if (order['status'] !== 'planned') return `ERR: ${transportOrderCode} is ${String(order['status'])}`;
      if (!db.prepare('select 1 from inter_deliveries where code = ?').get(interDeliveryCode)) {
        return `ERR: international delivery ${interDeliveryCode} is unknown`;
      }
      if (order['inter_delivery_code'] === interDeliveryCode) {
        return `ERR: ${transportOrderCode} has ${interDeliveryCode} already`;
      }
      const change = db.prepare('update transport_orders set inter_delivery_code = ?, changed_by = ? where code = ?');
      change.run(interDeliveryCode, opUserID, transportOrderCode);
      return `OK: ${transportOrderCode} has ${interDeliveryCode}`;
    },
  ),
} as const;

interface Transfer {
  readonly transferCode: string;
  readonly warehouseID: number;
  readonly fromSite: string;
  readonly toSite: string;
  readonly status: string;
  readonly bags: number;
  readonly openBags: number;
}

function describeTransfer(db: DatabaseSync, code: string): Transfer | undefined {
  const row = db
    .prepare(
      `select transfers.code, warehouse_id, from_site, to_site, transfer_states.status as status,
         (select count(*) from bags where bags.transfer_code = transfers.code) as bags,
         (select count(*) from bags where bags.transfer_code = transfers.code and bags.status = 'open') as open_bags
       from transfers join transfer_states on transfer_states.transfer_code = transfers.code where transfers.code = ?`,
    )
    .get(code);
  return (
    row && {
      transferCode: code,
      warehouseID: Number(row['warehouse_id']),
      fromSite: String(row['from_site']),
      toSite: String(row['to_site']),
      status: String(row['status']),
      bags: Number(row['bags']),
      openBags: Number(row['open_bags']),
    }
  );
}
