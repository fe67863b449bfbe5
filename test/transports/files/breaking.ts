/**
 * A world in which one operation breaks: the k-th of all that a transport asks of the server or the journal. Files and journal
 * outlive it; the process (`kill`) or the session (`cut`) does not.
 */
import type { Journal } from '../../../src/delivery/journal.js';
import { transportError } from '../../../src/delivery/transport-error.js';
import type { ConnectFiles, RemoteFiles } from '../../../src/transports/files/remote-files.js';

export interface Break {
  /** `kill`: nothing that is asked for after it is done. `cut`: the session is dead, the process goes on. */
  readonly how: 'kill' | 'cut';
  /** Counted from 1. */
  readonly operation: number;
  /** `middle`, of a transfer: when half of the bytes are there. */
  readonly when: 'before' | 'middle' | 'after';
}

export class Killed extends Error {}

/** One life of a process: operations are counted, and one of them breaks. */
export class Life {
  readonly #break: Break | undefined;
  #operations = 0;
  #dead = false;
  /** Looks at the world after each operation. */
  #watch: () => Promise<void>;

  constructor(watch: () => Promise<void>, breaks?: Break) {
    this.#watch = watch;
    this.#break = breaks;
  }

  get operations(): number {
    return this.#operations;
  }

  /** Something that the caller itself does, such as storing what it received. */
  step<T>(work: () => Promise<T>): Promise<T> {
    return this.#do({ dead: false }, false, work);
  }

  journal(journal: Journal): Journal {
    const on = { dead: false };
    return {
      read: (kind, id) => this.#do(on, true, () => journal.read(kind, id)),
      write: (entry) => this.#do(on, true, () => journal.write(entry)),
      add: (entry) => this.#do(on, true, () => journal.add(entry)),
      remove: (kind, id) => this.#do(on, true, () => journal.remove(kind, id)),
      list: (kind) => journal.list(kind),
    };
  }

  connect(connect: ConnectFiles): ConnectFiles {
    return async () => {
      const session = { dead: false };
      const files = await this.#do(session, false, () => connect());
      return this.#session(files, session);
    };
  }

  #session(files: RemoteFiles, session: { dead: boolean }): RemoteFiles {
    const life = this;
    return {
      renameModes: files.renameModes,
      refusesTakenNames: files.refusesTakenNames,
      facts: files.facts,
      rest: () => files.rest(),
      wake: async () => !this.#dead && !session.dead && (await files.wake()),
      list: (directory) => this.#do(session, false, () => files.list(directory)),
      stat: (path) => this.#do(session, false, () => files.stat(path)),
      write: (path, bytes) =>
        this.#do(
          session,
          false,
          () => files.write(path, bytes),
          () => files.write(path, firstOf(bytes)),
        ),
      async *read(path, options) {
        await life.#do(session, false, async () => undefined);
        yield* files.read(path, options);
      },
      rename: (from, to, mode) => this.#do(session, false, () => files.rename(from, to, mode)),
      remove: (path) => this.#do(session, false, () => files.remove(path)),
      close: () => files.close(),
    };
  }

  async #do<T>(
    session: { dead: boolean },
    isJournal: boolean,
    work: () => Promise<T>,
    half: () => Promise<unknown> = work,
  ): Promise<T> {
    if (this.#dead) throw new Killed();
    if (session.dead) throw transportError('connection-lost');
    this.#operations++;
    const now = this.#operations === this.#break?.operation ? this.#break : undefined;
    // A journal is no session that could be cut.
    if (now === undefined || (now.how === 'cut' && isJournal)) {
      const result = await work();
      await this.#watch();
      return result;
    }
    if (now.when === 'middle') await half();
    if (now.when === 'after') await work();
    if (now.how === 'kill') this.#dead = true;
    else session.dead = true;
    await this.#watch();
    throw now.how === 'kill' ? new Killed() : transportError('connection-lost');
  }
}

async function* firstOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    yield chunk.subarray(0, Math.ceil(chunk.length / 2));
    return;
  }
}

/** Every break of a run that has so many operations. */
export function allBreaks(operations: number): readonly Break[] {
  const breaks: Break[] = [];
  for (const how of ['kill', 'cut'] as const) {
    for (let operation = 1; operation <= operations; operation++) {
      for (const when of ['before', 'middle', 'after'] as const) breaks.push({ how, operation, when });
    }
  }
  return breaks;
}
