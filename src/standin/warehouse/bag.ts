import type { DatabaseSync } from 'node:sqlite';

/** The query of bags, each with the warehouse that its transfer leaves from. */
export const BAGS =
  'select bags.*, transfers.warehouse_id from bags join transfers on transfers.code = bags.transfer_code';

/** Describes a bag for the Get… operations; weights are texts, so that no digit is lost. */
export function describeBag(db: DatabaseSync, bag: Readonly<Record<string, unknown>>): object {
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
