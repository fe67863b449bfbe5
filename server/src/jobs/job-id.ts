import { random } from '../ids.js';

// State of the module, as the order is that of the process, whatever stores and servers it has.
let last = 0;
let count = 0;

/** An id that is greater than those this process gave before: where acknowledgments fall on one millisecond, it keeps their order. */
export function jobId(now: number): string {
  count = now === last ? count + 1 : 0;
  last = now;
  return `${now.toString(36).padStart(9, '0')}-${count.toString(36).padStart(5, '0')}-${random(6).toString('hex')}`;
}
