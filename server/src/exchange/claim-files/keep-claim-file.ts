import { uuid } from '../../ids.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { type HeldFor, insertClaimFile } from '../../resources/claims/files.js';
import { putIntoFile, type WaitingClaim } from '../../resources/claims/waiting.js';
import { AccountQueries, type OwnRow } from '../../store/account-queries.js';
import type { ClaimFileItems } from '../../store/claim-tables.js';
import { claimExpiry } from '../claims/keep-claim.js';
import { claimFileJob } from './claim-file-jobs.js';
import { claimFileCounter } from './count-claim-file.js';
import type { FileBytes } from './file-bytes.js';
import type { Writing } from './writing.js';

type Owner = Pick<Writing, 'services' | 'accountId' | 'gathering'>;

/** Stores a file with the claims that are in it, and the job that hands it over: all of it, or none where a claim has gone into another file meanwhile. */
export async function keepClaimFile(
  owner: Owner,
  claims: readonly WaitingClaim[],
  { x12, interchangeNumber, groupNumber, sets }: FileBytes,
): Promise<void> {
  const { services, accountId } = owner;
  const id = uuid();
  const expiresAt = claimExpiry(owner);
  const artifacts = await services.artifacts.prepare(accountId, [
    {
      ...{
        model: 'claim',
        ownerId: id,
        usage: 'output',
        name: 'claims.edi',
        type: 'application/edi-x12',
        sealed: true,
      },
      ...{ bytes: x12, ...(expiresAt === undefined ? {} : { expiresAt }) },
    },
  ]);
  const file = rowOf(owner, id, {
    ...{ state: 'WRITTEN', claim_count: claims.length, artifact_id: artifacts[0]?.id ?? '' },
    ...{ interchange_number: interchangeNumber, group_number: groupNumber },
  });
  const items = claims.map((claim, at) => itemOf(id, claim, at, sets[at]));
  await insertAll(owner, { file, items, artifacts });
}

/** Holds claims that cannot go together in a file without bytes. */
export async function holdClaims(owner: Owner, claims: readonly WaitingClaim[], failure: HeldFor): Promise<void> {
  if (claims.length === 0) return;
  const id = uuid();
  const file = rowOf(owner, id, { state: 'HELD', claim_count: claims.length, failure });
  const items = claims.map((claim, at) => itemOf(id, claim, at, undefined));
  const count = await claimFileCounter(owner.services, file);
  if (await insertAll(owner, { file, items, artifacts: [] })) count('held');
}

function rowOf(
  owner: Owner,
  id: string,
  own: Partial<OwnRow<'claim_files'>> & Pick<OwnRow<'claim_files'>, 'state' | 'claim_count'>,
): OwnRow<'claim_files'> {
  const { services, gathering } = owner;
  const now = services.clock.now();
  return {
    ...{ id, route_id: gathering.routeId, type: gathering.type },
    ...{ artifact_id: '', interchange_number: '', group_number: 0, attempts: 0, failure: null, handing_since: null },
    handed_by: null,
    ...{ carrier_account_id: null, execution_id: null, sent_at: null, created_at: now, updated_at: now },
    ...{ expires_at: claimExpiry(owner) ?? null, ...own },
  };
}

function itemOf(
  fileId: string,
  { id, sending }: WaitingClaim,
  at: number,
  set: FileBytes['sets'][number] | undefined,
): Omit<ClaimFileItems, 'account_id'> {
  return {
    ...{ file_id: fileId, place: at + 1, claim_id: id, sending: Number(sending) },
    ...{ set_number: set?.number ?? '', transaction_id: set?.transactionId ?? '' },
  };
}

interface NewFile {
  readonly file: OwnRow<'claim_files'>;
  readonly items: readonly Omit<ClaimFileItems, 'account_id'>[];
  readonly artifacts: readonly PreparedArtifact[];
}

/** Another has taken one of the claims: nothing of the file is there. */
class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile';
}

/** @returns whether it is there. */
async function insertAll({ services, accountId }: Owner, { file, items, artifacts }: NewFile): Promise<boolean> {
  const { store, jobs, clock } = services;
  const ids = items.map(({ claim_id }) => claim_id);
  try {
    await store.write(async (tx) => {
      const queries = new AccountQueries(tx, accountId);
      if (!(await putIntoFile(queries, { ids, fileId: file.id, now: clock.now() }))) throw new TakenMeanwhile();
      await services.artifacts.insert(queries, artifacts);
      await insertClaimFile(queries, file, items);
      if (file.state === 'WRITTEN') await jobs.enqueue(queries, claimFileJob(file));
    });
    return true;
  } catch (error) {
    if (error instanceof TakenMeanwhile) return false;
    throw error;
  }
}
