import type { BarcodeFormat } from './formats.ts';

/** Formats that prove their own reading by check digit, checksum or error correction. */
const selfChecking: readonly BarcodeFormat[] = ['EAN13', 'UPCA', 'Code128', 'QRCode', 'DataMatrix', 'PDF417', 'Aztec'];

export function trustOf(format: BarcodeFormat, _text: string): 'sure' | 'agree' {
  return selfChecking.includes(format) ? 'sure' : 'agree';
}
