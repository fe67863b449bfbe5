import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClaimType } from '../../../src/claims/claim-type.js';
import { ADJUSTMENTS } from '../../../src/claims/edits/adjustments.js';
import { judgeClaim } from '../../../src/claims/edits/judge-claim.js';
import type { JsonObject } from '../../../src/model/json.js';

/** The short form; with more runs it is the same property. */
const RUNS = Number(process.env.EDILOOM_RUNS ?? 150);

const SERVICES = {
  professional: 'professionalService',
  institutional: 'institutionalService',
  dental: 'dentalService',
} as const;
/** Levels of other payers; the claim goes to the last. */
const LEVELS = 'PSTABCDEFG';

/** Amounts of a claim in cents, and what each payer does of them. */
interface Money {
  readonly charges: readonly number[];
  readonly payers: readonly Payer[];
}

type Payer =
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'claim'; readonly adjusted: readonly number[] }
  /** Of each line the adjustments of its parts: the rest is paid, in the first part. A line without parts is refused with the claim. */
  | { readonly kind: 'lines'; readonly parts: readonly (readonly (readonly number[])[])[] };

// An adjustment is never nothing, and may give back.
const adjustment = fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: -9_999, max: -1 }));
const adjustments = fc.array(adjustment, { maxLength: 4 });

const money: fc.Arbitrary<Money> = fc
  .array(fc.integer({ min: 0, max: 99_999_999_999 }), { minLength: 1, maxLength: 5 })
  .chain((charges) => {
    const parts = fc.array(fc.array(adjustments, { maxLength: 3 }), {
      ...{ minLength: charges.length, maxLength: charges.length },
    });
    const payer: fc.Arbitrary<Payer> = fc.oneof(
      fc.constant({ kind: 'not-asked' } as const),
      fc.record({ kind: fc.constant('claim' as const), adjusted: adjustments }),
      fc.record({ kind: fc.constant('lines' as const), parts }),
    );
    return fc.record({ charges: fc.constant(charges), payers: fc.array(payer, { minLength: 1, maxLength: 10 }) });
  });

describe('the balance of payments', () => {
  it.each(['professional', 'institutional', 'dental'] as const)('%s: holds to the cent, and only so', (type) => {
    const property = fc.property(money, fc.nat(), fc.constantFrom(-1, 1), (of, where, cent) => {
      const claim = claimOf(type, of);
      expect(unbalanced(type, claim)).toEqual([]);
      const amounts = amountsIn(claim);
      const [holder, name] = amounts[where % amounts.length] ?? [claim, ''];
      holder[name] = textOf(centsIn(holder[name]) + cent);
      expect(unbalanced(type, claim)).not.toEqual([]);
    });
    fc.assert(property, { numRuns: RUNS });
  });
});

function unbalanced(type: ClaimType, claim: JsonObject): readonly string[] {
  return judgeClaim(type, claim, '20260301')
    .errors.filter(({ id }) => id === 'V01' || id === 'V70')
    .map(({ pointer }) => pointer);
}

function claimOf(type: ClaimType, { charges, payers }: Money): JsonObject {
  const total = charges.reduce((sum, charge) => sum + charge, 0);
  const serviceLines = charges.map((charge, line) => {
    const decisions = payers.flatMap((payer, at) => decisionsOf(type, payer, line, charge, `P${at}`));
    const service = { [SERVICES[type]]: { lineItemChargeAmount: textOf(charge) } };
    return decisions.length === 0 ? service : { ...service, lineAdjudicationInformation: decisions };
  });
  const others = payers.map((payer, at) => ({
    paymentResponsibilityLevelCode: LEVELS.charAt(at),
    otherPayerName: { otherPayerIdentifier: `P${at}` },
    ...ofClaim(type, payer, charges, total),
  }));
  const information = { claimChargeAmount: textOf(total), otherSubscriberInformation: others, serviceLines };
  return { subscriber: { paymentResponsibilityLevelCode: 'H' }, claimInformation: information };
}

function ofClaim(type: ClaimType, payer: Payer, charges: readonly number[], total: number): JsonObject {
  if (payer.kind === 'not-asked') return { nonCoveredChargeAmount: textOf(total) };
  const refused = payer.kind === 'lines' ? sum(charges.filter((_, line) => payer.parts[line]?.length === 0)) : 0;
  const adjusted = payer.kind === 'claim' ? payer.adjusted : refused === 0 ? [] : [refused];
  const ofLines = payer.kind === 'lines' ? sum(payer.parts.flat(2)) : 0;
  return {
    payerPaidAmount: textOf(total - sum(adjusted) - ofLines),
    ...(adjusted.length === 0 ? {} : { claimLevelAdjustments: groups(type, adjusted) }),
  };
}

function decisionsOf(type: ClaimType, payer: Payer, line: number, charge: number, id: string): readonly JsonObject[] {
  if (payer.kind !== 'lines') return [];
  const parts = payer.parts[line] ?? [];
  return parts.map((adjusted, part) => ({
    otherPayerPrimaryIdentifier: id,
    serviceLinePaidAmount: textOf(part === 0 ? charge - sum(parts.flat()) : 0),
    ...(adjusted.length === 0 ? {} : { [ADJUSTMENTS[type].ofLine]: groups(type, adjusted) }),
  }));
}

function groups(type: ClaimType, adjusted: readonly number[]): JsonObject[] {
  const { details } = ADJUSTMENTS[type];
  return adjusted.map((amount) => ({ [details]: [{ adjustmentAmount: textOf(amount) }] }));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}

function textOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function centsIn(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}

/** Every amount of a claim, by what holds it. */
function amountsIn(value: unknown): (readonly [JsonObject, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  // Of lists the indexes are names.
  const holder = value as JsonObject;
  return Object.entries(holder).flatMap(([name, inner]) =>
    name.endsWith('Amount') ? [[holder, name] as const] : amountsIn(inner),
  );
}
