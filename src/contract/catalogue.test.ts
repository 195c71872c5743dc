import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OperationName, groupPaths, isOperationName, operationNames, operationOf } from '#contract/catalogue.ts';

/**
 * Copied by hand from the interface description, "Endpoints": one line per row of its tables. A further operation has no
 * second copy here: its task and its sample are what tells whether it is right.
 */
const WITNESS = `
/OrderApiV1.asmx OrderCodeExStorage apiKey: string; oSDeliveryCode: string; orderCodeEx: string; remark: string; shortCode: string
/WareHouseAPIV1.asmx GetCountryAndProductByUserCode apiKey: string; wareHoseId: int; userCode: string; fromSiteCodes: string
/WareHouseAPIV1.asmx GetListSplitProductImg apiKey: string; deliveryCode: string; opUserID: string
/WareHouseAPIV1.asmx CloseLogisticsTransferMstChange apiKey: string; strJson: string
/WareHouseAPIV1.asmx ChangeTransportOrder apiKey: string; transportOrderCode: string; interDeliveryCode: string; opUserID: string
/WareHouseAPIV1.asmx GetReportDataPartner apiKey: string; inputNumber: string; userId: int
/WareHouseAPIV1.asmx GetGerWarehouseScanningList apiKey: string; param: string
/WareHouseAPIV1.asmx GetDDCodeByOSDeliveryCode apiKey: string; oSDeliveryCode: string; userID: int
/WareHouseAPIV1.asmx ResetWeightClone apiKey: string; code: string; weight: decimal; opUserID: string; WeightUnit: int
/WareHouseAPIV1.asmx PrintCNOrder apiKey: string; code: string; company: string; userId: int
/WareHouseAPIV1.asmx GetWbBatchBagPackages apiKey: string; batchCode: string
/WareHouseAPIV1.asmx CompleteBag apiKey: string; logTransferDtlID: int; userID: int; sWeight: decimal; WarehouseID: int
/WareHouseAPIV1.asmx GetBagDetailByBagCode apiKey: string; bagCode: string
/WareHouseAPIV1.asmx PrintKJYOrder apiKey: string; code: string; userId: int
/WareHouseAPIV1.asmx ExistsDomesticDeliveryCode apiKey: string; code: string
/WareHouseAPIV1.asmx GetSelfDetailList apiKey: string; selfID: string
/WareHouseAPIV1.asmx AgainOpenBag apiKey: string; logTransferDtlID: int
/WareHouseAPIV1.asmx GetPaintMarker apiKey: string; strJson: string
/WareHouseAPIV1.asmx GetLogisticsTransferMst apiKey: string; str: string
/PDAAPIV1.asmx RevertOff deliveryCode: string; storeCode: string; apiKey: string; userID: string
`;

const witness = WITNESS.trim()
  .split('\n')
  .map((line) => {
    const [path = '', name = '', ...rest] = line.split(' ');
    return { path, name, parameters: rest.join(' ') };
  });

function written(name: OperationName): string {
  return operationOf(name)
    .parameters.map((parameter) => parameter.join(': '))
    .join('; ');
}

describe('the catalogue is the interface description', () => {
  test('it has its operations in their order; a further one carries the key too', () => {
    const given = witness.map(({ name }) => name);
    expect(operationNames.filter((name) => given.includes(name))).toEqual(given);
    const further = operationNames.filter((name) => !given.includes(name));
    const bare = further.filter((name) => !operationOf(name).parameters.some(([known]) => known === 'apiKey'));
    expect(bare).toEqual([]);
  });

  test.each(witness)('$name has its path, and its parameters in name, type and order', ({ path, name, parameters }) => {
    const operation = name as OperationName;
    expect(groupPaths[operationOf(operation).group]).toBe(path);
    expect(written(operation)).toBe(parameters);
  });

  const peer = resolve('../shared/asmx-peer/ops.json');
  test.skipIf(!existsSync(peer))('a genuine ASMX stack was built from the same list', () => {
    type PeerOperation = { path: string; op: string; params: [string, string][] };
    const operations = JSON.parse(readFileSync(peer, 'utf8')) as PeerOperation[];
    const theirs = operations.map(({ path, op, params }) => [path, op, params]);
    const ours = operationNames.map((name) => [
      groupPaths[operationOf(name).group],
      name,
      operationOf(name).parameters,
    ]);
    const known = new Map(ours.map((row) => [String(row[1]), row])); // it may have been built before the youngest of them
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs).toEqual(theirs.map(([, name]) => known.get(String(name))));
  });
});

describe('what is assumed of the operations', () => {
  test('an operation is a read by its name only, and a print by its name only', () => {
    for (const name of operationNames) {
      const expected = /^(Get|Exists)/.test(name) ? 'read' : name.startsWith('Print') ? 'print' : 'write';
      expect([name, operationOf(name).effect]).toEqual([name, expected]);
    }
  });

  test('a lane is one of the operation’s own parameters, and never the key', () => {
    const lanes = operationNames.flatMap((name) => {
      const { lane, parameters } = operationOf(name);
      return lane === undefined ? [] : [[name, parameters.some(([known]) => known === lane) && lane !== 'apiKey']];
    });
    expect(lanes.length).toBeGreaterThan(0);
    expect(lanes.filter(([, own]) => own !== true)).toEqual([]);
  });
});

test.each(['revertOff', 'RevertOff ', '', 'toString', '__proto__', 'constructor', 'RevertOffResponse'])(
  '“%s” is no operation: names are case-sensitive',
  (text) => {
    expect(isOperationName(text)).toBe(false);
  },
);

test('each of the names is an operation', () => {
  expect(operationNames.filter((name) => !isOperationName(name))).toEqual([]);
});
