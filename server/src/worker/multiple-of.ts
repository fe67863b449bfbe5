/**
 * Whether a number is a multiple of another as both are written, digit by digit: 19.99 is one of 0.01, though the quotient of the two in binary is
 * not whole, and 1.00000000001 is none of 1.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, power] = decimalOf(value);
  const [ofDivisor, powerOfDivisor] = decimalOf(divisor);
  const least = Math.min(power, powerOfDivisor);
  const scaled = (number: bigint, from: number): bigint => number * 10n ** BigInt(from - least);
  return scaled(digits, power) % scaled(ofDivisor, powerOfDivisor) === 0n;
}

/** Its shortest text, as digits times ten to the power. */
function decimalOf(value: number): readonly [digits: bigint, power: number] {
  const [number = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = number.split('.');
  return [BigInt(`${whole}${fraction}`), Number(exponent) - fraction.length];
}
