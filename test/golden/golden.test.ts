import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { addGuideKeywords } from '../../src/ajv/add-guide-keywords.js';
import { listGuides, loadGuide } from '../../src/guides/catalogue.js';
import { documentText, fixtureNames, goldenFile } from './golden-documents.js';

interface Golden {
  readonly interchanges: readonly {
    readonly groups: readonly {
      readonly transactions: readonly {
        readonly guide: string;
        readonly data: unknown;
        readonly findings: readonly { severity: string }[];
      }[];
    }[];
  }[];
}

const OPTIONS = { strict: true, allowUnionTypes: true, allErrors: true, code: { optimize: false } };
const validators = new Map<string, ValidateFunction>();

/** Compiled once for all documents: a large guide takes a second. What is run once need not be optimized, which takes as long again. */
async function validatorOf(id: string): Promise<ValidateFunction> {
  let validate = validators.get(id);
  if (validate === undefined) {
    const ajv = addGuideKeywords(new Ajv2020(OPTIONS));
    validate = ajv.compile(await loadGuide(id));
    validators.set(id, validate);
  }
  return validate;
}

describe('golden documents', () => {
  it.each(fixtureNames())('%s reads as it did (npm run golden -- --update after a wanted change)', async (name) => {
    expect(await documentText(name)).toBe(readFileSync(goldenFile(name), 'utf8'));
  });

  // DECISIONS A5: guide JSON is valid for plain ajv in strict mode wherever the engine found no error.
  it.each(fixtureNames())(
    '%s satisfies its JSON Schemas',
    async (name) => {
      const known = new Set((await listGuides()).map(({ id }) => id));
      const golden = JSON.parse(readFileSync(goldenFile(name), 'utf8')) as Golden;
      for (const transaction of golden.interchanges
        .flatMap(({ groups }) => groups)
        .flatMap(({ transactions }) => transactions)) {
        if (!known.has(transaction.guide) || transaction.findings.some(({ severity }) => severity === 'error'))
          continue;
        const validate = await validatorOf(transaction.guide);
        validate(transaction.data);
        expect(validate.errors ?? []).toEqual([]);
      }
    },
    60_000,
  );
});
