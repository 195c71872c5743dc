import type { OperationName } from '#contract/catalogue.ts';
import { BAGS, describeBag } from './bag.ts';
import { deliveryOperations } from './deliveryOperations.ts';
import { listOperations } from './listOperations.ts';
import { printOperations } from './printOperations.ts';
import { type StandinOperation, withKey } from '#standin/runOperation.ts';
import { transferOperations } from './transferOperations.ts';

/**
 * The operations as the stand-in runs them. Only RevertOff's purpose is in the interface description; the rest is assumed,
 * result texts included.
 */
export const operations: Readonly<Record<OperationName, StandinOperation>> = {
  RevertOff: withKey(
    { deliveryCode: 'D-1020', storeCode: 'S-01-A' },
    (db, { deliveryCode = '', storeCode = '', userID = '' }) => {
      const delivery = db.prepare('select shelf_code from deliveries where code = ?').get(deliveryCode);
      if (!delivery) return `ERR: delivery ${deliveryCode} is unknown`;
      if (!db.prepare('select 1 from shelves where code = ?').get(storeCode))
        return `ERR: shelf ${storeCode} is unknown`;
      if (delivery['shelf_code'] !== null) {
        return `ERR: ${deliveryCode} is not off-shelf, it is on ${String(delivery['shelf_code'])}`;
      }
      const move = db.prepare('update deliveries set shelf_code = ?, moved_by = ? where code = ?');
      move.run(storeCode, userID, deliveryCode);
      return `OK: ${deliveryCode} is back on ${storeCode}`;
    },
  ),

  GetBagDetailByBagCode: withKey({ bagCode: 'BAG-2001' }, (db, { bagCode = '' }) => {
    const bag = db.prepare(`${BAGS} where bags.code = ?`).get(bagCode);
    return bag ? JSON.stringify(describeBag(db, bag)) : `ERR: bag ${bagCode} is unknown`;
  }),

  CompleteBag: withKey(
    { logTransferDtlID: '5005', sWeight: '1.5' },
    (db, { logTransferDtlID = '', userID = '', sWeight = '', WarehouseID = '' }) => {
      const bag = db.prepare(`${BAGS} where log_transfer_dtl_id = ?`).get(Number(logTransferDtlID));
      if (!bag) return `ERR: bag ${logTransferDtlID} is unknown`;
      const code = String(bag['code']);
      if (String(bag['warehouse_id']) !== WarehouseID) {
        return `ERR: ${code} is in warehouse ${String(bag['warehouse_id'])}, not in ${WarehouseID}`;
      }
      if (bag['status'] === 'complete') return `ERR: ${code} is complete already`;
      if (!(Number(sWeight) > 0)) return `ERR: ${code} cannot weigh ${sWeight}`;
      const complete = db.prepare(`update bags set status = 'complete', weight = ?, changed_by = ? where code = ?`);
      complete.run(sWeight, userID, code);
      return `OK: ${code} is complete with ${sWeight}`;
    },
  ),

  AgainOpenBag: withKey({ logTransferDtlID: '5004' }, (db, { logTransferDtlID = '' }) => {
    const bag = db.prepare(`${BAGS} where log_transfer_dtl_id = ?`).get(Number(logTransferDtlID));
    if (!bag) return `ERR: bag ${logTransferDtlID} is unknown`;
    const code = String(bag['code']);
    if (bag['status'] === 'open') return `ERR: ${code} is open already`;
    db.prepare(`update bags set status = 'open', weight = null where code = ?`).run(code);
    return `OK: ${code} is open again`;
  }),

  GetWbBatchBagPackages: withKey({ batchCode: 'B-3001' }, (db, { batchCode = '' }) => {
    if (!db.prepare('select 1 from batches where code = ?').get(batchCode)) return `ERR: batch ${batchCode} is unknown`;
    const bags = db.prepare(`${BAGS} where batch_code = ? order by bags.code`).all(batchCode);
    return JSON.stringify({ batchCode, bags: bags.map((bag) => describeBag(db, bag)) });
  }),

  ...deliveryOperations,
  ...transferOperations,
  ...listOperations,
  ...printOperations,
};
