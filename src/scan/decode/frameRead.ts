import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import type { ScanNotice } from '#scan/scan.ts';
import type { Point } from '#scan/vision/luma.ts';

/** A way to read a frame: the browser's own detector, zxing-wasm, or @zxing/library where WebAssembly is refused. */
export type DecoderKind = 'native' | 'wasm' | 'script';

/** A code that was found in a picture. */
export interface Find {
  /** Raw, with the GS1 separators inside. */
  readonly text: string;
  /** The format, or `GS1-128`, `GS1DataMatrix`, `GS1QRCode` where FNC1 says so, or `GS1DataBar`, which is GS1's alone. */
  readonly symbology: string;
  readonly format: BarcodeFormat;
  /** A fact that a person should know about how it was read. */
  readonly notice?: ScanNotice | undefined;
  /** Its four corners in the picture, one after the other around it. */
  readonly corners: readonly Point[];
}

/** A code that one frame held. */
export interface FrameRead extends Find {
  /** `sure`: this read proves itself. `agree`: another pass must say the same. */
  readonly trust: 'sure' | 'agree';
  readonly decoder: DecoderKind;
  /** The name of the look: two passes that agree are two witnesses, one pass twice on one picture is not. */
  readonly pass: string;
}
