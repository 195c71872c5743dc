const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Joins byte arrays, one after another. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Writes bytes in base32 without padding. Source: RFC 4648 section 6. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((held >>> (bits - 5)) & 31);
  }
  return bits > 0 ? text + BASE32.charAt((held << (5 - bits)) & 31) : text;
}

/** Reads the bytes of a base32 text. @param text - letters and digits of base32 alone, in capitals. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const character of text) {
    held = ((held << 5) | BASE32.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >>> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}
