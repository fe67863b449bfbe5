import { JOB_CLASS_NAMES, type JobClass } from './job-classes.js';

/*
 * A queue is named by all that decides whether one of its jobs can run: class, account, what it goes over, kind. So one look at the
 * index tells of any number of jobs that cannot run now, and none of them is read. Parts have no `/`.
 */

/** Jobs of one queue wait for the same. */
export interface JobQueue {
  readonly class: JobClass;
  readonly accountId: string;
  /** A connection, of which there may be so many sessions at once; `''`: nothing of that sort. */
  readonly over: string;
  readonly kind: string;
}

/** Before the names of queues whose jobs are run by themselves, few at a time: each was there when its process died, several times. */
export const ALONE = 'alone';

/** The column `queue`. */
export function queueName({ class: name, accountId, over, kind }: JobQueue): string {
  return `${name}/${accountId}/${over}/${kind}`;
}

/** A queue as it is found: `isAlone` where its jobs are run by themselves. */
export interface FoundQueue extends JobQueue {
  readonly isAlone: boolean;
}

/** @returns `undefined` for a name that a later release has given. */
export function readQueueName(text: string): FoundQueue | undefined {
  const isAlone = text.startsWith(`${ALONE}/`);
  const [name, accountId = '', over = '', kind = ''] = text.slice(isAlone ? ALONE.length + 1 : 0).split('/');
  const found = JOB_CLASS_NAMES.find((one) => one === name);
  return found === undefined ? undefined : { class: found, accountId, over, kind, isAlone };
}

/** The texts behind `from`, and before `to`, are the queues of a class. */
export function queuesOf(name: JobClass | typeof ALONE): { readonly from: string; readonly to: string } {
  // The character behind `/`.
  return { from: `${name}/`, to: `${name}0` };
}
