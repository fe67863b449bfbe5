import type { Benefit } from 'ediloom/eligibility';
import { coversOf, isRemaining, kindOf, measureOf, networkOf, periodOf } from './benefit-words.js';

/** Amounts of a kind, for the same people and services: all of it, and what remains of it. */
export interface BenefitRow {
  readonly kind: string;
  readonly network: string;
  readonly covers: string;
  readonly amount: string;
  readonly period: string;
  readonly remaining: string;
  /** What it was made of: their notes are its own. */
  readonly benefits: readonly Benefit[];
}

/**
 * Benefits as rows, in the order of what is asked first. What a payer says of a whole amount and of what remains of it are two benefits, and one
 * row: where exactly one whole amount can be meant. Where several can, what remains stands for itself.
 */
export function rowsOf(benefits: readonly Benefit[]): readonly BenefitRow[] {
  const wholes = new Map<string, Benefit[]>();
  for (const benefit of benefits) {
    if (isRemaining(benefit.timeQualifierCode) || !hasPeriod(benefit)) continue;
    const key = keyOf(benefit, benefit.timeQualifierCode === '32');
    wholes.set(key, [...(wholes.get(key) ?? []), benefit]);
  }
  const remainders = new Map<Benefit, Benefit>();
  const merged = new Set<Benefit>();
  for (const benefit of benefits) {
    if (!isRemaining(benefit.timeQualifierCode)) continue;
    const [whole, other] = wholes.get(keyOf(benefit, benefit.timeQualifierCode === '33')) ?? [];
    if (whole === undefined || other !== undefined || remainders.has(whole)) continue;
    remainders.set(whole, benefit);
    merged.add(benefit);
  }
  const rows = benefits
    .filter((benefit) => !merged.has(benefit))
    .map((benefit) => ({ benefit, row: rowOf(benefit, remainders.get(benefit)) }));
  return rows.sort((a, b) => placeOf(a.benefit) - placeOf(b.benefit)).map(({ row }) => row);
}

function rowOf(benefit: Benefit, rest: Benefit | undefined): BenefitRow {
  const isRest = isRemaining(benefit.timeQualifierCode);
  return {
    kind: kindOf(benefit),
    network: networkOf(benefit),
    covers: coversOf(benefit),
    amount: isRest ? '' : measureOf(benefit),
    period: periodOf(benefit),
    remaining: isRest ? measureOf(benefit) : rest === undefined ? '' : measureOf(rest),
    benefits: rest === undefined ? [benefit] : [benefit, rest],
  };
}

/** EB06 of an amount of which something may remain: what is said of a visit, or what was used so far, is none. */
function hasPeriod({ timeQualifierCode: code }: Benefit): boolean {
  return code === undefined || ['21', '22', '23', '25', '32', '34', '35'].includes(code);
}

/** By what a whole amount and what remains of it are the same. */
function keyOf(benefit: Benefit, isLifetime: boolean): string {
  const { code, coverageLevelCode, coverageLevel, serviceTypeCodes, insuranceTypeCode, planCoverage } = benefit;
  const { inPlanNetworkIndicatorCode, compositeMedicalProcedureIdentifier, benefitAmount, benefitPercent } = benefit;
  return JSON.stringify([
    ...[code, coverageLevelCode ?? coverageLevel, serviceTypeCodes, insuranceTypeCode, planCoverage, isLifetime],
    ...[inPlanNetworkIndicatorCode, compositeMedicalProcedureIdentifier, benefit.quantityQualifierCode],
    ...[benefitAmount === undefined, benefitPercent === undefined],
  ]);
}

const KIND_ORDER = ['C', 'G', 'B', 'A', 'F'];
const NETWORK_ORDER = ['Y', 'N', 'W'];

function placeOf({ code = '', inPlanNetworkIndicatorCode: network = '' }: Benefit): number {
  return order(KIND_ORDER, code) * (NETWORK_ORDER.length + 1) + order(NETWORK_ORDER, network);
}

/** Behind all where it is none of them. */
function order(of: readonly string[], one: string): number {
  const at = of.indexOf(one);
  return at < 0 ? of.length : at;
}
