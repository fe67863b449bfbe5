import { type VirtualFilesCode, VirtualFilesError } from '../virtual-files/virtual-files.js';
import { TooManyHandles } from './handles.js';

/** Codes of SFTP version 3. */
export const STATUS = { ok: 0, eof: 1, missing: 2, denied: 3, failure: 4, bad: 5, unsupported: 8 } as const;

export interface SftpStatus {
  readonly code: number;
  readonly text: string;
}

/** Version 3 has hardly any codes; the words are those by which clients and people know what it was. */
const STATUSES: Readonly<Record<VirtualFilesCode, SftpStatus>> = {
  'not-found': { code: STATUS.missing, text: 'No such file or directory' },
  'not-a-directory': { code: STATUS.missing, text: 'Not a directory' },
  denied: { code: STATUS.denied, text: 'Permission denied' },
  exists: { code: STATUS.failure, text: 'File already exists' },
  'is-a-directory': { code: STATUS.failure, text: 'Is a directory' },
  'not-empty': { code: STATUS.failure, text: 'Directory not empty' },
  'in-use': { code: STATUS.denied, text: 'Permission denied: others need the directory' },
  'no-space': { code: STATUS.failure, text: 'No space left: the disk is full or the quota is exceeded' },
  'too-large': { code: STATUS.failure, text: 'File too large' },
  'name-refused': { code: STATUS.failure, text: 'Name refused' },
  failed: { code: STATUS.failure, text: 'A fault on this side' },
};

/** What is reported to the client of an error; nothing of a cause inside the server. */
export function statusOf(error: unknown): SftpStatus {
  if (error instanceof TooManyHandles) return { code: STATUS.failure, text: error.message };
  return STATUSES[codeOf(error)];
}

export function codeOf(error: unknown): VirtualFilesCode {
  return error instanceof VirtualFilesError ? error.code : 'failed';
}
