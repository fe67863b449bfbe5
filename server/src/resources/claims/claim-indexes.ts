import { CLAIM_SERVICES } from 'ediloom/claims';
import { isObject } from '../../json.js';
import type { Platform } from '../../platform.js';
import type { Claims } from '../../store/claim-tables.js';
import type { Store } from '../../store/store.js';
import type { PatientIndex } from '../eligibility-checks/patient-index.js';
import { routeAccountId } from '../payer-routes/secret-place.js';

type Json = Readonly<Record<string, unknown>>;

/** What claims are found by, none of which anything is read from. */
export interface ClaimIndexes {
  readonly patientIndex: string;
  readonly answerIndex: string | null;
  readonly claimIndex: string | null;
}

interface Indexed {
  /** In normal form. */
  readonly request: Json;
  readonly accountId: string;
  readonly payerId: string;
  /** `undefined`: no payer answers it. */
  readonly routeId: string | undefined;
  readonly type: Claims['type'];
}

type Needs = Pick<Platform, 'store'> & { readonly patients: PatientIndex };

/** MACs of a claim under keys of the account, and of what a payer's answer names under one of the operator. */
export async function indexesOf(needs: Needs, claim: Indexed): Promise<ClaimIndexes> {
  const { patients, store } = needs;
  const { request, accountId, routeId } = claim;
  const { patientControlNumber, claimChargeAmount } = objectIn(request.claimInformation);
  const content = contentOf(claim);
  const [patientIndex, claimIndex, answerIndex] = await Promise.all([
    patientIndexOf(patients, accountId, String(patientControlNumber ?? '')),
    content === undefined ? null : patients.of(accountId, `claim ${content}`),
    routeId === undefined
      ? null
      : answerIndexOf(patients, store, {
          routeId,
          patientControlNumber: String(patientControlNumber ?? ''),
          charge: String(claimChargeAmount ?? ''),
          memberId: String(objectIn(request.subscriber).memberId ?? ''),
        }),
  ]);
  return { patientIndex, claimIndex, answerIndex };
}

/** By which claims with a patient control number are found. */
export function patientIndexOf(patients: PatientIndex, accountId: string, number: string): Promise<string> {
  // The word keeps these apart from what else is indexed under the same key.
  return patients.of(accountId, `patient control number ${number}`);
}

/** What a payer's answer says of a claim. */
export interface AnsweredAs {
  readonly routeId: string;
  readonly patientControlNumber: string;
  /** As it is written; zeros behind its point do not count. */
  readonly charge: string;
  readonly memberId: string;
}

/** Routes serve all accounts, so the key of what comes back over them is of none of those who send. */
export async function answerIndexOf(
  patients: PatientIndex,
  store: Store,
  { routeId, patientControlNumber, charge, memberId }: AnsweredAs,
): Promise<string> {
  const accountId = await routeAccountId(store);
  return patients.of(accountId, `answer ${JSON.stringify([routeId, patientControlNumber, centsOf(charge), memberId])}`);
}

/** `109.2` and `109.20` are 10920. */
function centsOf(charge: string): string {
  const [whole = '', decimals = ''] = charge.trim().split('.');
  return `${whole}${decimals.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '');
}

/** What makes two claims the same; `undefined` of one that says itself that it is not the first. */
function contentOf({ request, payerId, type }: Indexed): string | undefined {
  const information = objectIn(request.claimInformation);
  if (information.claimFrequencyCode !== '1') return undefined;
  const dates = objectIn(information.claimDateInformation);
  const { serviceLines } = information;
  const lines = (Array.isArray(serviceLines) ? serviceLines : []).map((line: unknown) => {
    const { serviceDate, serviceDateEnd, ...parts } = objectIn(line);
    return [serviceDate, serviceDateEnd, parts[CLAIM_SERVICES[type]]];
  });
  const { memberId } = objectIn(request.subscriber);
  const { firstName, dateOfBirth } = objectIn(request.dependent);
  return JSON.stringify([
    ...[payerId, memberId, firstName, dateOfBirth, information.claimChargeAmount],
    ...[dates.serviceDate, dates.statementBeginDate, dates.statementEndDate],
    lines,
  ]);
}

function objectIn(value: unknown): Json {
  return isObject(value) ? value : {};
}
