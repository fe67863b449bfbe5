import { afterEach, describe, expect, it, vi } from 'vitest';
import { examplesOf, printedBy } from '../readme-examples.js';

const FOLDER = 'src/transports/';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('README of transports', () => {
  it('has its examples', () => {
    expect(examplesOf(FOLDER)).toHaveLength(2);
  });

  it.each(examplesOf(FOLDER))('example $number prints what it says', async ({ number, printed }) => {
    expect(await printedBy(FOLDER, number)).toBe(printed);
  });
});
