import { describe, expect, it } from 'vitest';
import { isX12Error } from '../../../src/model/error.js';
import { pageOf } from '../../../src/model/page-of.js';
import { ERROR_CODES, errorExample } from '../../make/errors/error-pages.js';
import { ERROR_ROWS } from '../../make/errors/error-rows.js';
import { findingExample, withoutExample } from '../../make/findings/finding-example.js';
import { ALL_REASONS } from '../../make/findings/finding-pages.js';

it('addresses are relative, and whole where a base is given', () => {
  expect(pageOf('element-too-long')).toBe('findings/element-too-long');
  expect(pageOf('X12_OPTION_INVALID')).toBe('errors/x12-option-invalid');
  expect(pageOf('X12_OPTION_INVALID', 'https://docs.example.com/')).toBe(
    'https://docs.example.com/errors/x12-option-invalid.html',
  );
  expect(pageOf('isa-date', 'https://docs.example.com/edi')).toBe(
    'https://docs.example.com/edi/findings/isa-date.html',
  );
});

it.each(ERROR_CODES)('the example of %s ends with it', async (code) => {
  const thrown = await import(/* @vite-ignore */ errorExample(code).pathname).catch((error: unknown) => error);
  if (!isX12Error(thrown)) throw new Error(`${code} is not thrown`, { cause: thrown });
  expect(thrown.code).toBe(code);
  for (const name of Object.keys(thrown.details)) expect(ERROR_ROWS[code].details, code).toContain(`\`${name}\``);
});

describe('examples of findings', () => {
  it.each(ALL_REASONS)('%s is found, or a sentence says why there is no example', async (reason) => {
    const example = await findingExample(reason);
    if (example === undefined) return expect(withoutExample(reason)).toMatch(/^[A-Z].{10,}\.$/);
    expect(example.findings.map((found) => found.reason)).toContain(reason);
    expect(example.shown).toContain('```');
    expect(example.lines).toHaveLength(example.findings.length);
  });
});
