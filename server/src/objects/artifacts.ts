import type { Readable } from 'node:stream';
import type { AccountQueries } from '../store/account-queries.js';
import type { Artifacts } from '../store/tables.js';

/** An artifact to be kept: small ones in their row, larger ones in the object store before the row is written. */
export interface NewArtifact {
  readonly model: Artifacts['model'];
  readonly ownerId: string;
  readonly usage: Artifacts['usage'];
  /** `application/edi-x12`, `application/json` ... */
  readonly type: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * Where the bytes stand in another artifact that is prepared already, 0-based: a large part then shares the object of the whole.
   * Keep the whole as long as its parts.
   */
  readonly within?: { readonly whole: PreparedArtifact; readonly offset: number } | undefined;
  /** Default: the retention of the configuration; `null`: it is kept until its owner removes it. */
  readonly expiresAt?: number | null | undefined;
  /** Encrypted whatever the configuration says. */
  readonly sealed?: true | undefined;
}

/** The same, of bytes that come one after another and may be very many. */
export interface ReceivedArtifact extends Omit<NewArtifact, 'bytes' | 'within' | 'sealed'> {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** More bytes end the writing with ObjectStoreError `too-large`. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An artifact whose bytes are safe: insert its row in the transaction that refers to it. */
export type PreparedArtifact = Omit<Artifacts, 'account_id'>;

export interface ArtifactStore {
  /** Puts large bytes into the object store; call it before the transaction. What is never inserted is swept later. */
  prepare(accountId: string, artifacts: readonly NewArtifact[]): Promise<readonly PreparedArtifact[]>;
  /** The same of one that is not held in memory, whatever its size. */
  receive(accountId: string, artifact: ReceivedArtifact): Promise<PreparedArtifact>;
  /** One whose bytes lie in the object store already, under a name that another row has as well. */
  ofObject(
    artifact: Omit<NewArtifact, 'bytes' | 'within'>,
    object: { readonly objectName: string; readonly size: number; readonly sha256: string },
  ): PreparedArtifact;
  /**
   * The same bytes for another owner, kept as long. Those in the object store are named once more, so that no file is read for it: the row
   * that is copied must still be there when the copy is inserted.
   */
  copy(row: Artifacts, ownerId: string): PreparedArtifact;
  insert(queries: AccountQueries, artifacts: readonly PreparedArtifact[]): Promise<void>;
  /** The bytes of a row, decrypted. @throws ObjectStoreError. */
  read(row: Artifacts): Promise<Uint8Array>;
  /**
   * The bytes of a row as a stream, for what may be too large for memory; one that does not have the bytes that were written ends in an error
   * before its end. @param part no more than that is read from the object store. @throws ObjectStoreError, also from the stream.
   */
  open(row: Artifacts, part?: ArtifactPart): Promise<Readable>;
}

/** Bytes of an artifact that are read alone, and what they hash to: of the whole nothing is compared then. */
export interface ArtifactPart {
  /** 0-based. */
  readonly offset: number;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}
