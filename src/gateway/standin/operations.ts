import type { DatabaseSync } from 'node:sqlite';
import type { OperationName } from '#contract/catalogue.ts';

/** The arguments of an operation by wire name; numbers as .NET would write them. */
export type Arguments = Readonly<Record<string, string>>;

/** Runs one operation in the caller's transaction. @returns the result text. */
export type RunOperation = (db: DatabaseSync, values: Arguments) => string;

/**
 * What the operations do here. Only RevertOff's purpose is in the interface description; the rest is assumed, result
 * texts included. An operation that is not here is answered as by a host that lacks it.
 */
export const operations: Readonly<Partial<Record<OperationName, RunOperation>>> = {
  RevertOff: withKey((db, { deliveryCode = '', storeCode = '', userID = '' }) => {
    const delivery = db.prepare('select shelf_code from deliveries where code = ?').get(deliveryCode);
    if (!delivery) return `ERR: delivery ${deliveryCode} is unknown`;
    if (!db.prepare('select 1 from shelves where code = ?').get(storeCode)) return `ERR: shelf ${storeCode} is unknown`;
    if (delivery['shelf_code'] !== null) {
      return `ERR: ${deliveryCode} is not off-shelf, it is on ${String(delivery['shelf_code'])}`;
    }
    db.prepare('update deliveries set shelf_code = ?, moved_by = ? where code = ?').run(
      storeCode,
      userID,
      deliveryCode,
    );
    return `OK: ${deliveryCode} is back on ${storeCode}`;
  }),

  GetBagDetailByBagCode: withKey((db, { bagCode = '' }) => {
    const bag = db.prepare(`${BAGS} where bags.code = ?`).get(bagCode);
    return bag ? JSON.stringify(describeBag(db, bag)) : `ERR: bag ${bagCode} is unknown`;
  }),

  CompleteBag: withKey((db, { logTransferDtlID = '', userID = '', sWeight = '', WarehouseID = '' }) => {
    const bag = db.prepare(`${BAGS} where log_transfer_dtl_id = ?`).get(Number(logTransferDtlID));
    if (!bag) return `ERR: bag ${logTransferDtlID} is unknown`;
    const code = String(bag['code']);
    if (String(bag['warehouse_id']) !== WarehouseID) {
      return `ERR: ${code} is in warehouse ${String(bag['warehouse_id'])}, not in ${WarehouseID}`;
    }
    if (bag['status'] === 'complete') return `ERR: ${code} is complete already`;
    if (!(Number(sWeight) > 0)) return `ERR: ${code} cannot weigh ${sWeight}`;
    db.prepare(`update bags set status = 'complete', weight = ?, changed_by = ? where code = ?`).run(
      sWeight,
      userID,
      code,
    );
    return `OK: ${code} is complete with ${sWeight}`;
  }),

  AgainOpenBag: withKey((db, { logTransferDtlID = '' }) => {
    const bag = db.prepare(`${BAGS} where log_transfer_dtl_id = ?`).get(Number(logTransferDtlID));
    if (!bag) return `ERR: bag ${logTransferDtlID} is unknown`;
    const code = String(bag['code']);
    if (bag['status'] === 'open') return `ERR: ${code} is open already`;
    db.prepare(`update bags set status = 'open', weight = null where code = ?`).run(code);
    return `OK: ${code} is open again`;
  }),

  GetWbBatchBagPackages: withKey((db, { batchCode = '' }) => {
    if (!db.prepare('select 1 from batches where code = ?').get(batchCode)) return `ERR: batch ${batchCode} is unknown`;
    const bags = db.prepare(`${BAGS} where batch_code = ? order by bags.code`).all(batchCode);
    return JSON.stringify({ batchCode, bags: bags.map((bag) => describeBag(db, bag)) });
  }),
};

const BAGS = 'select bags.*, transfers.warehouse_id from bags join transfers on transfers.code = bags.transfer_code';

/** A key that is not valid is an answer like any other: the operation ran, and refused. */
function withKey(run: RunOperation): RunOperation {
  return (db, values) => {
    const known = db.prepare('select 1 from api_keys where key = ?').get(values['apiKey'] ?? '');
    return known ? run(db, values) : 'ERR: apiKey is not valid';
  };
}

/** A bag as the Get… operations show it; weights are texts, so that no digit is lost. */
function describeBag(db: DatabaseSync, bag: Readonly<Record<string, unknown>>): object {
  const packages = db.prepare('select code, weight from packages where bag_code = ? order by code');
  return {
    bagCode: bag['code'],
    logTransferDtlID: bag['log_transfer_dtl_id'],
    transferCode: bag['transfer_code'],
    batchCode: bag['batch_code'],
    warehouseID: bag['warehouse_id'],
    status: bag['status'],
    weight: bag['weight'],
    packages: packages.all(String(bag['code'])),
  };
}
