import type { Spool, SpoolWriter } from './octets.js';

/** A spool that knows all that was put into it, so that none is left behind when one of several steps fails. */
export interface TrackedSpool extends Spool {
  discardAll(): Promise<void>;
}

export function trackedSpool(spool: Spool): TrackedSpool {
  const writers: SpoolWriter[] = [];
  return {
    async create() {
      const writer = await spool.create();
      writers.push(writer);
      return writer;
    },
    async discardAll() {
      await Promise.all(writers.splice(0).map((writer) => writer.discard()));
    },
  };
}
