import { planOf } from '../../guide/compile/compile.js';
import { compileMapping, type Mapping } from '../../mapping/compile-mapping.js';
import { guideData, keysOf, requireSet } from '../../mapping/guide-data.js';
import { decimal } from '../../mapping/lenses/decimal.js';
import { text } from '../../mapping/lenses/text.js';
import type { Table } from '../../mapping/table.js';
import type { Guide } from '../../model/guide.js';
import type { AnswerableClaim } from './answer-facts.js';

/** A claim of an 837, by what answers name it. */
export interface SubmittedClaim extends AnswerableClaim {
  /** CLM05-3: `7` replaces a claim, `8` voids one. */
  readonly frequency?: string | undefined;
  /** REF F8: the payer's number of the claim that is replaced or voided. */
  readonly originalClaimNumber?: string | undefined;
  /** NM109 of the subscriber. */
  readonly memberId?: string | undefined;
  /** NM109 of the payer. */
  readonly payerId?: string | undefined;
}

/** The same rows serve all three 837s. */
const CLAIM: Table = [
  { property: 'patientControlNumber', path: 'CLM/01', lens: text },
  { property: 'charge', path: 'CLM/02', lens: decimal },
  { property: 'frequency', path: 'CLM/05-3', lens: text },
  { property: 'claimNumber', path: 'REF[01=D9]/02', lens: text },
  { property: 'originalClaimNumber', path: 'REF[01=F8]/02', lens: text },
];

const TABLE: Table = [
  { property: 'transactionId', path: 'BHT/03', lens: text },
  {
    property: 'providers',
    each: '2000A',
    rows: [
      { property: 'billingNpi', path: '2010AA/NM1[08=XX]/09', lens: text },
      { property: 'billingTaxId', path: ['2010AA/REF[01=EI]/02', '2010AA/REF[01=SY]/02'], lens: text },
      {
        property: 'subscribers',
        each: '2000B',
        rows: [
          { property: 'memberId', path: '2010BA/NM1/09', lens: text },
          { property: 'payerId', path: '2010BB/NM1/09', lens: text },
          // One loop of the guide under both, which a path finds where it comes first alone.
          { property: 'claims', each: ['2300', '2000C/2300'], rows: CLAIM },
        ],
      },
    ],
  },
];

/** The rows of the table make just these; all of them may be absent. */
interface ReadSet {
  readonly transactionId?: string;
  readonly providers?: readonly (Pick<SubmittedClaim, 'billingNpi' | 'billingTaxId'> & {
    readonly subscribers?: readonly (Pick<SubmittedClaim, 'memberId' | 'payerId'> & {
      readonly claims?: readonly Partial<SubmittedClaim>[];
    })[];
  })[];
}

interface Reader {
  readonly mapping: Mapping;
  readonly keys: ReadonlySet<string>;
}

const readers = new WeakMap<Guide, Reader>();

/**
 * The claims of an 837, of subscribers and dependents, by what answers name them: for `matchAnswers`. One without CLM01 has `''`, which no answer
 * finds.
 * @param guide an 837 of 005010, or an overlay of one; tied to the table once, so do not change it afterwards.
 * @param data guide JSON of one set.
 * @throws X12Error `X12_DATA_INVALID` for what is no guide JSON of this guide, `X12_PATH_INVALID` when the guide is of another set, or
 *   `X12_GUIDE_INVALID`.
 */
export function submittedClaims(guide: Guide, data: object): readonly SubmittedClaim[] {
  const { mapping, keys } = readerOf(guide);
  const { transactionId, providers = [] } = mapping.get(guideData(data, keys)).json as ReadSet;
  return providers.flatMap(({ subscribers = [], ...provider }) =>
    subscribers.flatMap(({ claims = [], ...subscriber }) =>
      claims.map((claim) => ({ patientControlNumber: '', transactionId, ...provider, ...subscriber, ...claim })),
    ),
  );
}

function readerOf(guide: Guide): Reader {
  const known = readers.get(guide);
  if (known !== undefined) return known;
  const plan = planOf(guide);
  requireSet(plan, '2300/CLM', 'an 837 of 005010, such as 837P-005010X222A1');
  const reader = { mapping: compileMapping(TABLE, plan), keys: keysOf(plan.root) };
  readers.set(guide, reader);
  return reader;
}
