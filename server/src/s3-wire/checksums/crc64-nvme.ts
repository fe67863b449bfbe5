/** The polynomial of NVM Express, bits reversed, in two halves: JavaScript shifts numbers of 32 bits. */
const POLYNOMIAL = { high: 0x9a6c9329, low: 0xac4bc9b5 };

export interface Crc64 {
  readonly high: number;
  readonly low: number;
}

export const NO_CRC64: Crc64 = { high: 0, low: 0 };

const HIGH = new Uint32Array(256);
const LOW = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let [high, low] = [0, byte];
  for (let bit = 0; bit < 8; bit++) {
    const isOdd = (low & 1) === 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (isOdd) {
      high ^= POLYNOMIAL.high;
      low ^= POLYNOMIAL.low;
    }
  }
  HIGH[byte] = high;
  LOW[byte] = low;
}

/** @param before of the bytes in front of these. */
export function crc64Nvme(bytes: Uint8Array, before: Crc64 = NO_CRC64): Crc64 {
  let high = ~before.high;
  let low = ~before.low;
  for (const byte of bytes) {
    const at = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (LOW[at] ?? 0);
    high = (high >>> 8) ^ (HIGH[at] ?? 0);
  }
  return { high: ~high >>> 0, low: ~low >>> 0 };
}
