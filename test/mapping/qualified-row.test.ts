import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { compileMapping } from '../../src/mapping/compile-mapping.js';
import { text } from '../../src/mapping/lenses/text.js';
import type { QualifiedRow } from '../../src/mapping/table.js';

const plan = compileGuide(await loadGuide('271-005010X279A1'));
const row: QualifiedRow = {
  property: 'plan',
  qualified: ['2100D/REF', '2100C/REF'],
  by: '01',
  values: [
    { path: '02', names: { '6P': 'group', 18: 'number' }, lens: text },
    { path: '03', names: { '6P': 'groupName' }, lens: text },
  ],
};
const mapping = compileMapping([row], plan);

describe('rows by qualifier', () => {
  it('put an occurrence for each qualifier, and get it back', () => {
    const json = { plan: { group: 'G1', groupName: 'ACME', number: 'N1' } };
    const { data, notes } = mapping.put(json);
    expect(notes).toEqual([]);
    expect(JSON.stringify(data).match(/dependent_additional_identification_REF/g)).toHaveLength(1);
    expect(mapping.get(data)).toEqual({ json, notes: [] });
  });

  it('leave out what another of the paths says already', () => {
    const both = compileMapping([{ property: 'above', path: '2100C/REF[01=6P]/02', lens: text }, row], plan);
    const { data } = both.put({ above: 'G1', plan: { group: 'G1' } });
    expect(JSON.stringify(data)).not.toContain('dependent_additional_identification_REF');
  });

  it('note a qualifier that has no property, unless others read it', () => {
    const other = compileMapping([{ property: 'x', path: '2100C/REF[01=SY]/02', lens: text }], plan).put({
      x: '1',
    }).data;
    expect(mapping.get(other).notes).toEqual([{ reason: 'qualifier-unknown', pointer: '/plan', path: '2100C/REF' }]);
    const silent = compileMapping([{ ...row, others: 'ignore' }], plan);
    expect(silent.get(other).notes).toEqual([]);
  });

  it('note a qualifier that comes again with another value, unless others list it', () => {
    const REF = 'subscriber_additional_identification_REF';
    const one = mapping.put({ plan: { group: 'G1', groupName: 'ACME' } }).data;
    const text = JSON.stringify(
      compileMapping([{ ...row, qualified: '2100C/REF' }], plan).put({ plan: { group: 'G1' } }).data,
    );
    const [segment = ''] = text.match(new RegExp(`(?<="${REF}":\\[?)\\{[^{}]*\\}`)) ?? [];
    const repeated = (second: string) =>
      JSON.parse(text.replace(new RegExp(`("${REF}":)\\[?\\{[^{}]*\\}\\]?`), `$1[${segment},${second}]`));
    const again = { reason: 'qualifier-again', pointer: '/plan/group', path: '2100C/REF' };
    expect(mapping.get(one).notes).toEqual([]);
    expect(mapping.get(repeated(segment)).notes).toEqual([]);
    const other = repeated(segment.replace('G1', 'G2'));
    expect(mapping.get(other)).toEqual({ json: { plan: { group: 'G1' } }, notes: [again] });
    for (const more of [{ others: 'ignore' }, { listed: ['6P'] }] as const) {
      expect(compileMapping([{ ...row, ...more }], plan).get(other).notes).toEqual([]);
    }
  });

  it('note what is no object', () => {
    expect(mapping.put({ plan: 'G1' }).notes).toMatchObject([{ reason: 'value-type', pointer: '/plan' }]);
  });

  it('are refused where the segment has no such element', () => {
    expect(() => compileMapping([{ ...row, by: '99' }], plan)).toThrow(
      expect.objectContaining({ code: 'X12_PATH_INVALID' }),
    );
  });
});
