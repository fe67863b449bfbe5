import { invalid } from '../../problems.js';
import type { StoredBytes } from './put-bytes.js';

/** What bytes have to be, in hexadecimal digits. */
export interface ExpectedBytes {
  readonly md5?: string | undefined;
  readonly sha256?: string | undefined;
}

/** @throws Problem `invalid` with the code `BAD_DIGEST`. */
export function demandExpected({ md5, sha256 }: StoredBytes, expected: ExpectedBytes = {}): void {
  const isIt = (expected.md5 ?? md5) === md5 && (expected.sha256 ?? sha256) === sha256;
  if (!isIt) throw invalid('The bytes that came are not those of the given digest. Send them again.', BAD_DIGEST);
}

const BAD_DIGEST = { code: 'BAD_DIGEST' };
