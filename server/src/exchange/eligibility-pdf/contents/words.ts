// Values of an answer as people read them. What is not of the expected form is shown as the payer sent it.

/** `1500` as `$1,500.00`. */
export function money(amount: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (parts === null) return amount;
  const [, sign = '', whole = '', cents = ''] = parts;
  return `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`;
}

/** A fraction such as `0.2` as `20%`. */
export function percent(fraction: string): string {
  const value = Number(fraction);
  if (fraction.trim() === '' || !Number.isFinite(value)) return fraction;
  // Some payers send the percentage itself; nobody has a share of more than all.
  const shown = value > 1 ? value : Number((value * 100).toFixed(4));
  return `${shown}%`;
}

/** `20260131` as `01/31/2026`, also as both ends of a range. */
export function date(text: string): string {
  return text
    .split('-')
    .map((one) => one.replace(/^(\d{4})(\d{2})(\d{2})$/, '$2/$3/$1'))
    .join(' to ');
}

/** A moment, in UTC: where it is read is not known. */
export function moment(ms: number): string {
  const [day = '', time = ''] = new Date(ms).toISOString().split('T');
  return `${date(day.replaceAll('-', ''))} ${time.slice(0, 5)} UTC`;
}

const SHORT_WORDS: Readonly<Record<string, string>> = { id: 'ID', hic: 'HIC', cobra: 'COBRA', npi: 'NPI' };

/** The name of a property as words: `eligibilityBegin` as `Eligibility begin`. */
export function words(name: string): string {
  const all = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word) => SHORT_WORDS[word] ?? word)
    .join(' ');
  return all.charAt(0).toUpperCase() + all.slice(1);
}

/** What there is of the parts. */
export function joined(parts: readonly (string | undefined)[], between: string): string {
  return parts.filter((part) => part !== undefined && part.trim() !== '').join(between);
}

const BETWEEN_LINES = '\n';

/** Each once, one below the other. */
export function lines(parts: readonly (string | undefined)[]): string {
  return joined([...new Set(parts)], BETWEEN_LINES);
}
