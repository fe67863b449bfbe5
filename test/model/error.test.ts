import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { X12Error } from '../../src/model/error.js';
import type { Finding } from '../../src/model/finding.js';

// As a package has it whose entries each bring their own: loaded again.
const copy = './../../src/model/error.js?copy';
const { X12Error: Other } = (await import(/* @vite-ignore */ copy)) as { X12Error: typeof X12Error };

class Own extends X12Error {}

describe('X12Error', () => {
  it('is an instance in every copy of the package', () => {
    expect(Other).not.toBe(X12Error);
    const error = new Other('X12_ABORTED', 'Stopped.');
    expect(error).toBeInstanceOf(X12Error);
    expect(new X12Error('X12_ABORTED', 'Stopped.')).toBeInstanceOf(Other);
    expect(error).toBeInstanceOf(Error);
  });

  it('is not what only looks like one', () => {
    expect(new Error('X12_ABORTED')).not.toBeInstanceOf(X12Error);
    expect({ name: 'X12Error', code: 'X12_ABORTED' }).not.toBeInstanceOf(X12Error);
    expect(null).not.toBeInstanceOf(X12Error);
  });

  it('prints details of any form', () => {
    const at = {
      interchange: 1,
      get pointer(): string {
        throw new Error('no');
      },
    };
    for (const found of [
      {},
      null,
      1,
      { at: null },
      { at: { pointer: 1 } },
      { at },
      { at: {}, severity: Symbol('x') },
    ]) {
      // What a caller from JavaScript may give.
      const error = new X12Error('X12_DATA_INVALID', 'Wrong.', {
        details: { findings: [found as unknown as Finding] },
      });
      expect(inspect(error)).toContain('X12Error: Wrong.');
    }
    const good = { severity: 'error', reason: 'value-type', at: { pointer: '/heading' } } as unknown as Finding; // all that is printed
    const both = new X12Error('X12_DATA_INVALID', 'Wrong.', { details: { findings: [{} as Finding, good] } });
    expect(inspect(both)).toContain('error value-type /heading');
  });

  it('leaves classes that extend it their own instances', () => {
    expect(new Own('X12_ABORTED', 'Stopped.')).toBeInstanceOf(Own);
    expect(new Own('X12_ABORTED', 'Stopped.')).toBeInstanceOf(Other);
    expect(new X12Error('X12_ABORTED', 'Stopped.')).not.toBeInstanceOf(Own);
  });
});
