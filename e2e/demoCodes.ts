/** A code of the stand-in that is worth a look, and what it opens when it is scanned at home. */
export interface DemoCode {
  readonly code: string;
  /** The id of its task. */
  readonly task: string;
  /** The task as the English app calls it. */
  readonly title: string;
  /** The largest words of the answer, in English; absent: nothing is asked about it. */
  readonly headline?: string;
}

/** The codes of docs/demo.md, in its order; `npm run lab -- demo-codes` draws them. */
export const demoCodes: readonly DemoCode[] = [
  { code: 'D-1002', task: 'revert-off', title: 'Back on shelf' },
  { code: 'S-01-A', task: 'shelf', title: 'Shelf contents', headline: 'Deliveries 1' },
  { code: 'DD-70001', task: 'domestic-code', title: 'Domestic code', headline: 'EXISTS → D-1001' },
  { code: 'D-1201', task: 'paint-marker', title: 'Paint marker', headline: 'red · dot' },
  { code: 'D-1101', task: 'images', title: 'Product pictures', headline: 'Pictures 3' },
  { code: 'BAG-2003', task: 'bag', title: 'Bag', headline: 'OPEN' },
  { code: 'B-3001', task: 'batch', title: 'Batch contents', headline: 'Bags 4' },
  { code: 'T-4001', task: 'transfer', title: 'Transfer', headline: 'OPEN · open bags 3' },
  { code: 'SL-1', task: 'scanning-list', title: 'Scanning list', headline: 'Deliveries 4' },
  { code: 'EX-50001', task: 'external-code', title: 'External code', headline: 'Domestic code DD-70001' },
  { code: 'R-9001', task: 'report', title: 'Partner report', headline: 'OPEN' },
  { code: 'P-5001-1', task: 'weight', title: 'Weight' },
];
