import type { EnrollmentHistory, EnrollmentStatus } from '../../store/enrollment-tables.js';

type By = EnrollmentHistory['changed_by'];

/**
 * Which statuses follow which, and who may make them follow: all that there is to say of the states of an enrollment. What is over stays so:
 * a provider who was rejected applies again by another enrollment.
 */
const MOVES: Readonly<Record<EnrollmentStatus, Readonly<Partial<Record<EnrollmentStatus, By>>>>> = {
  DRAFT: { SUBMITTED: 'customer' },
  SUBMITTED: { PROVISIONING: 'service', LIVE: 'service', REJECTED: 'service', CANCELED: 'service' },
  PROVISIONING: { LIVE: 'service', REJECTED: 'service', CANCELED: 'service' },
  LIVE: { CANCELED: 'service' },
  REJECTED: {},
  CANCELED: {},
};

/** Those that may still become LIVE, or are. */
export const OPEN_STATUSES: readonly EnrollmentStatus[] = ['DRAFT', 'SUBMITTED', 'PROVISIONING', 'LIVE'];

/** Whether somebody may move an enrollment from one status to another. */
export function mayMove(from: EnrollmentStatus, to: EnrollmentStatus, by: By): boolean {
  return MOVES[from][to] === by;
}

/** Where the service can move an enrollment that has this status. */
export function nextOf(from: EnrollmentStatus): readonly EnrollmentStatus[] {
  // The keys of the table above, which has no others.
  const next = Object.keys(MOVES[from]) as readonly EnrollmentStatus[];
  return next.filter((to) => mayMove(from, to, 'service'));
}
