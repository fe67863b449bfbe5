import type { DigestAlgorithm } from './algorithms.js';

/** `new`: RFC 5751 (`sha-256`). `old`: RFC 3851 (`sha256`), for partners that read no other. */
export type DigestNames = 'new' | 'old';

const NAMED: Readonly<Record<string, DigestAlgorithm>> = {
  sha1: 'sha1',
  sha256: 'sha256',
  sha384: 'sha384',
  sha512: 'sha512',
};

/** The algorithm of a name as partners write it: any case of letters, with or without hyphen. */
export function digestNamed(text: string): DigestAlgorithm | undefined {
  const name = text.trim().toLowerCase().replace(/[-_]/g, '');
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
}

/** RFC 4130 itself says `sha1`, so that this one is written so in either fashion. */
export function nameOfDigest(algorithm: DigestAlgorithm, names: DigestNames = 'new'): string {
  return algorithm === 'sha1' || names === 'old' ? algorithm : algorithm.replace('sha', 'sha-');
}
