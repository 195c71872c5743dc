import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import { standinCodes, standinOpens } from './siteCodes.ts';
import { standinLabels, standinStates } from './siteWords.ts';

/** The site configuration of a gateway without a service: it says what the stand-in's answers mean. */
export const standinSite: SiteConfiguration = {
  ...unknownSite,
  name: 'Training warehouse',
  answerRules: [
    { matches: '^ERR: apiKey is not valid', verdict: 'key-refused' },
    { matches: '^ERR: ', verdict: 'refused' },
    { matches: '^OK: ', verdict: 'accepted' },
    { matches: '^\\{', verdict: 'accepted' },
  ],
  fieldRules: [
    { operation: 'GetBagDetailByBagCode', field: 'logTransferDtlID', json: 'logTransferDtlID' },
    { operation: 'GetBagDetailByBagCode', field: 'status', json: 'status' },
    { operation: 'GetBagDetailByBagCode', field: 'weight', json: 'weight' },
    { operation: 'GetBagDetailByBagCode', field: 'packageWeight', json: 'packages.*.weight' },
    { operation: 'GetBagDetailByBagCode', field: 'batchCode', json: 'batchCode' },
    { operation: 'GetDDCodeByOSDeliveryCode', field: 'ddCode', json: 'ddCode' },
    { operation: 'GetDDCodeByOSDeliveryCode', field: 'orderCodeEx', json: 'orderCodeEx' },
    { operation: 'GetDDCodeByOSDeliveryCode', field: 'remark', json: 'remark' },
    { operation: 'GetDDCodeByOSDeliveryCode', field: 'shortCode', json: 'shortCode' },
    { operation: 'GetLogisticsTransferMst', field: 'status', json: 'status' },
    { operation: 'GetLogisticsTransferMst', field: 'openBags', json: 'openBags' },
  ],
  codes: standinCodes,
  opens: standinOpens,
  labels: standinLabels,
  states: standinStates,
  cards: [
    {
      operation: 'GetBagDetailByBagCode',
      headline: ['status', 'weight'],
      facts: ['transferCode', 'batchCode'],
      rows: { at: 'packages', code: 'code', quantity: 'weight' },
    },
    {
      operation: 'GetWbBatchBagPackages',
      headline: ['bags'],
      rows: { at: 'bags', code: 'bagCode', state: 'status', quantity: 'weight', first: ['open'] },
    },
    {
      operation: 'GetLogisticsTransferMst',
      headline: ['status', 'openBags'],
      facts: ['fromSite', 'toSite'],
      rows: { at: 'details', code: 'bagCode', state: 'status', quantity: 'weight', first: ['open'] },
    },
    {
      operation: 'GetSelfDetailList',
      headline: ['deliveries'],
      facts: ['warehouseID'],
      rows: { at: 'deliveries', code: 'deliveryCode', state: 'oSDeliveryCode' },
    },
    {
      operation: 'ExistsDomesticDeliveryCode',
      headline: ['exists', 'deliveryCode'],
      facts: ['storeCode', 'oSDeliveryCode', 'weight'],
    },
    {
      operation: 'GetDDCodeByOSDeliveryCode',
      headline: ['ddCode'],
      facts: ['deliveryCode', 'orderCodeEx', 'shortCode', 'remark'],
    },
    {
      operation: 'GetListSplitProductImg',
      headline: ['images'],
      facts: ['storeCode', 'ddCode', 'oSDeliveryCode'],
    },
    {
      operation: 'GetPaintMarker',
      headline: ['colour', 'shape'],
      facts: ['storeCode', 'ddCode', 'oSDeliveryCode'],
    },
    {
      operation: 'GetReportDataPartner',
      headline: ['status'],
      facts: ['partner'],
      rows: { at: 'lines', code: 'deliveryCode', state: 'ddCode', quantity: 'weight' },
    },
    {
      operation: 'GetCountryAndProductByUserCode',
      headline: ['countries'],
      facts: ['wareHoseId', 'countries.products'],
      rows: { at: 'countries', code: 'name', quantity: 'code' },
    },
    {
      operation: 'GetGerWarehouseScanningList',
      headline: ['lists.items'],
      facts: [],
      rows: { at: 'lists', code: 'listCode' },
    },
  ],
  actionRules: [
    { operation: 'CompleteBag', field: 'status', values: ['open'] },
    { operation: 'AgainOpenBag', field: 'status', values: ['complete'] },
    { operation: 'CloseLogisticsTransferMstChange', sends: { close: true }, field: 'status', values: ['open'] },
    { operation: 'CloseLogisticsTransferMstChange', sends: { close: true }, field: 'openBags', values: ['0'] },
    { operation: 'CloseLogisticsTransferMstChange', sends: { close: false }, field: 'status', values: ['closed'] },
  ],
  readBacks: [
    {
      operation: 'RevertOff',
      read: 'GetSelfDetailList',
      parameters: { selfID: { parameter: 'storeCode' } },
      before: false,
      doneWhen: '"deliveryCode":"{deliveryCode}"',
      notDoneWhen: '^\\{"selfID":"{storeCode}"(?!.*"deliveryCode":"{deliveryCode}")',
      confirmedBy: 'the stand-in',
    },
    {
      operation: 'CompleteBag',
      read: 'GetBagDetailByBagCode',
      parameters: { bagCode: { scan: 1 } },
      before: true,
      doneWhen: '"status":"complete"',
      notDoneWhen: '"status":"open"',
    },
    {
      operation: 'AgainOpenBag',
      read: 'GetBagDetailByBagCode',
      parameters: { bagCode: { scan: 1 } },
      before: true,
      doneWhen: '"status":"open"',
      notDoneWhen: '"status":"complete"',
    },
  ],
  version: '1',
  workers: [
    { userId: '7', name: 'Ada Moreno', badge: 'W-007' },
    { userId: '8', name: 'Li Wei', badge: 'W-008' },
    { userId: '9', name: 'Ivan Petrov', badge: 'W-009' },
  ],
  warehouses: [
    { id: '1', name: 'Main warehouse' },
    { id: '2', name: 'Airport warehouse' },
  ],
  companies: ['YTO', 'ZTO'],
  weightUnits: [
    { value: '1', name: 'kg', grams: 1000 },
    { value: '2', name: 'g', grams: 1 },
    { value: '3', name: 'lb', grams: 453.59237 },
  ],
  weights: { mostGrams: 1_000_000 },
  imageHosts: [],
  opposites: [{ first: 'CompleteBag', second: 'AgainOpenBag' }],
  demo: { apiKey: 'demo-key-0001', userId: '7', warehouseId: '1' },
};
