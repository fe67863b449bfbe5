import { describe, expect, it } from 'vitest';
import {
  DISPOSITIONS,
  type DispositionReason,
  formatDisposition,
  parseDisposition,
} from '../../../../src/transports/as2/mdn/dispositions.js';

const AUTOMATIC = 'automatic-action/MDN-sent-automatically; ';

/** Table 1.4, by hand. */
const WRITTEN: Readonly<Record<DispositionReason, string>> = {
  processed: 'processed',
  'authentication-failed': 'processed/error: authentication-failed',
  'decompression-failed': 'processed/error: decompression-failed',
  'decryption-failed': 'processed/error: decryption-failed',
  'insufficient-message-security': 'processed/error: insufficient-message-security',
  'integrity-check-failed': 'processed/error: integrity-check-failed',
  'unexpected-processing-error': 'processed/error: unexpected-processing-error',
  'duplicate-document': 'processed/warning: duplicate-document',
  'unsupported-format': 'failed/failure: unsupported format',
  'unsupported-mic-algorithms': 'failed/failure: unsupported MIC-algorithms',
  'sender-equals-receiver': 'failed/failure: sender-equals-receiver',
};
// The keys of a record by reason, which `Object.entries` gives as plain strings.
const ROWS = Object.entries(WRITTEN) as readonly (readonly [DispositionReason, string])[];

describe('dispositions', () => {
  it('has a row for each', () => {
    expect(Object.keys(DISPOSITIONS).sort()).toEqual(Object.keys(WRITTEN).sort());
  });

  it.each(ROWS)('writes and reads %s', (reason, words) => {
    expect(formatDisposition(reason)).toBe(AUTOMATIC + words);
    const received = reason === 'processed' || reason === 'duplicate-document';
    expect(parseDisposition(AUTOMATIC + words)).toEqual({ received, reason, text: words });
    const squeezed = (AUTOMATIC + words).replace(/ /g, '').toUpperCase();
    expect(parseDisposition(squeezed)).toMatchObject({ received, reason });
    expect(parseDisposition(` ${AUTOMATIC} ${words.replace(/([/:])/g, ' $1 ')} `)).toMatchObject({ received, reason });
  });

  it.each([
    ['automatic-action/MDN-sent-automatically;processed', 'processed', true],
    ['manual-action/MDN-sent-manually; Processed', 'processed', true],
    ['processed', 'processed', true],
    ['a/b; failed/Failure: Unsupported Format', 'unsupported-format', false],
    ['a/b; failed/Failure:unsupported-format', 'unsupported-format', false],
    ['a/b; failed/failure: unsupported MIC algorithms', 'unsupported-mic-algorithms', false],
    ['a/b; processed/Error: Authentication_Failed', 'authentication-failed', false],
    ['a/b; failed/error: decryption-failed', 'decryption-failed', false],
    ['a/b; processed/Warning:Duplicate-Document', 'duplicate-document', true],
    ['a/b; processed/error: duplicate-document', undefined, false],
    ['a/b; processed/error: the disk is full', undefined, false],
    ['a/b; processed/error', undefined, false],
    ['a/b; failed', undefined, false],
    ['a/b; processed/warning: took long', undefined, true],
    ['a/b; deleted', undefined, false],
  ] as const)('reads %s', (value, reason, received) => {
    const read = parseDisposition(value);
    expect([read?.reason, read?.received]).toEqual([reason, received]);
  });

  it('reads words that stand on a line of their own', () => {
    const apart = { modifier: 'error', words: 'authentication-failed' } as const;
    expect(parseDisposition('a/b; processed/error', apart)?.reason).toBe('authentication-failed');
    expect(parseDisposition('a/b; processed', apart)).toMatchObject({
      received: false,
      reason: 'authentication-failed',
    });
  });

  it('refuses what names no type, and survives absurd ones', () => {
    for (const wrong of ['', ';', 'a/b;', 'a/b; /error: x', `!${' '.repeat(60_000)}`, 'a;'.repeat(30_000)]) {
      expect(parseDisposition(wrong)).toBeUndefined();
    }
    expect(parseDisposition('a/b; failed/failure: \x1b[31m\xe9')?.text).toBe('failed/failure: ?[31m?');
  });
});
