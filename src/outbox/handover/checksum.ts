/**
 * CRC-32 of bytes as eight hex digits, in capitals.
 * Source: ISO/IEC 13239, reflected polynomial 0xEDB88320; of `123456789` it is CBF43926.
 */
export function crc32(bytes: Uint8Array): string {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).toUpperCase().padStart(8, '0');
}
