import { describe, expect, it } from 'vitest';
import { CODE_ELEMENTS, codesOf } from '../../src/cli/explained.js';
import { ERROR_WORDS } from '../../src/model/error-words.js';
import { REASONS } from '../../src/model/reasons.js';
import { runHere } from './run-here.js';

describe('explain', () => {
  it('says what a code of a 999 means and what leads to it', async () => {
    const { code, out } = await runHere(['explain', 'IK403', '7']);
    expect(code).toBe(0);
    expect(out).toMatch(/^IK403 7 {2}/);
    expect(out).toContain('what is wrong with an element, in a 999');
    expect(out).toMatch(/^ {2}element-code {2}/m);
    expect(out).not.toContain('element-code-not-used');
    expect((await runHere(['explain', 'ik403 7'])).out).toBe(out);
  });

  it('knows that a 997 tells what only guides forbid by the codes of the standard', async () => {
    const { out } = await runHere(['explain', 'AK403', '7', '--json']);
    const { kind, element, code, findings } = JSON.parse(out);
    expect([kind, element, code]).toEqual(['code', 'AK403', '7']);
    expect(findings.map(({ reason }: { reason: string }) => reason)).toContain('element-code-not-used');
  });

  it('explains every code of every element, and lists them', async () => {
    for (const [name, element] of CODE_ELEMENTS) {
      const listed = JSON.parse((await runHere(['explain', name, '--json'])).out);
      expect(
        listed.codes.map((one: { code: string }) => one.code),
        name,
      ).toEqual(codesOf(element));
      for (const one of codesOf(element)) {
        const { code, out } = await runHere(['explain', name, one]);
        expect(code).toBe(0);
        expect(out, `${name} ${one}`).not.toMatch(/does not have this code|undefined/);
      }
      expect((await runHere(['explain', name])).out.trimEnd().split('\n')).toHaveLength(codesOf(element).length + 1);
    }
    expect((await runHere(['explain', 'TA105', '20'])).out).toMatch(/^TA105 020 /);
  });

  it('explains every reason and every error', async () => {
    for (const topic of [...Object.keys(REASONS), ...Object.keys(ERROR_WORDS)]) {
      const { code, out } = await runHere(['explain', topic]);
      expect([code, out.startsWith(topic)], topic).toEqual([0, true]);
    }
    expect(JSON.parse((await runHere(['explain', 'X12_DATA_INVALID', '--json'])).out)).toMatchObject({
      kind: 'error',
      exitCode: 1,
    });
    expect((await runHere(['explain', 'value-type'])).out).toContain('SNIP type');
  });

  it.each([
    [['explain', 'IK403', '99'], 'IK403 has no code "99". It has 1, 2, 3'],
    [['explain', 'IK40'], 'Did you mean IK403?'],
    [['explain', 'element-cod'], 'Did you mean element-code?'],
    [
      ['explain', 'x12_nope'],
      `There is no error x12_nope. Codes of errors are: ${Object.keys(ERROR_WORDS).join(', ')}.\n`,
    ],
    [['explain', 'X12_DATA_INVALIT'], 'Did you mean X12_DATA_INVALID?'],
  ])('%j is told what was meant', async (args, text) => {
    const { code, out, err } = await runHere(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
  });
});
