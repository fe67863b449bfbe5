import { createHash, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { type ControlNumberScope, scopeKey } from '../envelope/control-number-scope.js';
import { MAX_CONTROL_NUMBER } from '../envelope/control-numbers.js';
import { X12Error } from '../model/error.js';
import { codeOf, type FolderSteps } from './folder-steps.js';

/*
 * Why no number is given twice.
 *
 * A scope has one folder with two files. `scope.txt` says whose numbers these are and never changes. The other is empty, and
 * its NAME is the state: `next-000000007`. To take 7 is to rename that file to `next-000000008`. A rename is one step of the
 * system under the lock of the folder, so it is a compare-and-swap: it happens only if the state still is 7, and of all who
 * try it one succeeds; for the others the source is gone, and they look again. Nothing that was read earlier is trusted.
 *
 * - A lists the folder, sees 6 and stalls; B takes 6 and 7. A's rename of `next-000000006` finds no such file. If numbers were
 *   claimed by creating a file per number, B's clean-up would have freed that name, and A would create it again. Here there
 *   is nothing to clean up: taking a number consumes the only name by which it could be taken.
 * - `set` with goBack and the roll-over bring an old name back. If A stalled before that, its rename now succeeds, and rightly:
 *   the name is the whole state, and at that instant it says that this number is the next. No other can take it as well.
 * - A new scope: the folder is made under another name with both files in it and then renamed into place, which fails
 *   if there is a folder with something in it. A scope's folder is never empty, and never removed or moved, so only one is first.
 * - Left-over preparations are moved away in one step before they are deleted. Whoever prepared one and only slept finds
 *   nothing to rename into place, and begins again; it cannot put a half deleted folder there.
 * - The kill of a process stands between two steps or before or after a rename. Before: nothing was taken. After: the
 *   number is spent and nobody has it. Either way the folder holds one state. There is no lock that a dead process could hold.
 * - Loss of power: a number is given only after the folder was synced. What the sync makes safe is the newest state of
 *   the folder, of others too, so a later number is never safe before an earlier one. Files are synced before the folder
 *   gets its name; the directory of scopes is synced by each process before its first number of a scope is given, as the one that
 *   made the folder may have been killed before it did.
 */

/** What a step makes of a state (absent: the scope is new): the state after it, and what the caller gets. */
export type CounterStep<T> = (state: number | undefined) => { readonly state: number; readonly result: T };

/** A file system that is not atomic in listing may show no name or two during a rename; not so often in a row. */
const LISTINGS = 20;
/** Each lost race means that another process got on; this many in a row is no race any more. */
const ATTEMPTS = 1000;
/** Milliseconds. Younger preparations are left alone, only out of politeness. */
const LEFT_OVER_AGE = 60_000;

/** One scope's counter in a directory of scopes; one object a scope and process. */
export class CounterFolder {
  readonly #directory: string;
  readonly #folder: string;
  readonly #scopeText: string;
  readonly #steps: FolderSteps;
  /** The last call of this process that was let in: they wait for each other here, and not at the disk. */
  #last: Promise<unknown> = Promise.resolve();
  /** This process has seen the folder, found it to be the scope's, and synced its name. */
  #known = false;

  constructor(directory: string, scope: ControlNumberScope, steps: FolderSteps) {
    const key = scopeKey(scope);
    // A digest is safe on any file system, whatever the letters and their case; the name holds no value of the interchange.
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 32);
    this.#directory = directory;
    this.#folder = join(directory, `${scope.kind}-${digest}`);
    this.#scopeText = describeScope(key);
    this.#steps = steps;
  }

  /** The state now, `undefined` for a new scope. */
  async state(): Promise<number | undefined> {
    for (let listing = 1; ; listing++) {
      const names = await this.#steps.list(this.#folder);
      if (names === undefined) return this.#demandNew();
      const states = names.filter((name) => name.startsWith('next-'));
      const state = states.length === 1 ? stateOf(states[0]) : undefined;
      if (state !== undefined) return state;
      if (listing === LISTINGS) throw this.#damaged(`it holds ${states.length} files named next-…, or a wrong name`);
      await this.#steps.pause(listing);
    }
  }

  /** Changes the state in one step; when this resolves the change is safe on disk. */
  change<T>(step: CounterStep<T>): Promise<T> {
    const result = this.#last.then(() => this.#change(step));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #change<T>(step: CounterStep<T>): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const state = await this.state();
      if (state !== undefined && !this.#known) await this.#demandOwn();
      const { state: after, result } = step(state);
      const done = state === undefined ? await this.#create(after) : await this.#move(state, after);
      if (done) {
        await this.#makeSafe();
        return result;
      }
      await this.#steps.pause(attempt);
    }
    throw new X12Error(
      'X12_CONTROL_NUMBERS_UNAVAILABLE',
      `Other processes were first in each of ${ATTEMPTS} attempts. Nothing was given; call again.`,
    );
  }

  #move(state: number, after: number): Promise<boolean> {
    return this.#steps.move(join(this.#folder, nameOf(state)), join(this.#folder, nameOf(after)));
  }

  /** False: another process was first, or took this one for dead and cleared its preparation away. */
  async #create(state: number): Promise<boolean> {
    const steps = this.#steps;
    // What cannot be cleared away now will be when a further scope begins; no number hangs on it.
    await this.#removeLeftOvers().catch(() => undefined);
    const fresh = join(this.#directory, `new-${randomUUID()}`);
    await steps.makeFolder(fresh);
    try {
      await steps.write(join(fresh, 'scope.txt'), this.#scopeText);
      await steps.write(join(fresh, nameOf(state)), '');
      await steps.sync(fresh);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
    if (await steps.move(fresh, this.#folder)) return true;
    await steps.remove(fresh);
    return false;
  }

  /** Preparations of processes that were killed. */
  async #removeLeftOvers(): Promise<void> {
    const steps = this.#steps;
    for (const name of (await steps.list(this.#directory)) ?? []) {
      const path = join(this.#directory, name);
      if (name.startsWith('old-')) {
        await steps.remove(path);
      } else if (name.startsWith('new-') && (await steps.age(path)) > LEFT_OVER_AGE) {
        const away = join(this.#directory, `old-${randomUUID()}`);
        if (await steps.move(path, away)) await steps.remove(away);
      }
    }
  }

  async #makeSafe(): Promise<void> {
    await this.#steps.sync(this.#folder);
    if (this.#known) return;
    await this.#steps.sync(this.#directory);
    this.#known = true;
  }

  /** No folder: the scope is new, unless the directory is gone, or the folder that was there before. */
  async #demandNew(): Promise<undefined> {
    if ((await this.#steps.list(this.#directory)) !== undefined) {
      if (this.#known) throw this.#damaged('it was there and is gone');
      return undefined;
    }
    throw new X12Error(
      'X12_CONTROL_NUMBERS_UNAVAILABLE',
      'The directory of the control numbers does not exist. It is not made by itself, as its absence may mean that a volume is ' +
        'not mounted, and counting would begin anew. Mount it; or make the directory if this is the first use.',
      { details: { directory: this.#directory } },
    );
  }

  /** A folder that was copied or renamed by hand holds another scope's numbers. */
  async #demandOwn(): Promise<void> {
    const text = await this.#steps.read(join(this.#folder, 'scope.txt')).catch(() => '');
    if (text !== this.#scopeText) throw this.#damaged('its scope.txt is missing or is not that of the scope asked for');
  }

  #damaged(what: string): X12Error {
    return new X12Error(
      'X12_CONTROL_NUMBERS_DAMAGED',
      `The folder ${basename(this.#folder)} of the control numbers is damaged: ${what}. Nothing was given. Stop all that ` +
        'use it, find the highest number sent in this scope, remove the folder, and set the counter to the number after that.',
      { details: { folder: this.#folder } },
    );
  }
}

function nameOf(state: number): string {
  return `next-${String(state).padStart(9, '0')}`;
}

function stateOf(name: string | undefined): number | undefined {
  const state = Number(/^next-(\d{9}|1000000000)$/.exec(name ?? '')?.[1] ?? 0);
  return state >= 1 && state <= MAX_CONTROL_NUMBER + 1 ? state : undefined;
}

function describeScope(key: string): string {
  return [
    `scope: ${key}`,
    'The file beside this one has the next control number of the scope as its name.',
    'Do not rename it by hand while anything runs; change it by ControlNumbers.set.',
    '',
  ].join('\n');
}
