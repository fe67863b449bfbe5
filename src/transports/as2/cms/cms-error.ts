/**
 * `malformed`: not the structure it should be. `unsupported`: an algorithm or form not known here. `decryption-failed`: wrong
 * key, wrong padding, wrong tag, no recipient of ours; which of them is reported to no one. `too-large`: beyond a limit given.
 */
export type CmsErrorCode = 'malformed' | 'unsupported' | 'decryption-failed' | 'decompression-failed' | 'too-large';

const TEXTS: Readonly<Record<CmsErrorCode, string>> = {
  malformed: 'The CMS structure is broken.',
  unsupported: 'The CMS structure uses an algorithm or form that is not supported.',
  'decryption-failed': 'It cannot be decrypted with the keys given.',
  'decompression-failed': 'The compressed data is damaged.',
  'too-large': 'The content is larger than is allowed.',
};

/** What is wrong with a CMS structure that a partner sent; without any value of it. */
export class CmsError extends Error {
  override readonly name = 'CmsError';
  readonly code: CmsErrorCode;

  /** @param detail which part, in words of ours. */
  constructor(code: CmsErrorCode, detail?: string) {
    super(detail === undefined ? TEXTS[code] : `${TEXTS[code]} ${detail}`);
    this.code = code;
  }
}
