import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../../src/guide/rules/resolve-path.js';
import { parseRulePath } from '../../../src/guide/rules/rule-path.js';
import { loop, segment } from './small-plan.js';

const eb = segment('EB', { elements: ['AN', 'AN*', 3] });
const entity = segment('NM1');
const related = loop('2120C', [entity]);
const benefitC = loop('2110C', [eb, segment('REF'), related]);
const benefitD = loop('2110D', [segment('EB', { elements: ['AN'] })]);
const root = loop('', [
  segment('ST'),
  loop('2000C', [segment('HL'), benefitC, loop('2000D', [segment('HL'), benefitD])]),
]);

function places(path: string, anchor = root): string[] {
  return resolvePath(parseRulePath(path, 'r'), { loop: anchor, segment: undefined }).map(
    (t) => `${t.loop.loopId}/${t.segment.tag}${t.element || ''}${t.component ? `-${t.component}` : ''}`,
  );
}

describe('rule paths', () => {
  it.each([
    ['EB/01', ['2110C/EB1']],
    ['EB/03-2', ['2110C/EB3-2']],
    ['EB/01,03', ['2110C/EB1', '2110C/EB3']],
    ['REF', ['2110C/REF']],
    ['2120C', ['2120C/NM1']],
    ['2120C/NM1/09', ['2120C/NM19']],
    ['2120C/09', ['2120C/NM19']],
  ])('%s from 2110C', (path, expected) => {
    expect(places(path, benefitC)).toEqual(expected);
  });

  it.each([
    ['2110[CD]/EB/01', ['2110C/EB1', '2110D/EB1']],
    ['2000[CD]/HL', ['2000C/HL', '2000D/HL']],
    ['2000D/2110D', ['2110D/EB']],
    ['EB', []],
    ['2110D/EB/02', []],
    ['2000D/2110C', []],
  ])('%s from the set', (path, expected) => {
    expect(places(path)).toEqual(expected);
  });

  it('reads filters, whose values may hold a slash', () => {
    expect(parseRulePath('2110C/AMT[01=R|A/B][02-1=X]/02', 'r').steps[1]).toMatchObject({
      name: 'AMT',
      filters: [
        { element: 1, component: 0, test: { listed: true, table: { values: new Set(['R', 'A/B']) } } },
        { element: 2, component: 1, test: { table: { values: new Set(['X']) } } },
      ],
    });
  });

  it('does not lead into the anchor loop inside itself', () => {
    const slots = [segment('HL'), segment('LIN')];
    const level = loop('HL', slots as never);
    (slots as unknown[]).push(level, loop('N1', [segment('N1')])); // a loop that contains itself, as compileGuide makes it
    expect(places('HL', level)).toEqual(['HL/HL']);
    expect(places('N1', level)).toEqual(['N1/N1']);
  });

  it('reads one pass, whatever stands in it: paths come with guides of strangers', () => {
    expect(() => parseRulePath('['.repeat(500_000), 'r')).toThrowError(/neither loop, segment nor element/);
    expect(() => parseRulePath('[A'.repeat(250_000), 'r')).toThrowError(/neither loop, segment nor element/);
  });

  it.each(['', '/', 'EB/', 'E B/01', 'EB[01]/02x', '2110[/EB', 'EB[01=A/02'])(
    'refuses %j, naming rule and path',
    (path) => {
      expect(() => parseRulePath(path, 'my-rule')).toThrowError(/Rule my-rule: path/);
    },
  );
});
