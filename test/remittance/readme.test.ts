import { afterEach, expect, it, vi } from 'vitest';
import { examplesOf, printedBy } from '../readme-examples.js';

afterEach(() => void vi.restoreAllMocks());

it.each(examplesOf('src/remittance/'))(
  'example $number of the README of remittances prints what it says',
  async ({ number, printed }) => {
    expect(await printedBy('src/remittance/', number)).toBe(printed);
  },
);
