// Numbers, dates and times are digits. A run of them as one number is -1 when another character stands among them.

export const ZERO = 0x30;
export const NINE = 0x39;

/** Of a text. */
export function digitsIn(text: string, start: number, end: number): number {
  let number = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Of bytes. */
export function digitsAt(bytes: Uint8Array, start: number, stop: number): number {
  let number = 0;
  for (let i = start; i < stop; i++) {
    const digit = (bytes[i] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}
