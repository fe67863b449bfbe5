import type { ServerResponse } from 'node:http';

/** Does something once an answer is through, or its client has left: that may have happened already, and there is no second event for it. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.destroyed) work();
  else response.once('close', work);
}
