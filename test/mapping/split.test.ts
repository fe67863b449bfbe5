import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { compileSplit } from '../../src/mapping/split.js';

const split = compileSplit(['2000A', '2000B'], compileGuide(await loadGuide('271-005010X279A1')));

describe('branches of a set', () => {
  const receiver = (name: string) => ({ information_receiver_name_NM1_loop: { name } });
  it('are one for each innermost loop, with what stands around it', () => {
    const source = { request_validation_AAA: [{ valid_request_indicator_01: 'Y' }] };
    const data = {
      heading: { h: 'H' },
      detail: {
        information_source_level_HL_loop: [
          { ...source, information_receiver_level_HL_loop: [receiver('A'), receiver('B')] },
          { ...source },
        ],
      },
    };
    const before = structuredClone(data);
    const found = split(data);
    expect(found.map(({ depth }) => depth)).toEqual([2, 2, 1]);
    expect(found.map(({ data: branch }) => branch)).toEqual([
      {
        heading: { h: 'H' },
        detail: {
          information_source_level_HL_loop: [{ ...source, information_receiver_level_HL_loop: [receiver('A')] }],
        },
      },
      {
        heading: { h: 'H' },
        detail: {
          information_source_level_HL_loop: [{ ...source, information_receiver_level_HL_loop: [receiver('B')] }],
        },
      },
      { heading: { h: 'H' }, detail: { information_source_level_HL_loop: [source] } },
    ]);
    expect(data).toEqual(before);
  });

  it('are the set itself where there are no loops', () => {
    expect(split({ heading: {} })).toEqual([{ data: { heading: {} }, depth: 0 }]);
  });

  it('refuse a loop that the guide does not have', async () => {
    const plan = compileGuide(await loadGuide('271-005010X279A1'));
    expect(() => compileSplit(['2000A', '9999'], plan)).toThrow(expect.objectContaining({ code: 'X12_PATH_INVALID' }));
  });
});
