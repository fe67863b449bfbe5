import { describe, expect, it } from 'vitest';
import { Random } from '../../bench/generate/random.js';
import { JSON_WAY_NAMES, mutatedJson } from './json-ways.js';
import { bytesOf, recipeOf, WAYS } from './mutant.js';
import { delimitersOf, joinX12, splitX12 } from './x12-text.js';

const ISA =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260302*1015*^*00501*000000001*0*T*:~';
const SET = [
  ...[
    'ST*837*0001*005010X222A1',
    'HL*1**20*1',
    'NM1*85*2*LAKE CLINIC*****XX*1234567893',
    'HL*2*1*22*0',
    'CLM*A1*150.50***11:B:1*Y',
  ],
  ...['DTP*472*D8*20260131', 'LS*2120', 'DTM*1*1200', 'LE*2120', 'HI*ABK:J01^ABF:J02', 'SE*99*0001'],
];
const TEXT = `${ISA}GS*HC*SENDER*RECEIVER*20260302*1015*1*X*005010X222A1~${SET.join('~')}~GE*1*1~IEA*1*000000001~`;
const FILES = [{ name: 'a file', text: TEXT }];

describe('mutants', () => {
  it('are the same of the same random numbers, and others of others', () => {
    const mutants = (seed: number) =>
      Array.from({ length: 50 }, (_, run) => bytesOf(recipeOf(new Random(seed + run), FILES), FILES));
    expect(mutants(1)).toEqual(mutants(1));
    expect(mutants(1)).not.toEqual(mutants(5_000));
  });

  it('are made in every way, some in none, a quarter in gentle ones alone', () => {
    const recipes = Array.from({ length: 4_000 }, (_, run) => recipeOf(new Random(run), FILES));
    const steps = recipes.flatMap((recipe) => recipe.steps.map(({ way }) => way));
    expect([...new Set(steps)].sort()).toEqual([...WAYS.keys()].sort());
    const gentle = recipes.filter((recipe) => recipe.steps.every(({ way }) => WAYS.get(way)?.gentle === true));
    expect(gentle.length / recipes.length).toBeGreaterThan(0.25);
    expect(gentle.length / recipes.length).toBeLessThan(0.4);
    expect(recipes.some(({ steps }) => steps.length === 0)).toBe(true);
    expect(recipes.some(({ steps }) => steps.length > 3)).toBe(true);
  });

  it.each([...WAYS.values()])('are changed by: $name', ({ change }) => {
    const texts = new Set(Array.from({ length: 60 }, (_, seed) => change(new Random(seed), TEXT)));
    expect([...texts].some((text) => text !== TEXT)).toBe(true);
    // Characters are bytes throughout.
    for (const text of texts) expect(/^[\0-\xff]*$/.test(text)).toBe(true);
  });

  it.each([...WAYS.values()])('of what is no X12 are made without an error: $name', ({ change }) => {
    for (const text of ['', 'ISA', '~', '~~', 'no X12 at all', 'ISA*~ST~SE'])
      for (let seed = 0; seed < 20; seed++) expect(typeof change(new Random(seed), text)).toBe('string');
  });
});

describe('texts', () => {
  it('are cut by the delimiters of their ISA, and joined to the same', () => {
    const other = TEXT.replaceAll('*', '|').replaceAll('~', '\n').replaceAll(':', '<').replaceAll('^', '!');
    expect(delimitersOf(other)).toEqual({ element: '|', component: '<', repetition: '!', terminator: '\n' });
    for (const text of [TEXT, other, 'junk', '', TEXT.slice(0, 300)]) expect(joinX12(splitX12(text))).toBe(text);
    expect(splitX12(other).segments).toHaveLength(splitX12(TEXT).segments.length);
  });
});

describe('mutated JSON', () => {
  const json = {
    interchanges: [
      { header: { a: '1' }, groups: [{ transactions: [{ data: { x: [{ y: 'ab', z: 1 }], w: { v: '' } } }] }] },
    ],
  };

  it('is the same of the same random numbers, leaves what it came from alone, and is made in every way', () => {
    const before = JSON.stringify(json);
    const told = new Set<string>();
    const made = (seed: number) => mutatedJson(new Random(seed), json, (name) => told.add(name));
    for (let seed = 0; seed < 600; seed++) expect(made(seed)).toEqual(made(seed));
    expect(JSON.stringify(json)).toBe(before);
    expect([...told].sort()).toEqual([...JSON_WAY_NAMES].sort());
  });
});
