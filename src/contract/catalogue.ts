/** The three groups of the service and the path of each. Source: interface description, "What the service does". */
export const groupPaths = {
  order: '/OrderApiV1.asmx',
  warehouse: '/WareHouseAPIV1.asmx',
  handheld: '/PDAAPIV1.asmx',
} as const;

export type GroupName = keyof typeof groupPaths;

export const groupNames = Object.keys(groupPaths) as readonly GroupName[];

/** Type that the service gives a parameter: text, a 32-bit integer, or a .NET decimal. */
export type ParameterType = 'string' | 'int' | 'decimal';

/** The effect of an operation, if it is repeated. `read` changes nothing, `print` makes a second label. Assumption A-02. */
export type OperationEffect = 'write' | 'read' | 'print';

export interface Operation {
  readonly group: GroupName;
  /** Name and type, in table order; `apiKey` is among them and is never part of a call. */
  readonly parameters: readonly (readonly [name: string, type: ParameterType])[];
  readonly effect: OperationEffect;
  /** The parameter that names the object acted on; calls of one object keep their order. Assumption A-03. */
  readonly lane?: string;
}

type Entry = Omit<Operation, 'group' | 'parameters'> & { readonly parameters: Readonly<Record<string, ParameterType>> };

/**
 * The operations by their group, names verbatim.
 * Source: interface description, "Endpoints"; `effect` is assumption A-02, `lane` is assumption A-03.
 */
const catalogue = {
  order: {
    OrderCodeExStorage: {
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
  },
  warehouse: {
    GetCountryAndProductByUserCode: {
      parameters: { apiKey: 'string', wareHoseId: 'int', userCode: 'string', fromSiteCodes: 'string' },
      effect: 'read',
    },
    GetListSplitProductImg: {
      parameters: { apiKey: 'string', deliveryCode: 'string', opUserID: 'string' },
      effect: 'read',
    },
    CloseLogisticsTransferMstChange: {
      parameters: { apiKey: 'string', strJson: 'string' },
      effect: 'write',
    },
    ChangeTransportOrder: {
      parameters: { apiKey: 'string', transportOrderCode: 'string', interDeliveryCode: 'string', opUserID: 'string' },
      effect: 'write',
      lane: 'transportOrderCode',
    },
    /** The wire name carries a partner's brand: see `WireNames.partnerOperation`. */
    GetReportDataPartner: {
      parameters: { apiKey: 'string', inputNumber: 'string', userId: 'int' },
      effect: 'read',
    },
    GetGerWarehouseScanningList: {
      parameters: { apiKey: 'string', param: 'string' },
      effect: 'read',
    },
    GetDDCodeByOSDeliveryCode: {
      parameters: { apiKey: 'string', oSDeliveryCode: 'string', userID: 'int' },
      effect: 'read',
    },
    ResetWeightClone: {
      parameters: { apiKey: 'string', code: 'string', weight: 'decimal', opUserID: 'string', WeightUnit: 'int' },
      effect: 'write',
      lane: 'code',
    },
    PrintCNOrder: {
      parameters: { apiKey: 'string', code: 'string', company: 'string', userId: 'int' },
      effect: 'print',
      lane: 'code',
    },
    GetWbBatchBagPackages: {
      parameters: { apiKey: 'string', batchCode: 'string' },
      effect: 'read',
    },
    CompleteBag: {
      parameters: { apiKey: 'string', logTransferDtlID: 'int', userID: 'int', sWeight: 'decimal', WarehouseID: 'int' },
      effect: 'write',
      lane: 'logTransferDtlID',
    },
    GetBagDetailByBagCode: {
      parameters: { apiKey: 'string', bagCode: 'string' },
      effect: 'read',
    },
    PrintKJYOrder: {
      parameters: { apiKey: 'string', code: 'string', userId: 'int' },
      effect: 'print',
      lane: 'code',
    },
    ExistsDomesticDeliveryCode: {
      parameters: { apiKey: 'string', code: 'string' },
      effect: 'read',
    },
    GetSelfDetailList: {
      parameters: { apiKey: 'string', selfID: 'string' },
      effect: 'read',
    },
    AgainOpenBag: {
      parameters: { apiKey: 'string', logTransferDtlID: 'int' },
      effect: 'write',
      lane: 'logTransferDtlID',
    },
    GetPaintMarker: {
      parameters: { apiKey: 'string', strJson: 'string' },
      effect: 'read',
    },
    GetLogisticsTransferMst: {
      parameters: { apiKey: 'string', str: 'string' },
      effect: 'read',
    },
  },
  handheld: {
    /** Reverts a removal from shelf: the only operation whose purpose the interface description states. */
    RevertOff: {
      parameters: { deliveryCode: 'string', storeCode: 'string', apiKey: 'string', userID: 'string' },
      effect: 'write',
      lane: 'deliveryCode',
    },
  },
} as const satisfies Record<GroupName, Record<string, Entry>>;

export type OperationName = { [Group in GroupName]: keyof (typeof catalogue)[Group] }[GroupName];

const operations = new Map<string, Operation>(
  groupNames.flatMap((group) =>
    Object.entries<Entry>(catalogue[group]).map(([name, entry]) => [
      name,
      { ...entry, group, parameters: Object.entries(entry.parameters) },
    ]),
  ),
);

export const operationNames = [...operations.keys()] as readonly string[] as readonly OperationName[];

/** Returns an operation's entry of the catalogue. */
export function operationOf(name: OperationName): Operation {
  return operations.get(name) as Operation;
}

/** Tells whether `text` names an operation; names are case-sensitive (interface description, rule 1). */
export function isOperationName(text: string): text is OperationName {
  return operations.has(text);
}
