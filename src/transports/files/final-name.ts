import { transportError, transportReasonOf } from '../../delivery/transport-error.js';
import { joinPath } from '../virtual-files/virtual-path.js';
import { numberedPaths } from './file-names.js';
import type { Digest } from './hashing.js';
import { sameBytes } from './read-back.js';
import type { RemoteFiles, RenameMode } from './remote-files.js';
import { isSessionDead, quietly } from './session-errors.js';
import type { OutboundSettings } from './settings.js';

export interface FinalNameOptions {
  readonly files: RemoteFiles;
  /** A file that is whole. */
  readonly temporary: string;
  /** The payload's. */
  readonly name: string;
  readonly digest: Digest;
  readonly settings: OutboundSettings;
  readonly signal: AbortSignal | undefined;
  readonly step: (name: string) => Promise<void>;
  /** Writes down that the target may be ours from now on. */
  readonly renaming: (target: string) => Promise<void>;
  /** Writes down that the target is not ours. */
  readonly giveUp: (target: string) => Promise<void>;
}

export interface FinalName {
  readonly path: string;
  /** Another file had the name. */
  readonly replaced: boolean;
}

/**
 * Renames the temporary file to the first name that the policy allows. Where it cannot, the temporary file is removed.
 * @throws X12Error of `target-exists`, `rename-refused` ...; `confirmation-lost` and `remote-vanished` leave all as it is.
 */
export async function giveFinalName(options: FinalNameOptions): Promise<FinalName> {
  const { files, name, settings, signal, step } = options;
  const { directory, existing = 'refuse' } = settings;
  const paths = existing === 'suffix' ? numberedPaths(directory, name) : [joinPath(directory, name)];
  const unseen = renamesUnseen(settings, files);
  for (const target of paths) {
    if (!unseen) await step('look at target');
    const taken = !unseen && (await files.stat(target, signal)) !== undefined;
    if (taken && existing === 'suffix') continue;
    if (taken && existing === 'refuse') return giveUp(options, target, targetExists(target));
    await options.renaming(target);
    if (await renameTo(options, target, taken)) return { path: target, replaced: taken };
  }
  const first = joinPath(directory, name);
  return giveUp(options, first, targetExists(first));
}

/** False: the name was taken meanwhile, and another may be tried. */
async function renameTo(options: FinalNameOptions, target: string, taken: boolean): Promise<boolean> {
  const { files, temporary, settings, signal, step } = options;
  let refusal: unknown;
  for (const mode of renameModes(settings, files)) {
    await step('rename');
    try {
      await files.rename(temporary, target, mode, signal);
      return true;
    } catch (error) {
      if (isSessionDead(error)) throw confirmationLost(target, error);
      // It has not been looked at: what has the name is another's, also where it has our very bytes.
      if (renamesUnseen(settings, files) && transportReasonOf(error) === 'target-exists')
        return giveUp(options, target, targetExists(target, error));
      if (await renamedAfterAll(options, target, taken)) return true;
      refusal = error;
      // The next mode removes the target first: only where the target is what stands in the way.
      if (!taken || !isAboutName(error)) break;
    }
  }
  const nowTaken = isAboutName(refusal) && (await quietly(() => files.stat(target, signal))) !== undefined;
  if (nowTaken && settings.existing === 'suffix') return false;
  const overwrites = settings.existing === 'overwrite';
  return giveUp(options, target, nowTaken && !overwrites ? targetExists(target, refusal) : refusal);
}

/** The server answered with an error: what it did is not what it says, but what can be seen. */
async function renamedAfterAll(options: FinalNameOptions, target: string, taken: boolean): Promise<boolean> {
  const { files, temporary, digest, signal } = options;
  try {
    const left = await files.stat(temporary, signal);
    const there = await files.stat(target, signal);
    const fits = there?.size === digest.size;
    if (left === undefined) {
      if (fits && (await sameBytes(files, target, digest, signal)) !== false) return true;
      throw transportError('remote-vanished', { details: { path: target } });
    }
    // A server that gives a second name and then fails to take the first away.
    if (taken || !fits || (await sameBytes(files, target, digest, signal)) !== true) return false;
    await quietly(() => files.remove(temporary, signal));
    return true;
  } catch (error) {
    throw isSessionDead(error) ? confirmationLost(target, error) : error;
  }
}

/**
 * `posix` would replace a file that came between the look and the rename, so without leave to overwrite it is not taken by itself.
 */
function renameModes({ rename = 'auto', existing }: OutboundSettings, files: RemoteFiles): readonly RenameMode[] {
  if (rename !== 'auto') return [rename];
  if (existing !== 'overwrite') return ['plain'];
  return files.renameModes.includes('posix') ? ['posix'] : ['plain', 'delete-then-rename'];
}

/** Whether the look before the rename can be left to the server, in whose hands it and the rename are one step. */
function renamesUnseen(settings: OutboundSettings, files: RemoteFiles): boolean {
  const { existing = 'refuse' } = settings;
  if (existing !== 'refuse' || files.refusesTakenNames !== true) return false;
  return renameModes(settings, files).every((mode) => mode === 'plain');
}

async function giveUp(options: FinalNameOptions, target: string, error: unknown): Promise<never> {
  const { files, temporary } = options;
  // Before the temporary file goes: a later attempt must not take somebody else's file of this name for ours.
  await options.giveUp(target);
  await quietly(() => files.remove(temporary));
  throw error;
}

function isAboutName(error: unknown): boolean {
  return ['target-exists', 'rename-refused', 'server-error'].includes(transportReasonOf(error) ?? '');
}

export function targetExists(path: string, cause?: unknown): Error {
  return transportError('target-exists', { cause, details: { path } });
}

export function confirmationLost(path: string, cause: unknown): Error {
  return transportError('confirmation-lost', { cause, details: { path } });
}
