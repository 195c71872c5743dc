export { Collected, NotTakenList } from './Leftovers.tsx';
export { MisfitPanel } from './MisfitPanel.tsx';
export { ScannerNotice } from './ScannerNotice.tsx';
