/** Room for bytes that come in for accounts: what they may have in buckets, and what the disk may hold. */
export interface StorageRoom {
  /**
   * Before bytes of an account are written.
   * @param accountId absent: bytes that an account has already and that are written anew; the disk alone counts.
   * @throws Problem `over-quota` where the account has as much as it may have, `unavailable` with the code `DISK_FULL`.
   */
  open(accountId?: string): Promise<ComingBytes>;
}

/** Bytes that are being written. Ended by `end`, whatever becomes of them. */
export interface ComingBytes {
  /** So many more come. @throws Problem as {@link StorageRoom}: they are not to be written. */
  add(bytes: number): void;
  /** They are the account's from now on. */
  keep(): void;
  end(): void;
}

/** Room without an end, for those who write where nobody counts. */
export const ENDLESS_ROOM: StorageRoom = {
  open: async () => ({ add: () => {}, keep: () => {}, end: () => {} }),
};
