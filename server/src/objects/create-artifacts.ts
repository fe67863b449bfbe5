import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import { uuid } from '../ids.js';
import { MasterKeyError, type MasterKeys } from '../secrets/secrets.js';
import type { Artifacts } from '../store/tables.js';
import { insertArtifacts } from './artifact-rows.js';
import type { ArtifactPart, ArtifactStore, NewArtifact, PreparedArtifact, ReceivedArtifact } from './artifacts.js';
import { type ObjectStore, ObjectStoreError } from './object-store.js';
import { compared, type Taken, takeBytes } from './received-artifact.js';
import { sealedObjects } from './sealed-objects.js';

/** What is not larger lies in its row: one commit instead of a file and a commit. */
const MAX_IN_ROW = 64 * 1024;
const DAY_MS = 86_400_000;
/** Artifacts that are prepared at a stretch. */
const AT_ONCE = 256;

/** Where artifacts lie in the object store; no bucket can have the name. */
export const ARTIFACTS = '_artifacts/';

export interface ArtifactOptions {
  readonly objects: ObjectStore;
  readonly keys: MasterKeys;
  /** Whether new artifacts are sealed, in their rows and in the object store. Those there are read either way. */
  readonly encrypt: boolean;
  readonly clock: Clock;
  /** Absent: kept for ever. */
  readonly retentionDays: number | undefined;
}

/** Artifacts in the table of that name, the larger ones in the object store. */
export function createArtifacts({ objects, keys, encrypt, clock, retentionDays }: ArtifactOptions): ArtifactStore {
  // A store that seals by itself does so for artifacts too.
  const sealing = objects.seals === undefined ? sealedObjects({ objects, keys, seal: encrypt }) : objects;
  const alwaysSealing = sealedObjects({ objects: objects.within ?? objects, keys, seal: true });
  return {
    prepare: prepareAll,
    receive,
    ofObject,
    copy: copyOf,
    insert: insertArtifacts,
    read: async (row) => (row.bytes === null ? readObject(row) : opened(row, row.bytes)),
    open: async (row, part) =>
      row.bytes === null ? openObject(row, part) : Readable.from([inRowOf(row, row.bytes, part)]),
  };

  async function receive(accountId: string, artifact: ReceivedArtifact): Promise<PreparedArtifact> {
    const newName = () => artifactName(clock.now());
    const taken = await takeBytes(sealing, artifact, { inRow: MAX_IN_ROW, newName });
    if ('bytes' in taken) return prepare(accountId, { ...artifact, bytes: taken.bytes });
    return ofObject(artifact, taken);
  }

  function ofObject(
    artifact: Omit<NewArtifact, 'bytes'>,
    { objectName, size, sha256 }: Extract<Taken, { objectName: string }>,
  ): PreparedArtifact {
    const place = { bytes: null, object_name: objectName, object_offset: 0, master_key_id: null };
    return { ...columnsOf(artifact, uuid(), clock.now()), size, sha256, ...place };
  }

  function copyOf(row: Artifacts, ownerId: string): PreparedArtifact {
    const { account_id, object_name, object_offset, ...columns } = row;
    const id = uuid();
    const place =
      row.bytes === null
        ? { bytes: null, object_name, object_offset, master_key_id: null }
        : inRow(account_id, { id, bytes: opened(row, row.bytes), seal: encrypt || row.master_key_id !== null });
    return { ...columns, ...place, id, owner_id: ownerId, created_at: clock.now() };
  }

  function opened({ account_id, id, master_key_id }: Artifacts, bytes: Uint8Array): Uint8Array {
    if (master_key_id === null) return bytes;
    try {
      return keys.open(master_key_id, artifactContext(account_id, id), bytes);
    } catch (error) {
      // A key that is missing may be given again; bytes that were changed stay so, and are lost as those of an object are.
      throw error instanceof MasterKeyError ? error : lost('was changed, or belongs elsewhere', error);
    }
  }

  function inRowOf(row: Artifacts, bytes: Uint8Array, part?: ArtifactPart): Uint8Array {
    const whole = opened(row, bytes);
    if (part === undefined) return whole;
    const asked = whole.subarray(part.offset, part.offset + part.size);
    if (createHash('sha256').update(asked).digest('hex') !== part.sha256)
      throw lost('has other bytes than were written');
    return asked;
  }

  async function prepareAll(
    accountId: string,
    artifacts: readonly NewArtifact[],
  ): Promise<readonly PreparedArtifact[]> {
    const prepared: PreparedArtifact[] = [];
    for (let from = 0; from < artifacts.length; from += AT_ONCE) {
      // Hashes and seals of some hundred take a while: between them others have their turn.
      if (from > 0) await setImmediate();
      const some = artifacts.slice(from, from + AT_ONCE);
      prepared.push(...(await Promise.all(some.map((artifact) => prepare(accountId, artifact)))));
    }
    return prepared;
  }

  async function prepare(accountId: string, artifact: NewArtifact): Promise<PreparedArtifact> {
    const { bytes } = artifact;
    const now = clock.now();
    const id = uuid();
    return {
      ...columnsOf(artifact, id, now),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...(await (bytes.length <= MAX_IN_ROW
        ? inRow(accountId, { id, bytes, seal: encrypt || artifact.sealed === true })
        : inObject(artifact, now))),
    };
  }

  function columnsOf(
    { model, ownerId, usage, type, name, expiresAt }: Omit<NewArtifact, 'bytes'>,
    id: string,
    now: number,
  ) {
    return {
      ...{ id, model, owner_id: ownerId, usage, type, name },
      created_at: now,
      expires_at: expiresAt === undefined ? retainedUntil(now) : expiresAt,
    };
  }

  function retainedUntil(now: number): number | null {
    return retentionDays === undefined ? null : now + retentionDays * DAY_MS;
  }

  function inRow(
    accountId: string,
    { id, bytes, seal }: { readonly id: string; readonly bytes: Uint8Array; readonly seal: boolean },
  ): Place {
    if (!seal) return { bytes, object_name: null, object_offset: 0, master_key_id: null };
    const { keyId, ciphertext } = keys.seal(artifactContext(accountId, id), bytes);
    return { bytes: ciphertext, object_name: null, object_offset: 0, master_key_id: keyId };
  }

  async function inObject({ bytes, within, sealed }: NewArtifact, now: number): Promise<Place> {
    const place = { bytes: null, master_key_id: null };
    if (within !== undefined && within.whole.object_name !== null) {
      const offset = within.whole.object_offset + within.offset;
      return { ...place, object_name: within.whole.object_name, object_offset: offset };
    }
    const object_name = artifactName(now);
    await (sealed === true ? alwaysSealing : sealing).put(object_name, bytes);
    return { ...place, object_name, object_offset: 0 };
  }

  async function readObject(row: Artifacts): Promise<Uint8Array> {
    const range = { from: row.object_offset, length: row.size };
    const object = await toItsEnd(async () => {
      const source = row.object_name === null ? undefined : await sealing.get(row.object_name, range);
      return source === undefined ? undefined : readAll(source);
    });
    if (object === undefined) throw lost('is not there');
    // A store that mixes objects up, or a disk that forgets, gives bytes that are as many: they are shown and delivered to nobody.
    if (object.bytes.length !== row.size || object.sha256 !== row.sha256)
      throw lost('has other bytes than were written');
    return object.bytes;
  }

  async function openObject(row: Artifacts, part: ArtifactPart = { ...row, offset: 0 }): Promise<Readable> {
    const range = { from: row.object_offset + part.offset, length: part.size };
    const source =
      row.object_name === null ? undefined : await toItsEnd(() => sealing.get(row.object_name ?? '', range));
    if (source === undefined) throw lost('is not there');
    return compared(source, part, () => lost('has other bytes than were written'));
  }
}

/** The hash goes with the chunks, so that a large file keeps nobody waiting. */
async function readAll(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly bytes: Buffer; readonly sha256: string }> {
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) {
    hash.update(chunk);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), sha256: hash.digest('hex') };
}

/** A connection or a disk that breaks off in the midst has words of its own, by which nobody sees whose trouble it is. */
async function toItsEnd<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ObjectStoreError || error instanceof MasterKeyError) throw error;
    throw new ObjectStoreError('unavailable', `An object cannot be read to its end${codeOf(error)}.`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

function lost(how: string, cause?: unknown): ObjectStoreError {
  return new ObjectStoreError('lost', `The object of an artifact ${how}. Restore it from a backup.`, { cause });
}

type Place = Pick<PreparedArtifact, 'bytes' | 'object_name' | 'object_offset' | 'master_key_id'>;

/** What the bytes of a row belong to: in another row they do not open. */
export function artifactContext(accountId: string, id: string): string {
  return JSON.stringify(['artifact', accountId, id]);
}

/** A folder a day, and below it as many as keep each of them short. */
function artifactName(now: number): string {
  const random = randomUUID().replaceAll('-', '');
  return `${ARTIFACTS}${new Date(now).toISOString().slice(0, 10)}/${random.slice(0, 2)}/${random.slice(2)}`;
}
