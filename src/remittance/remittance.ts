import { planOf } from '../guide/compile/compile.js';
import type { GuidePlan, LoopPlan } from '../guide/plan/plan.js';
import { compileMapping, type Mapping } from '../mapping/compile-mapping.js';
import { guideData, keysOf } from '../mapping/guide-data.js';
import { resolvePlaces } from '../mapping/place.js';
import { checkOptions } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import type { OptionRules } from '../model/option-rules.js';
import { paymentBalance } from './balance.js';
import { claimFacts, type ReadClaim } from './claim-facts.js';
import type { Amount, ProviderAdjustment, Remittance, RemittanceClaim } from './facts.js';
import { CLAIM_TABLE, REMITTANCE_TABLE } from './tables.js';

/** The rows of the table make just these; all of them may be absent. */
interface ReadRemittance extends Partial<Pick<Remittance, 'payment' | 'payer' | 'payee' | 'productionDate'>> {
  readonly claims?: readonly ReadClaim[];
  readonly providers?: readonly (Pick<ProviderAdjustment, 'provider' | 'fiscalPeriod'> & {
    readonly reasons?: readonly Omit<ProviderAdjustment, 'provider' | 'fiscalPeriod'>[];
  })[];
}

export interface RemittanceOptions {
  /**
   * What the claims that were read apart, by {@link remittanceClaim}, were paid together: it counts in the balance. `undefined` where that
   * is not known. Default: there were none.
   */
  readonly paidApart?: Amount | undefined;
}

const RULES: OptionRules<RemittanceOptions> = { paidApart: 'text' };

/** The tables tied to a guide. */
interface Reader {
  readonly set: Mapping;
  readonly claim: Mapping;
  /** Keys of which a set has one at least, and a claim. */
  readonly setKeys: ReadonlySet<string>;
  readonly claimKeys: ReadonlySet<string>;
}

const readers = new WeakMap<Guide, Reader>();

/**
 * What an 835 says: who paid whom how much for which claims, why not more, and whether it adds up. Nothing that a payer writes is refused:
 * what is missing is left out, codes that nobody knows have no name, and what does not balance is told. All claims are in memory at once:
 * a payment of hundreds of thousands is read by {@link remittanceClaim}, in flat memory.
 * @param guide 835-005010X221A1, or an overlay of it; tied to the tables once, so do not change it afterwards.
 * @param data guide JSON of one set: `transaction.data` of a document, or `data` of an event.
 * @throws X12Error `X12_DATA_INVALID` for what is no guide JSON of this guide, `X12_PATH_INVALID` when the guide is of another set, or
 *   `X12_GUIDE_INVALID`.
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { createEngine } from 'ediloom';
 * import { guide } from 'ediloom/guides/835-005010X221A1';
 * import { remittance } from 'ediloom/remittance';
 *
 * const { interchanges } = await createEngine({ guides: [guide] }).parse(await readFile('payments.edi'));
 * for (const { groups } of interchanges)
 *   for (const set of groups.flatMap(({ transactions }) => transactions)) {
 *     if (set.guide !== '835-005010X221A1') continue;
 *     const { payment, claims, balance } = remittance(guide, set.data);
 *     console.log(payment.total, claims.length, balance.balanced);
 *   }
 * ```
 */
export function remittance(guide: Guide, data: object, options: RemittanceOptions = {}): Remittance {
  checkOptions('remittance', options, RULES);
  const { set, setKeys } = readerOf(guide);
  // The mapping makes what its rows name.
  const read = set.get(guideData(data, setKeys)).json as ReadRemittance;
  const facts = {
    payment: read.payment ?? {},
    payer: read.payer ?? {},
    payee: read.payee ?? {},
    productionDate: read.productionDate,
    claims: (read.claims ?? []).map(claimFacts),
    providerAdjustments: (read.providers ?? []).flatMap(({ provider, fiscalPeriod, reasons = [] }) =>
      reasons.map((reason) => ({ provider, fiscalPeriod, ...reason })),
    ),
  };
  const apart = Object.hasOwn(options, 'paidApart') ? [options.paidApart] : [];
  return { ...facts, balance: paymentBalance(facts, apart) };
}

/**
 * What an 835 says of one claim. So an 835 of any size is read a claim at a time.
 * @param guide as of {@link remittance}, which gives the same for each of its claims.
 * @param data guide JSON of one loop 2100: `data` of an event of `engine.stream(source, { loop: '2100' })`.
 * @throws X12Error as {@link remittance}.
 */
export function remittanceClaim(guide: Guide, data: object): RemittanceClaim {
  const { claim, claimKeys } = readerOf(guide);
  // As above.
  return claimFacts(claim.get(guideData(data, claimKeys)).json as ReadClaim);
}

function readerOf(guide: Guide): Reader {
  const known = readers.get(guide);
  if (known !== undefined) return known;
  const plan = planOf(guide);
  const loop = claimLoop(plan);
  const reader = {
    set: compileMapping(REMITTANCE_TABLE, plan),
    claim: compileMapping(CLAIM_TABLE, { root: loop }),
    setKeys: keysOf(plan.root),
    claimKeys: keysOf(loop),
  };
  readers.set(guide, reader);
  return reader;
}

function claimLoop({ root }: GuidePlan): LoopPlan {
  const [place] = resolvePlaces('2100/CLP', root).length > 0 ? resolvePlaces('2100', root) : [];
  if (place?.scope.kind === 'loop') return place.scope;
  throw new X12Error(
    'X12_PATH_INVALID',
    'The guide is of no 835: it has no loop 2100 of claims. Give 835-005010X221A1.',
  );
}
