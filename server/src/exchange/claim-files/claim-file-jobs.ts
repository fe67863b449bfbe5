import type { Job, NewJob } from '../../jobs/job.js';
import type { Gathering } from '../../resources/claims/waiting.js';
import type { ClaimFiles } from '../../store/claim-tables.js';

/** The job that writes claims that wait into files. */
export const CLAIMS_GATHER = 'claims-gather';
/** The job that hands a file over. */
export const CLAIM_FILE = 'claim-file';

/** Milliseconds behind a claim after which it is looked whether those that wait are enough for a file. */
export const LOOK_MS = 1_000;

/**
 * Looks what of these claims is to go now. Jobs of it run one after another; each does all there is to do, and takes those behind it away, so that
 * many that come at once are few.
 */
export function gatherJob(accountId: string, gathering: Gathering, dueAt: number): NewJob {
  return jobOf(gathering, { lane: `claims-gather/${accountId}/${gathering.routeId}/${gathering.type}`, dueAt });
}

/** The same once the oldest of them has waited for as long as it is to: one at a time, apart from those that come with claims. */
export function waitJob(accountId: string, gathering: Gathering, dueAt: number): NewJob & { readonly lane: string } {
  return jobOf(gathering, { lane: `claims-wait/${accountId}/${gathering.routeId}/${gathering.type}`, dueAt });
}

function jobOf<Place extends Pick<NewJob, 'lane' | 'dueAt'>>({ routeId, type }: Gathering, place: Place) {
  return { kind: CLAIMS_GATHER, class: 'batches', payload: { routeId, type }, ...place } as const;
}

/** Of a job of {@link CLAIMS_GATHER}. */
export function gatheringOf({ payload }: Pick<Job, 'payload'>): Gathering {
  // Written by `gatherJob`.
  return payload as Gathering;
}

/** Hands a file over, by the places of its route. */
export function claimFileJob({ id, route_id }: Pick<ClaimFiles, 'id' | 'route_id'>): NewJob {
  return { kind: CLAIM_FILE, class: 'batches', over: route_id, payload: { fileId: id } };
}

/** Of a job of {@link CLAIM_FILE}. */
export function fileIdOf({ payload }: Pick<Job, 'payload'>): string {
  // Written by `claimFileJob`.
  return (payload as { readonly fileId: string }).fileId;
}
