import { Problem } from '../problems.js';

export interface Change {
  readonly action: 'created' | 'changed' | 'unchanged';
  readonly kind:
    | 'bucket'
    | 'sftp-user'
    | 'profile'
    | 'guide'
    | 'connection'
    | 'partnership'
    | 'inbound'
    | 'outbound'
    | 'destination';
  /** Id or name; what belongs to a partnership has its id before a slash. */
  readonly name: string;
}

/** What applying a file has done, or would do. */
export interface ApplyReport {
  readonly dryRun: boolean;
  readonly changes: readonly Change[];
  /** Secrets that stay as they are because their variable is not set. */
  readonly kept: readonly { readonly name: string; readonly variable: string }[];
}

/** Collects what a run has done. */
export class Changes {
  readonly changes: Change[] = [];
  readonly kept: { name: string; variable: string }[] = [];

  add(kind: Change['kind'], name: string, action: Change['action']): void {
    this.changes.push({ kind, name, action });
  }

  keep(name: string, variable: string): void {
    this.kept.push({ name, variable });
  }
}

/** Runs work for a part of the file; its errors say where in the file that is. */
export async function at<Result>(pointer: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { kind, code, errors, body, cause } = error;
    const placed = errors.map((problem) => ({ ...problem, path: `${pointer}${problem.path ?? ''}` }));
    const all = placed.length === 0 ? [{ path: pointer, message: error.message }] : placed;
    throw new Problem(kind, `${pointer}: ${error.message}`, { code, errors: all, body, cause });
  }
}
