/** A value that was found, and how it was written. */
export interface FoundValue {
  readonly value: string;
  readonly form: string;
}

/** A value as it may stand in a file: as it is, in the letters of another case, as an address has it, or coded. */
export function formsOf(value: string): ReadonlyMap<string, readonly Buffer[]> {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const texts = [value, value.toUpperCase(), value.toLowerCase(), dashed(value)];
  return new Map([
    ['as it is', [...new Set([...texts, ...texts.map(encodeURIComponent)])].map((text) => Buffer.from(text))],
    ['UTF-16', [Buffer.from(value, 'utf16le')]],
    ['hex', [...new Set([hex, hex.toUpperCase()])].map((text) => Buffer.from(text))],
    ['base64', base64Forms(bytes)],
  ]);
}

/** @returns where any of these values stands in the bytes, in any form. */
export function valuesIn(bytes: Buffer, values: readonly string[]): readonly FoundValue[] {
  return values.flatMap((value) =>
    [...formsOf(value)].flatMap(([form, forms]) => (forms.some((one) => bytes.includes(one)) ? [{ value, form }] : [])),
  );
}

/** A date as JSON mostly has it. */
function dashed(value: string): string {
  return value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}

/** Inside of a longer text it begins at any of three places; letters at its ends belong to the neighbours, too. */
function base64Forms(bytes: Buffer): readonly Buffer[] {
  return [0, 1, 2].map((before) => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = before === 0 ? 0 : before + 1;
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.from(coded.slice(from, whole));
  });
}
