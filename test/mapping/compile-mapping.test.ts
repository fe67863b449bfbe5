import { describe, expect, it } from 'vitest';
import { always, filled, given, presence } from '../../src/mapping/lenses/constant.js';
import { date } from '../../src/mapping/lenses/date.js';
import { decimal } from '../../src/mapping/lenses/decimal.js';
import { list } from '../../src/mapping/lenses/list.js';
import { periodFormat, rangeEnd, rangeStart } from '../../src/mapping/lenses/period.js';
import { text } from '../../src/mapping/lenses/text.js';
import { textOf } from '../../src/mapping/lenses/text-of.js';
import type { Table } from '../../src/mapping/table.js';
import type { JsonObject } from '../../src/model/json.js';
import { mapping271 } from './small-mapping.js';

const NAMES = textOf({ 1: 'Active', 6: 'Inactive' });

function roundTrip(table: Table, json: JsonObject): JsonObject {
  const mapping = mapping271(table);
  const { data, notes } = mapping.put(json);
  expect(notes).toEqual([]);
  const back = mapping.get(data);
  expect(back.notes).toEqual([]);
  return back.json;
}

describe('a mapping', () => {
  it('makes the qualifier that a filter names, and finds it again', () => {
    const table: Table = [
      { property: 'memberId', path: '2100C/NM1[08=MI]/09', lens: text },
      { property: 'group.number', path: '2100C/REF[01=6P]/02', lens: text },
      { property: 'group.name', path: '2100C/REF[01=6P]/03', lens: text },
      { property: 'plan', path: '2100C/REF[01=18]/02', lens: text },
    ];
    const json = { memberId: 'M1', group: { number: 'G1', name: 'GOLD' }, plan: 'P' };
    expect(roundTrip(table, json)).toEqual(json);
    expect(JSON.stringify(mapping271(table).put(json).data)).toContain('"reference_identification_qualifier_01":"6P"');
  });

  it('reads lists from all occurrences, and writes an occurrence for each entry', () => {
    const table: Table = [
      {
        property: 'benefits',
        each: '2110C',
        rows: [
          { property: 'code', path: 'EB/01', lens: text },
          { property: 'name', path: 'EB/01', lens: NAMES },
          { property: 'types', path: 'EB/03', lens: list },
          { property: 'amount', path: 'EB/07', lens: decimal },
          { property: 'modifiers', list: ['EB/13-3', 'EB/13-4'], lens: text },
          { property: 'messages', each: 'MSG', rows: [{ property: '', path: '01', lens: text }] },
          { property: 'who', each: '2120C', rows: [{ property: 'kind', path: 'NM1/01', lens: text }] },
        ],
      },
    ];
    const first = { code: '1', name: 'Active', types: ['30', '1'], messages: ['A', 'B'], who: [{ kind: 'PR' }] };
    const second = { code: '6', name: 'Inactive', amount: '0.4', modifiers: ['AA', 'BB'] };
    expect(roundTrip(table, { benefits: [first, second] })).toEqual({ benefits: [first, second] });
  });

  it('takes alternatives in order: where a place is taken, the next', () => {
    const table: Table = [
      { property: 'npi', path: '2100B/NM1[08=XX]/09', lens: text },
      { property: 'taxId', path: ['2100B/NM1[08=FI]/09', '2100B/REF[01=TJ]/02'], lens: text },
      { property: 'other', path: '2100B/NM1[08=SV]/09', lens: text },
    ];
    expect(roundTrip(table, { npi: '1', taxId: '2' })).toEqual({ npi: '1', taxId: '2' });
    expect(roundTrip(table, { taxId: '2' })).toEqual({ taxId: '2' });
    const { notes } = mapping271(table).put({ npi: '1', other: '3' });
    expect(notes).toEqual([{ reason: 'no-place', pointer: '/other', path: '2100B/NM1[08=SV]/09' }]);
  });

  it('fills fixed places of one occurrence, then the next occurrence', () => {
    const number = (kind: string, value: string): Table => [
      { property: 'kind', path: kind, lens: text },
      { property: 'value', path: value, lens: text },
    ];
    const places = [number('03', '04'), number('05', '06'), number('07', '08')];
    const table: Table = [{ property: 'contacts', each: '2100A/PER', places }];
    const contacts = ['1', '2', '3', '4'].map((value) => ({ kind: 'TE', value }));
    expect(roundTrip(table, { contacts })).toEqual({ contacts });
  });

  it('keeps lists of several levels apart by a constant', () => {
    const rows: Table = [{ property: 'code', path: '03', lens: text }];
    const table: Table = [
      { property: 'errors', each: '2000A/AAA', rows, where: { location: 'A' }, always: true },
      { property: 'errors', each: '2100B/AAA', rows, where: { location: 'B' } },
    ];
    const errors = [
      { code: '42', location: 'A' },
      { code: '43', location: 'B' },
    ];
    expect(roundTrip(table, { errors })).toEqual({ errors });
    expect(roundTrip(table, {})).toEqual({ errors: [] });
  });

  it('joins the ends of a range, and derives its qualifier', () => {
    const table: Table = [
      { property: 'from', path: '2100C/DTP[01=291][02=RD8]/03', lens: rangeStart },
      { property: 'to', path: '2100C/DTP[01=291][02=RD8]/03', lens: rangeEnd },
      { property: 'any', path: '2100C/DTP[01=346]/03', lens: text },
      { property: 'any', path: '2100C/DTP[01=346]/02', lens: periodFormat },
    ];
    const json = { from: '20260101', to: '20260131', any: '20260201' };
    expect(roundTrip(table, json)).toEqual(json);
    expect(JSON.stringify(mapping271(table).put(json).data)).toContain('"20260101-20260131"');
    expect(JSON.stringify(mapping271(table).put({ any: '20260201-20260202' }).data)).toContain('"RD8"');
  });

  it('has constants for what only one side holds', () => {
    const table: Table = [
      { path: 'BHT/02', lens: always('11') },
      { property: 'created', path: 'BHT/04', lens: date },
      { property: 'error', path: 'BHT/06', lens: presence('RT') },
      { property: 'kind', lens: given('answer') },
      {
        at: '2100C/NM1',
        rows: [
          { property: 'name', path: '03', lens: text },
          { path: '02', lens: filled('1') },
        ],
      },
    ];
    const { data } = mapping271(table).put({ created: '20260131', error: 'yes' });
    expect(data).toEqual({
      heading: {
        beginning_of_hierarchical_transaction_BHT: {
          transaction_set_purpose_code_02: '11',
          transaction_set_creation_date_04: '2026-01-31',
          element_06: 'RT',
        },
      },
    });
    expect(mapping271(table).get(data).json).toEqual({ created: '20260131', kind: 'answer' });
    expect(JSON.stringify(mapping271(table).put({ name: 'X' }).data)).toContain('"entity_type_qualifier_02":"1"');
  });

  it('puts a row only when, or unless, the JSON has another property', () => {
    const table: Table = [
      { property: 'trace', path: '2000D/TRN/02', lens: text, when: 'dependents' },
      { property: 'trace', path: '2000C/TRN/02', lens: text, unless: 'dependents' },
    ];
    const mapping = mapping271(table);
    const without = mapping.put({ trace: 'T' }).data;
    const withOne = mapping.put({ trace: 'T', dependents: 'x' }).data;
    expect(JSON.stringify(without)).not.toContain('dependent');
    expect(JSON.stringify(withOne)).toContain('dependent_trace_number_TRN');
    expect(mapping.get(withOne).json).toEqual({ trace: 'T' });
  });

  it('passes on what it does not know, and notes it without repeating it', () => {
    const table: Table = [
      { property: 'benefits', each: '2110C', rows: [{ property: 'name', path: 'EB/01', lens: NAMES }] },
    ];
    const mapping = mapping271(table);
    const { data, notes } = mapping.put({ benefits: [{ name: 'Active' }, { name: 'ZZ' }] });
    expect(notes).toEqual([{ reason: 'code-unknown', pointer: '/benefits/1/name', path: 'EB/01' }]);
    const back = mapping.get(data);
    expect(back.json).toEqual({ benefits: [{ name: 'Active' }, { name: 'ZZ' }] });
    expect(back.notes).toEqual(notes);
  });

  it('notes entries beyond the places there are', () => {
    const table: Table = [{ property: 'modifiers', list: ['2110C/EB/13-3', '2110C/EB/13-4'], lens: text }];
    const { notes } = mapping271(table).put({ modifiers: ['AA', 'BB', 'CC'] });
    expect(notes).toEqual([{ reason: 'too-many', pointer: '/modifiers/2', path: '' }]);
  });

  it('refuses a row whose path leads nowhere, by name', () => {
    const rows: Table = [{ property: 'b', path: 'ZZZ/01', lens: text }];
    expect(() => mapping271([{ property: 'a', rows }])).toThrow(
      'The row of a.b cannot be used: its path ZZZ/01 leads nowhere',
    );
    const negated: Table = [{ property: 'c', path: '2100C/REF[01!=6P]/02', lens: text }];
    expect(() => mapping271(negated)).toThrow("only: 'get'");
  });

  describe('changes guide JSON that is there', () => {
    const table: Table = [
      { property: 'memberId', path: '2100C/NM1[08=MI]/09', lens: text },
      { property: 'group', path: '2100C/REF[01=6P]/02', lens: text },
      { property: 'plan', path: '2100C/REF[01=18]/02', lens: text },
      { property: 'benefits', each: '2110C', rows: [{ property: 'plan', path: 'EB/05', lens: text }] },
    ];
    const all = mapping271([
      ...table,
      { property: 'benefits', each: '2110C', rows: [{ property: 'code', path: 'EB/01', lens: text }] },
    ]);
    const before = all.put({ memberId: 'M1', group: 'G1', benefits: [{ plan: 'A' }, { plan: 'B' }] }).data;

    it('by what it is given: all else stays, and so does what it was made of', () => {
      const text = JSON.stringify(before);
      const { data, notes } = mapping271(table).change(before, { memberId: 'M2', plan: 'P' });
      expect([notes, JSON.stringify(before)]).toEqual([[], text]);
      expect(mapping271(table).get(data).json).toEqual({
        ...{ memberId: 'M2', group: 'G1', plan: 'P' },
        benefits: [{ plan: 'A' }, { plan: 'B' }],
      });
    });

    it('in the occurrences of a list, in their order; those behind them are added', () => {
      const change = { benefits: [{}, { plan: 'C' }, { plan: 'D' }] };
      const { data, notes } = mapping271(table).change(before, change);
      expect(notes).toEqual([]);
      expect(mapping271(table).get(data).json.benefits).toEqual([{ plan: 'A' }, { plan: 'C' }, { plan: 'D' }]);
    });
  });
});
