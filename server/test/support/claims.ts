import { readFileSync } from 'node:fs';
import type { ClaimType } from 'ediloom/claims';

const FOLDER = new URL('../../../fixtures/claims/', import.meta.url);

/** A claim in both spellings, of nobody. */
export interface SampleClaim {
  readonly request: Readonly<Record<string, unknown>>;
  readonly x12: string;
}

function sample(name: string): SampleClaim {
  const text = (ending: string): string => readFileSync(new URL(`${name}.${ending}`, FOLDER), 'utf8');
  return { request: JSON.parse(text('json')), x12: text('edi') };
}

/** One of each type. */
export const CLAIMS: Readonly<Record<ClaimType, SampleClaim>> = {
  professional: sample('p1-subscriber'),
  institutional: sample('i1-inpatient'),
  dental: sample('d1-crown'),
};

export const CLAIM_TYPES: readonly ClaimType[] = ['professional', 'institutional', 'dental'];

const BASE = '/2024-04-01';

/** Where claims of a type are handed in, as JSON and as X12. */
export const CLAIM_PATHS: Readonly<Record<ClaimType, { readonly json: string; readonly raw: string }>> = {
  professional: pathsOf('/change/medicalnetwork/professionalclaims/v3'),
  institutional: pathsOf('/change/medicalnetwork/institutionalclaims/v1'),
  dental: pathsOf('/dental-claims'),
};

function pathsOf(path: string) {
  return { json: `${BASE}${path}/submission`, raw: `${BASE}${path}/raw-x12-submission` };
}

/** Transactions of payers that take all claims. */
export const TAKES_CLAIMS = [
  ...['professionalClaimSubmission', 'institutionalClaimSubmission', 'dentalClaimSubmission'],
];
