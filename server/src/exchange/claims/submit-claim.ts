import { ulid } from '../../ids.js';
import { Problem } from '../../problems.js';
import { findPayer } from '../../resources/payers/find-payer.js';
import type { Run } from '../services.js';
import { acceptClaim, type CommitClaim } from './accept-claim.js';
import type { ClaimInput, ClaimOutcome } from './claim.js';
import { chooseWay, type WayWarning } from './claim-way.js';
import { readClaim } from './read-claim.js';
import { unknownPayer } from './refusals.js';
import { isRejection, rejection } from './reject-claim.js';
import type { Submitting } from './submitting.js';

/**
 * A claim from its request to its answer. It does not wait for the payer: it is read, judged, written down with its 837, and answered.
 * @throws Problem `invalid`: nothing is kept of it. Where it breaks rules that claims keep, the body of the problem is the answer.
 */
export async function submitClaim(run: Run, input: ClaimInput, commit: CommitClaim): Promise<ClaimOutcome> {
  const { metrics } = run.services;
  try {
    const submitting = await judged(run, input);
    if (submitting.claim.errors.length > 0) throw await rejection(submitting);
    const outcome = await acceptClaim(submitting, commit);
    metrics.claim(input.type, submitting.isTest ? 'test' : 'accepted');
    return outcome;
  } catch (error) {
    metrics.claim(input.type, endOf(error));
    throw error;
  }
}

function endOf(error: unknown): string {
  if (isRejection(error)) return 'rejected';
  return error instanceof Problem && error.kind === 'invalid' ? 'refused' : 'failed';
}

/** What says that it is no production claim: a test, or for information. */
const TESTS: ReadonlySet<string> = new Set(['T', 'I']);

async function judged(run: Run, input: ClaimInput): Promise<Submitting> {
  const { services, caller } = run;
  const { clock, store } = services;
  const codecs = await services.claims.engines.of(input.type);
  const claim = await readClaim(run, codecs, input);
  const found = await store.read((db) => findPayer(db, claim.payerId));
  if (found.kind !== 'found') throw unknownPayer(found, claim.errors);
  // A key of tests makes tests of all, so that nothing that was made with it ever leaves.
  const isTest = caller.mode === 'test' || TESTS.has(claim.usage?.trim().toUpperCase() ?? '');
  const chosen = await chooseWay(run, found.payer, claim, isTest);
  const made = caller.mode === 'test' && claim.usage?.trim().toUpperCase() === 'P' ? [MADE_A_TEST] : [];
  return {
    ...{ run, input, codecs, claim, payer: found.payer, isTest },
    chosen: { ...chosen, warnings: [...chosen.warnings, ...made] },
    ...{ claimId: ulid(clock), traceId: ulid(clock) },
  };
}

const MADE_A_TEST: WayWarning = {
  code: 'claim::made_a_test',
  description:
    'The claim says that it is no test, but came with a test key: it was taken as a test and is sent to nobody.',
};
