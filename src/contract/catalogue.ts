/** The three groups of the service and the path of each. Source: interface description, "What the service does". */
export const groupPaths = {
  order: '/OrderApiV1.asmx',
  warehouse: '/WareHouseAPIV1.asmx',
  handheld: '/PDAAPIV1.asmx',
} as const;

export type GroupName = keyof typeof groupPaths;

export const groupNames = Object.keys(groupPaths) as readonly GroupName[];

/** How a parameter is typed by the service: text, a 32-bit integer, or a .NET decimal. */
export type ParameterType = 'string' | 'int' | 'decimal';

/** What a repeat of the operation would do. `read` changes nothing, `print` makes a second label. Assumption A-02. */
export type Effect = 'write' | 'read' | 'print';

export interface Operation {
  readonly group: GroupName;
  /** Name and type, in table order; `apiKey` is among them and is never part of a call. */
  readonly parameters: readonly (readonly [name: string, type: ParameterType])[];
  readonly effect: Effect;
  /** The parameter that names the object acted on; calls of one object keep their order. Assumption A-03. */
  readonly lane?: string;
}

type Entry = Omit<Operation, 'parameters'> & { readonly parameters: Readonly<Record<string, ParameterType>> };

/**
 * The operations, names verbatim.
 * Source: interface description, "Endpoints"; `effect` is assumption A-02, `lane` is assumption A-03.
 */
const catalogue = {
  OrderCodeExStorage: {
    group: 'order',
    parameters: {
      apiKey: 'string',
      oSDeliveryCode: 'string',
      orderCodeEx: 'string',
      remark: 'string',
      shortCode: 'string',
    },
    effect: 'write',
    lane: 'oSDeliveryCode',
  },
  GetCountryAndProductByUserCode: {
    group: 'warehouse',
    parameters: { apiKey: 'string', wareHoseId: 'int', userCode: 'string', fromSiteCodes: 'string' },
    effect: 'read',
  },
  GetListSplitProductImg: {
    group: 'warehouse',
    parameters: { apiKey: 'string', deliveryCode: 'string', opUserID: 'string' },
    effect: 'read',
  },
  CloseLogisticsTransferMstChange: {
    group: 'warehouse',
    parameters: { apiKey: 'string', strJson: 'string' },
    effect: 'write',
  },
  ChangeTransportOrder: {
    group: 'warehouse',
    parameters: { apiKey: 'string', transportOrderCode: 'string', interDeliveryCode: 'string', opUserID: 'string' },
    effect: 'write',
    lane: 'transportOrderCode',
  },
  /** The wire name carries a partner's brand: see `WireNames.partnerOperation`. */
  GetReportDataPartner: {
    group: 'warehouse',
    parameters: { apiKey: 'string', inputNumber: 'string', userId: 'int' },
    effect: 'read',
  },
  GetGerWarehouseScanningList: {
    group: 'warehouse',
    parameters: { apiKey: 'string', param: 'string' },
    effect: 'read',
  },
  GetDDCodeByOSDeliveryCode: {
    group: 'warehouse',
    parameters: { apiKey: 'string', oSDeliveryCode: 'string', userID: 'int' },
    effect: 'read',
  },
  ResetWeightClone: {
    group: 'warehouse',
    parameters: { apiKey: 'string', code: 'string', weight: 'decimal', opUserID: 'string', WeightUnit: 'int' },
    effect: 'write',
    lane: 'code',
  },
  PrintCNOrder: {
    group: 'warehouse',
    parameters: { apiKey: 'string', code: 'string', company: 'string', userId: 'int' },
    effect: 'print',
    lane: 'code',
  },
  GetWbBatchBagPackages: {
    group: 'warehouse',
    parameters: { apiKey: 'string', batchCode: 'string' },
    effect: 'read',
  },
  CompleteBag: {
    group: 'warehouse',
    parameters: { apiKey: 'string', logTransferDtlID: 'int', userID: 'int', sWeight: 'decimal', WarehouseID: 'int' },
    effect: 'write',
    lane: 'logTransferDtlID',
  },
  GetBagDetailByBagCode: {
    group: 'warehouse',
    parameters: { apiKey: 'string', bagCode: 'string' },
    effect: 'read',
  },
  PrintKJYOrder: {
    group: 'warehouse',
    parameters: { apiKey: 'string', code: 'string', userId: 'int' },
    effect: 'print',
    lane: 'code',
  },
  ExistsDomesticDeliveryCode: {
    group: 'warehouse',
    parameters: { apiKey: 'string', code: 'string' },
    effect: 'read',
  },
  GetSelfDetailList: {
    group: 'warehouse',
    parameters: { apiKey: 'string', selfID: 'string' },
    effect: 'read',
  },
  AgainOpenBag: {
    group: 'warehouse',
    parameters: { apiKey: 'string', logTransferDtlID: 'int' },
    effect: 'write',
    lane: 'logTransferDtlID',
  },
  GetPaintMarker: {
    group: 'warehouse',
    parameters: { apiKey: 'string', strJson: 'string' },
    effect: 'read',
  },
  GetLogisticsTransferMst: {
    group: 'warehouse',
    parameters: { apiKey: 'string', str: 'string' },
    effect: 'read',
  },
  /** Reverts a removal from shelf: the only operation whose purpose the interface description states. */
  RevertOff: {
    group: 'handheld',
    parameters: { deliveryCode: 'string', storeCode: 'string', apiKey: 'string', userID: 'string' },
    effect: 'write',
    lane: 'deliveryCode',
  },
} as const satisfies Record<string, Entry>;

export type OperationName = keyof typeof catalogue;

export const operationNames = Object.keys(catalogue) as readonly OperationName[];

const operations = new Map<string, Operation>(
  Object.entries<Entry>(catalogue).map(([name, entry]) => [
    name,
    { ...entry, parameters: Object.entries(entry.parameters) },
  ]),
);

/** What the catalogue says of an operation. */
export function operationOf(name: OperationName): Operation {
  return operations.get(name) as Operation;
}

/** Whether `text` names an operation; names are case-sensitive (interface description, rule 1). */
export function isOperationName(text: string): text is OperationName {
  return (operationNames as readonly string[]).includes(text);
}
