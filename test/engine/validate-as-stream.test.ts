import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GenerateOptions, generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import type { Finding } from '../../src/model/finding.js';
import { fullEngine } from './guides.js';

const engine = fullEngine();

function textOf(options: GenerateOptions): string {
  return Buffer.concat([...generateFile(options)]).toString('latin1');
}

function sorted(findings: readonly Finding[]): readonly string[] {
  return findings.map((found) => JSON.stringify(found)).sort();
}

async function foundWhileDecoding(text: string): Promise<readonly string[]> {
  const findings: Finding[] = [];
  for await (const event of engine.stream(text)) if ('findings' in event) findings.push(...event.findings);
  return sorted(findings);
}

// Validation takes a short way for what is right, decoding never does: both must find the same.
describe.each(SET_NAMES)('validating a damaged %s file', (set) => {
  const text = textOf({ set, bytes: 4_000, seed: 3, largestSet: 2 });
  const places = { min: 106, max: text.length - 20 };

  it('finds what decoding finds', async () => {
    const edit = fc.tuple(
      fc.integer(places),
      fc.constantFrom('', ' ', '0', '-', '.', '*', '>', '^', 'A', 'Z9', '~', '20259999', '100.00', '\u0007'),
      fc.integer({ min: 0, max: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        let damaged = text;
        for (const [at, by, cut] of edits) damaged = damaged.slice(0, at) + by + damaged.slice(at + cut);
        const { findings } = await engine.validate(damaged);
        expect(sorted(findings)).toEqual(await foundWhileDecoding(damaged));
      }),
      { numRuns: 80 },
    );
  });
});

describe('an 837P diagnosis pointer', () => {
  it('beyond the twelfth is found, whether decoding or not', async () => {
    const text = textOf({ set: '837P', bytes: 4_000, seed: 3, largestSet: 2 });
    const damaged = text.replace(/(~SV1\*[^~]*\*)1(?=~)/, '$113');
    expect(damaged).not.toBe(text);
    const { findings } = await engine.validate(damaged);
    expect(findings.map(({ reason }) => reason)).toEqual(['element-pattern']);
    expect(sorted(findings)).toEqual(await foundWhileDecoding(damaged));
  });
});
