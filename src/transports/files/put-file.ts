import type { OutboundPayload } from '../../delivery/payload.js';
import { transportError, transportReasonOf } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { joinPath } from '../virtual-files/virtual-path.js';
import type { DeliveryRecord } from './delivery-record.js';
import { numberedPaths } from './file-names.js';
import { confirmationLost, targetExists } from './final-name.js';
import { type Digest, digestOfPayload, HashingBytes, openPayload, payloadUnreadable } from './hashing.js';
import { LastByteHeld } from './last-byte-held.js';
import { sameBytes } from './read-back.js';
import type { PutFileOptions, RemoteFiles } from './remote-files.js';
import { isSessionDead } from './session-errors.js';
import type { OutboundSettings } from './settings.js';

/*
 * Why a file that is put whole is delivered once.
 *
 * A store that puts whole files needs no temporary name. But a call that was lost may have put the file, so the journal must know from when on that
 * can be: `renaming` is written while the last byte is still held back, and only then is it let go. Whoever finds `uploading` knows that the store
 * never had all bytes; whoever finds `renaming` looks, as after a rename.
 */

export interface PutPayloadOptions {
  readonly files: RemoteFiles;
  readonly put: (path: string, bytes: AsyncIterable<Uint8Array>, options: PutFileOptions) => Promise<void>;
  readonly payload: OutboundPayload;
  readonly settings: OutboundSettings;
  readonly signal: AbortSignal | undefined;
  readonly step: (name: string) => Promise<void>;
  readonly note: (record: DeliveryRecord) => Promise<void>;
  /** What has been read, if it is the whole payload, and what an earlier attempt had sent. */
  readonly demandWhole: (digest: Digest | undefined) => Digest;
}

/** There is no temporary file. */
export const NO_TEMPORARY = '';

/** Puts the payload under the first name that the policy allows. */
export async function putPayload(options: PutPayloadOptions): Promise<{ path: string; digest: Digest }> {
  const { files, payload, settings, signal, step, note } = options;
  const { directory, existing = 'refuse' } = settings;
  const size = payload.size ?? (await digestOfPayload(payload, signal)).size;
  const first = joinPath(directory, payload.name);
  for (const path of existing === 'suffix' ? numberedPaths(directory, payload.name) : [first]) {
    await note({ state: 'uploading', temporary: NO_TEMPORARY, target: path });
    await step('look at target');
    const taken = (await files.stat(path, signal)) !== undefined;
    if (taken && existing === 'refuse') throw targetExists(path);
    if (taken && existing === 'suffix') continue;
    const digest = await putAs(options, path, size);
    if (digest !== undefined) return { path, digest };
  }
  throw targetExists(first);
}

/** `undefined`: the name was taken meanwhile, and another may be tried. */
async function putAs(options: PutPayloadOptions, path: string, size: number): Promise<Digest | undefined> {
  const { put, payload, settings, signal, step, note, demandWhole } = options;
  const source = new HashingBytes(openPayload(payload), signal);
  let digest: Digest | undefined;
  const held = new LastByteHeld(source, async () => {
    digest = demandWhole(source.digest);
    await note({ state: 'renaming', temporary: NO_TEMPORARY, target: path, ...digest });
  });
  await step('write');
  try {
    const bytes = await held.begin();
    const { contentType = 'application/edi-x12' } = payload;
    await put(path, bytes, { size, replace: settings.existing === 'overwrite', contentType, signal });
  } catch (error) {
    if (await held.stop()) await note({ state: 'uploading', temporary: NO_TEMPORARY, target: path });
    if (source.failure !== undefined) throw payloadUnreadable(source.failure.error);
    if (held.failure !== undefined) throw held.failure.error;
    if (!held.whole || digest === undefined) throw error;
    return (await isThereAfterAll(options, path, digest, error)) ? digest : undefined;
  }
  if (digest === undefined) throw transportError('size-differs', { at: 'The transfer ended before the payload did' });
  if (settings.verify === 'hash') await verify(options, path, digest);
  return digest;
}

/** What can be answered though the file was put: only these are looked into. */
const PERHAPS: ReadonlySet<unknown> = new Set<TransportReason>(['server-error', 'target-exists']);

/** The store has answered with an error: what it did is not what it says, but what can be seen. Without an answer nobody looks now. */
async function isThereAfterAll(o: PutPayloadOptions, path: string, digest: Digest, error: unknown): Promise<boolean> {
  const { settings, step, note } = o;
  const reason = transportReasonOf(error);
  if (isSessionDead(error) || reason === undefined) throw confirmationLost(path, error);
  const looks = PERHAPS.has(reason);
  if (looks) await step('look');
  const seen = looks ? await whatIsThere(o, path, digest) : 'nothing';
  // The name was free, or may be replaced: a client that tried again by itself is refused for the file that it had put.
  if (seen === 'ours') return true;
  await note({ state: 'uploading', temporary: NO_TEMPORARY, target: path });
  if (reason !== 'target-exists') throw error;
  // Refused because another call for the path was under way, which has put nothing.
  if (seen === 'nothing') throw transportError('server-busy', { cause: error, details: { path } });
  if (settings.existing === 'suffix') return false;
  throw error;
}

async function whatIsThere(
  { files, signal }: PutPayloadOptions,
  path: string,
  digest: Digest,
): Promise<'nothing' | 'ours' | 'another'> {
  try {
    const seen = await files.stat(path, signal);
    if (seen === undefined) return 'nothing';
    return seen.size === digest.size && (await sameBytes(files, path, digest, signal)) === true ? 'ours' : 'another';
  } catch (error) {
    throw confirmationLost(path, error);
  }
}

/** Reads back what was put, unless it was taken already. */
async function verify({ files, signal, step }: PutPayloadOptions, path: string, digest: Digest): Promise<void> {
  await step('read back');
  const same = await sameBytes(files, path, digest, signal);
  if (same === 'unreadable') throw transportError('permission-denied', { at: 'Reading back what was sent' });
  if (same || (await files.stat(path, signal)) === undefined) return;
  throw transportError('remote-vanished', { details: { path } });
}
