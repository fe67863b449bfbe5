import { describe, expect, it } from 'vitest';
import type { ElementPath, NamePart, PathFilter, PathStep } from '../../src/path/element-path.js';
import { exactName } from '../../src/path/element-path.js';
import { parsePath } from '../../src/path/parse-path.js';

const text = (name: string): NamePart => ({ kind: 'text', text: name });
const letters = (of: string): NamePart => ({ kind: 'class', letters: of });
const any: NamePart = { kind: 'any' };

function step(name: string | NamePart[], ...filters: PathFilter[]): PathStep {
  return { name: typeof name === 'string' ? [text(name)] : name, filters };
}

function element(position: number, repetition?: number, component?: number) {
  return { position, repetition, component };
}

function path(steps: PathStep[], last?: ReturnType<typeof element>, section?: ElementPath['section']): ElementPath {
  return { section, steps, element: last };
}

function is(position: number, ...values: string[]): PathFilter {
  return { kind: 'value', at: { segment: undefined, ...element(position) }, negated: false, values };
}

describe('parsePath', () => {
  it.each<[string, ElementPath]>([
    ['2110C/EB[01=1]/03-2', path([step('2110C'), step('EB', is(1, '1'))], element(3, undefined, 2))],
    ['2110[CD]/EB/03', path([step([text('2110'), letters('CD')]), step('EB')], element(3))],
    ['2010A[A-C]/NM1', path([step([text('2010A'), letters('ABC')]), step('NM1')])],
    ['2010[DCBA-BC]', path([step([text('2010'), letters('ABCD')])])],
    ['2115C/III/02', path([step('2115C'), step('III')], element(2))],
    ['2120C', path([step('2120C')])],
    ['EB/03', path([step('EB')], element(3))],
    ['EB/03:2', path([step('EB')], element(3, 2))],
    ['EB/03:2-1', path([step('EB')], element(3, 2, 1))],
    ['HI/01-01', path([step('HI')], element(1, undefined, 1))],
    ['02', path([], element(2))],
    ['02-1', path([], element(2, undefined, 1))],
    ['EB', path([step('EB')])],
    ['EB03', path([step('EB')], element(3))],
    ['EB03-2', path([step('EB')], element(3, undefined, 2))],
    ['NM109', path([step('NM1')], element(9))],
    ['N101', path([step('N1')], element(1))],
    ['SV101-2', path([step('SV1')], element(1, undefined, 2))],
    ['2110C/EB03:2-1', path([step('2110C'), step('EB')], element(3, 2, 1))],
    ['heading', path([], undefined, 'heading')],
    ['heading/BHT/02', path([step('BHT')], element(2), 'heading')],
    ['summary/SE01', path([step('SE')], element(1), 'summary')],
    [
      'detail/2100*/NM1[2]',
      path([step([text('2100'), any]), step('NM1', { kind: 'index', index: 2 })], undefined, 'detail'),
    ],
    ['*/REF', path([step([any]), step('REF')])],
    ['20**0', path([step([text('20'), any, text('0')])])],
    ['2[A]*[BC]1', path([step([text('2'), letters('A'), any, letters('BC'), text('1')])])],
    ['N1_2/N4', path([step('N1_2'), step('N4')])],
    ['EB[03=30,AL]/06', path([step('EB', is(3, '30', 'AL'))], element(6))],
    ['EB[01=1][2]', path([step('EB', is(1, '1'), { kind: 'index', index: 2 })])],
    ['REF[02="a,b]""c"]', path([step('REF', is(2, 'a,b]"c'))])],
    ['REF[02="*"]', path([step('REF', is(2, '*'))])],
    ['EB[03=*]', path([step('EB', { kind: 'present', at: { segment: undefined, ...element(3) }, negated: false })])],
    [
      'EB[03:2!=*]',
      path([step('EB', { kind: 'present', at: { segment: undefined, ...element(3, 2) }, negated: true })]),
    ],
    [
      '2100C[NM1/08!=MI]/NM1',
      path([
        step('2100C', { kind: 'value', at: { segment: 'NM1', ...element(8) }, negated: true, values: ['MI'] }),
        step('NM1'),
      ]),
    ],
    [
      '2100C[NM108=MI]',
      path([step('2100C', { kind: 'value', at: { segment: 'NM1', ...element(8) }, negated: false, values: ['MI'] })]),
    ],
    ['2000', path([step('2000')])],
    ['2310B/NM1', path([step('2310B'), step('NM1')])],
  ])('reads %s', (written, expected) => {
    expect(parsePath(written)).toEqual(expected);
  });

  it.each([
    ['', 1],
    ['/', 1],
    ['/EB', 1],
    ['EB/', 4],
    ['EB//03', 4],
    ['EB /03', 3],
    ['eb/03', 1],
    ['EB/3', 4],
    ['EB/00', 4],
    ['EB00', 5],
    ['EB/03-', 7],
    ['EB/03-0', 7],
    ['EB/03-1:2', 8],
    ['EB/03:', 7],
    ['EB/03/04', 6],
    ['03/EB', 3],
    ['EB[]', 4],
    ['EB[0]', 4],
    ['EB[01]', 6],
    ['EB[01=]', 7],
    ['EB[01=1', 8],
    ['EB[01=1]/03-2x', 14],
    ['EB[01=1]X', 9],
    ['EB[01=""]', 7],
    ['EB[01="a]', 7],
    ['EB[D-A]', 5],
    ['EB[cd]', 4],
    ['EB03[01=1]', 5],
    ['header/BHT', 1],
    ['headingBHT', 8],
  ])('refuses %j at column %i', (written, column) => {
    expect(() => parsePath(written)).toThrow(
      expect.objectContaining({ code: 'X12_PATH_INVALID', details: { column } }),
    );
  });

  it.each([
    ['EB[01]', 'Write [1] for the first occurrence'],
    ['EB/03-1:2', 'Write the repetition before the component'],
    ['eb/03', 'in capitals'],
    ['EB/3', 'with two digits'],
    ['EB00', 'from 01'],
    ['EB/', 'separated by slashes'],
  ])('advises on %j', (written, words) => {
    expect(() => parsePath(written)).toThrow(words);
  });

  it('keeps the values of a refused path out of the message', () => {
    expect(() => parsePath('NM1[09=CANARY]/9')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('CANARY') }),
    );
  });
});

describe('exactName', () => {
  it.each([
    ['2110C/EB', '2110C'],
    ['2110[C]/EB', undefined],
    ['2110*/EB', undefined],
  ])('of the first step of %s is %s', (written, name) => {
    const [first] = parsePath(written).steps;
    expect(first === undefined ? 'no step' : exactName(first)).toBe(name);
  });
});
