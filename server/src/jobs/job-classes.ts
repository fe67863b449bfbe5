/**
 * What jobs are told apart by, so that one sort of work never takes the room of another: each class has places of its own in every
 * process. `places`: jobs at once. `accountShare`: the part of them that one account has at most, where work may last as long as
 * somebody else likes; the rest is there for the others.
 */
export const JOB_CLASSES = {
  /** What the server does for itself. */
  maintenance: { places: 4, accountShare: 1 },
  webhooks: { places: 50, accountShare: 0.25 },
  inbound: { places: 50, accountShare: 0.5 },
  /** To buckets and folders. */
  'local-delivery': { places: 150, accountShare: 0.5 },
  /** To other machines, which may not answer. */
  'remote-delivery': { places: 200, accountShare: 0.25 },
  /** Looks for files at partners', who may not answer. */
  polling: { places: 40, accountShare: 0.25 },
  /** Checks that nobody waits for; what they may take of a route is the route's. */
  batches: { places: 60, accountShare: 0.5 },
  /** To one server, which may be slow. */
  mails: { places: 4, accountShare: 0.5 },
  invocations: { places: 50, accountShare: 0.5 },
} as const satisfies Readonly<Record<string, { readonly places: number; readonly accountShare: number }>>;

/**
 * How many jobs are leased for each that can run: those that run, and those whose lease or end is on its way to the disk, which takes
 * longer than the work under load.
 */
export const LEASED_PER_PLACE = 3;

/**
 * The same for what goes over one thing and ends quickly, at most. Leases are written a look at a time, so that a queue moves by as many
 * as are leased between two looks, however fast its receiver is.
 */
export const MOST_LEASED: Readonly<Partial<Record<JobClass, number>>> = { webhooks: 24 };

export type JobClass = keyof typeof JOB_CLASSES;

/** The keys of the table above, which has no others. */
export const JOB_CLASS_NAMES = Object.keys(JOB_CLASSES) as readonly JobClass[];

/** Places that one account has at most, of those a class has. */
export function accountPlaces(name: JobClass, places: number): number {
  return Math.max(1, Math.floor(places * JOB_CLASSES[name].accountShare));
}
