import { part } from '#ui/part.tsx';

const load = () => import('./LateParts.ts');

/** The parts of a screen that takes scans which tell of what did not go straight: the first scan waits for none of them. */
export const Collected = part(load, 'Collected');
export const NotTakenList = part(load, 'NotTakenList');
export const MisfitPanel = part(load, 'MisfitPanel');
export const ScannerNotice = part(load, 'ScannerNotice');
