import type { Benefit } from 'ediloom/eligibility';
import { joined, money, percent } from './words.js';

// The codes of a benefit in the words of a front desk; where there are none, the standard's.

const KINDS: Readonly<Record<string, string>> = {
  A: 'Co-insurance',
  B: 'Co-pay',
  C: 'Deductible',
  E: 'Excluded',
  F: 'Limit',
  G: 'Out-of-pocket maximum',
  I: 'Not covered',
  R: 'Other payer',
};

/** EB01. */
export function kindOf({ code, name }: Benefit): string {
  return KINDS[code ?? ''] ?? name ?? (code === undefined ? 'Benefit' : `Benefit ${code}`);
}

const NETWORKS: Readonly<Record<string, string>> = {
  Y: 'In network',
  N: 'Out of network',
  W: 'In and out of network',
  U: 'Not known',
};

/** EB12. */
export function networkOf({ inPlanNetworkIndicatorCode: code, inPlanNetworkIndicator: text }: Benefit): string {
  return code === undefined ? 'Not stated' : (NETWORKS[code] ?? text ?? code);
}

/** EB02. */
export function coversOf({ coverageLevel, coverageLevelCode }: Benefit): string {
  return coverageLevel ?? coverageLevelCode ?? '';
}

const PERIODS: Readonly<Record<string, string>> = {
  6: 'per hour',
  7: 'per day',
  13: 'per 24 hours',
  21: 'years',
  22: 'service year',
  23: 'calendar year',
  24: 'year to date',
  25: 'contract',
  26: 'per episode',
  27: 'per visit',
  32: 'lifetime',
  34: 'per month',
  35: 'per week',
  36: 'per admission',
};

/** EB06; of what remains the period is that of the whole. */
export function periodOf({ timeQualifierCode: code, timeQualifier: text }: Benefit): string {
  if (code === '33') return 'lifetime';
  if (code === undefined || isRemaining(code)) return '';
  return PERIODS[code] ?? text ?? code;
}

/** EB06: what remains of an amount, of the period or of a lifetime. */
export function isRemaining(timeQualifierCode: string | undefined): boolean {
  return timeQualifierCode === '29' || timeQualifierCode === '33';
}

/** EB09, of a number that stands before it, or behind. */
const COUNTED: Readonly<Record<string, string>> = {
  DY: '# days',
  HS: '# hours',
  MN: '# months',
  VS: '# visits',
  YY: '# years',
  P6: '# services',
  M2: 'at most #',
  '8H': 'at least #',
  99: '# used',
  S7: 'up to age #',
  S8: 'from age #',
};

/** EB07, EB08, EB10: how much. */
export function measureOf(benefit: Benefit): string {
  const { benefitAmount, benefitPercent, benefitQuantity } = benefit;
  return joined(
    [
      benefitAmount === undefined ? undefined : money(benefitAmount),
      benefitPercent === undefined ? undefined : percent(benefitPercent),
      benefitQuantity === undefined ? undefined : countOf(benefit, benefitQuantity),
    ],
    ', ',
  );
}

function countOf({ quantityQualifierCode: code, quantityQualifier: text }: Benefit, quantity: string): string {
  const counted = COUNTED[code ?? ''];
  if (counted !== undefined) return counted.replace('#', () => quantity);
  return joined([text ?? code, quantity], ': ');
}

/** EB03, each by its name. */
export function servicesOf({ serviceTypes = [], serviceTypeCodes = [] }: Benefit): readonly string[] {
  const count = Math.max(serviceTypes.length, serviceTypeCodes.length);
  return Array.from({ length: count }, (_, at) => serviceTypes[at] ?? `Service type ${serviceTypeCodes[at]}`);
}
