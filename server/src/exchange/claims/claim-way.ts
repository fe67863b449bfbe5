import type { ClaimType } from 'ediloom/claims';
import { isObject } from '../../json.js';
import { enrollmentOf } from '../../resources/enrollments/enrollment-of.js';
import type { Provider } from '../../resources/enrollments/provider.js';
import type { ClaimTransaction } from '../../resources/payer-routes/claim-settings.js';
import type { Payer } from '../../resources/payers/payer.js';
import { claimSupportOf } from '../../resources/payers/support.js';
import { readRows } from '../../store/account-queries.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import type { ReadClaim } from './claim.js';
import { notEnrolled, notOffered } from './refusals.js';

/** In the words of `transactionSupport` of payers, of enrollments and of routes. */
export const CLAIM_TRANSACTION: Readonly<Record<ClaimType, ClaimTransaction>> = {
  professional: 'professionalClaimSubmission',
  institutional: 'institutionalClaimSubmission',
  dental: 'dentalClaimSubmission',
};

/** Over what a claim goes to its payer, as far as its 837 says it. */
export interface ClaimWay
  extends Pick<
    ServingRoute,
    | ('sender' | 'receiver' | 'applicationSender' | 'applicationReceiver')
    | ('delimiters' | 'payerId' | 'payerName' | 'claims')
  > {
  /** `undefined`: a test, which goes nowhere. */
  readonly routeId: string | undefined;
}

export interface ChosenWay {
  readonly way: ClaimWay;
  /** What the client is told beside the answer. */
  readonly warnings: readonly WayWarning[];
}

export interface WayWarning {
  readonly code: string;
  readonly description: string;
}

/** The way of tests: none of their bytes leaves, whatever routes there are. */
function testWay({ primaryPayerId, displayName }: Payer): ClaimWay {
  return {
    routeId: undefined,
    sender: { qualifier: 'ZZ', id: 'EDILOOMTEST' },
    receiver: { qualifier: 'ZZ', id: 'TESTPAYERS' },
    applicationSender: 'EDILOOMTEST',
    applicationReceiver: 'TESTPAYERS',
    payerId: primaryPayerId,
    payerName: displayName.slice(0, 60),
  };
}

/**
 * The way of a claim to its payer: for a test none, and what would keep it back is a warning; else the first route that has this transaction
 * for the payer.
 * @throws Problem `invalid` where there is none, or no enrollment that the payer asks for: nothing is sent.
 */
export async function chooseWay(run: Run, payer: Payer, claim: ReadClaim, isTest: boolean): Promise<ChosenWay> {
  demandElectronic(claim);
  const transaction = CLAIM_TRANSACTION[claim.type];
  const support = claimSupportOf(payer, transaction);
  if (isTest) {
    const isEnrolled = support !== 'ENROLLMENT_REQUIRED' || (await isLive(run, payer, claim));
    return {
      way: testWay(payer),
      warnings: [...(support === 'NOT_SUPPORTED' ? [NOT_TAKEN] : []), ...(isEnrolled ? [] : [NOT_ENROLLED])],
    };
  }
  if (support === 'NOT_SUPPORTED')
    throw notOffered('The payer takes no claims of this type: its `transactionSupport` has what it takes.');
  const serving = await run.services.payerExchange.serving(payer.platformId, transaction);
  if (serving.length === 0) {
    throw notOffered(
      'The payer is not configured for claims of this type: the operator of the server gives it a route that has them.',
    );
  }
  const isMissing = support === 'ENROLLMENT_REQUIRED' && !(await isLive(run, payer, claim));
  const policyOf = ({ enrollmentPolicy = payer.enrollmentPolicy }: ServingRoute) => enrollmentPolicy;
  const [way] = isMissing ? serving.filter((route) => policyOf(route) === 'warn') : serving;
  if (way === undefined) throw notEnrolled();
  return { way, warnings: isMissing ? [NOT_ENROLLED] : [] };
}

/** Receivers that ask for a claim on paper. */
const PRINTED: ReadonlySet<unknown> = new Set(['BPUMR', 'PAPER', 'PRINT']);

/** @throws Problem `invalid`: nobody prints claims here. */
function demandElectronic({ request: { receiver } }: ReadClaim): void {
  if (!isObject(receiver) || !PRINTED.has(receiver.receiverId)) return;
  throw notOffered('Nobody prints claims here: leave receiver.receiverId (of X12: NM109 of 1000B) out.');
}

const NOT_ENROLLED: WayWarning = {
  code: 'enrollment::837::not_known',
  description:
    'The payer asks that providers enroll for claims of this type first, and no enrollment of this one is known here. That alone kept nothing from being sent.',
};

const NOT_TAKEN: WayWarning = {
  code: 'payer::837::not_taken',
  description: 'The payer takes no claims of this type: one that is no test would be refused.',
};

/** Of a claim, whoever bills is enrolled. */
async function isLive({ services, caller }: Run, payer: Payer, { type, request }: ReadClaim): Promise<boolean> {
  const { accountId } = caller;
  // Payers of old say it of claims as such.
  const asked = { ...payer, transactionSupport: { [CLAIM_TRANSACTION[type]]: 'ENROLLMENT_REQUIRED' as const } };
  const state = await readRows(services.store, accountId, (queries) =>
    enrollmentOf(queries, asked, CLAIM_TRANSACTION[type], {
      provider: billingOf(request),
      indexOf: (text) => services.realTime.patients.of(accountId, text),
    }),
  );
  return state === 'live';
}

function billingOf({ billing }: ReadClaim['request']): Provider {
  if (!isObject(billing)) return {};
  const { npi, employerId, ssn } = billing;
  return { npi: textIn(npi), taxId: textIn(employerId) ?? textIn(ssn) };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
