import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadGuides } from '../../src/guides/catalogue.js';
import { smallGuide } from './small-guide.js';

const schema = JSON.parse(readFileSync(new URL('../../guides/guide.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(schema);
const guides = await loadGuides();

describe('meta-schema of guides', () => {
  it.each(guides)('accepts $title', (guide) => {
    expect(validate(guide), JSON.stringify(validate.errors)).toBe(true);
  });

  it('accepts the small guide and refuses a member that the dialect has not', () => {
    expect(validate(smallGuide())).toBe(true);
    expect(validate({ ...smallGuide(), oneOf: [] })).toBe(false);
  });

  it('refuses an element of no X12 type', () => {
    const text = JSON.stringify(smallGuide()).replace('"type":"AN"', '"type":"XX"');
    expect(validate(JSON.parse(text))).toBe(false);
  });
});
