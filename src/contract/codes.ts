/** The code types that the camera can look for. */
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
  'QRCode',
  'DataMatrix',
  'PDF417',
  'Aztec',
] as const;

export type BarcodeFormat = (typeof barcodeFormats)[number];

/** What the camera looks for, and when a repeat counts. */
export interface ScanningRules {
  readonly formats?: readonly BarcodeFormat[];
  /** Digits of the ITF codes of this site. ITF has no check against half a code being read, so the lengths are it. */
  readonly itfLengths?: readonly number[];
  /**
   * How long the same code counts as the same scan, in milliseconds: after a pull of the trigger (400 where the site
   * says nothing), and out of the camera's sight (1,000, and never less).
   */
  readonly duplicateWindowMs?: number;
}

/** What a code looks like that fills a parameter. */
export interface CodeRule {
  /** A regular expression for the whole code, as source text; `flags` is always `u`. */
  readonly pattern: string;
  /** A code that fits, to be shown where another does not. */
  readonly example: string;
  /** The GS1 application identifier whose value is the parameter's, where the code is a GS1 one. */
  readonly gs1?: string;
  /** Whether a code that does not fit is refused, and nobody is asked. */
  readonly strict?: boolean;
}

/** By the wire name of the parameter. */
export type CodeRules = Readonly<Record<string, CodeRule>>;

/**
 * The longest code that is taken, in characters: a GS1 code holds 48, a hand-over's 170-byte QR code is none of a task.
 * It also bounds the time that a pattern can take.
 */
export const MAX_CODE_LENGTH = 128;

/** Whether the whole text fits. A text that is too long never does, and is not looked at. */
export function fits({ pattern }: Pick<CodeRule, 'pattern'>, text: string): boolean {
  return text.length <= MAX_CODE_LENGTH && new RegExp(`^(?:${pattern})$`, 'u').test(text);
}
