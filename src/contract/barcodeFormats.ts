export const barcodeFormats = [
  'Code128',
  'Code39',
  'Code93',
  'Codabar',
  'ITF',
  'EAN13',
  'EAN8',
  'UPCA',
  'UPCE',
  'DataBar',
  'QRCode',
  'DataMatrix',
  'PDF417',
  'Aztec',
] as const;

export type BarcodeFormat = (typeof barcodeFormats)[number];
