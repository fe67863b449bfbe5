import { describe, expect, it } from 'vitest';
import {
  ACKNOWLEDGMENT_FORMS,
  type AcknowledgmentForm,
  type AcknowledgmentGuide,
  type SegmentForm,
} from '../../src/acknowledgment/acknowledgment-forms.js';
import { decodeFunctional } from '../../src/acknowledgment/decode-functional.js';
import { encodeFunctional } from '../../src/acknowledgment/encode-functional.js';
import { reasonByCode } from '../../src/acknowledgment/reported-finding.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import type { SegmentPlan, Slot } from '../../src/guide/plan/plan.js';
import { REASONS } from '../../src/model/reasons.js';
import { ALL_CODES } from '../conformance/all-codes.js';
import { guide } from '../engine/guides.js';
import { found, functional, set } from './acknowledgments.js';

const FORMS = Object.entries(ACKNOWLEDGMENT_FORMS) as [AcknowledgmentGuide, AcknowledgmentForm][]; // its keys
const codesOf = (level: string) =>
  ALL_CODES.filter((name) => name.startsWith(`${level} `)).map((name) => name.slice(level.length + 1));

describe.each(FORMS)('the table for %s', (id, form) => {
  const segments = segmentsOf(id);

  it('names every key as the guide does', () => {
    const named = [form.group, form.set, form.note, form.element, form.setEnd, form.groupEnd, ...contexts(form)];
    for (const { key, elements, components } of named) {
      const plan = segments.get(key);
      const keys = (plan?.elements ?? []).flatMap((element) => (element === undefined ? [] : [element.key]));
      // 004010 has fewer elements and components; it gets no values for the others.
      expect(elements.slice(0, keys.length)).toEqual(keys.slice(0, elements.length));
      expect(keys.length).toBeGreaterThan(0);
      const composite = plan?.elements.find((element) => element?.key.startsWith('position_in_segment'));
      const parts = (composite?.components ?? []).flatMap((part) => (part === undefined ? [] : [part.key]));
      if (components.length > 0) expect(components.slice(0, parts.length)).toEqual(parts);
    }
  });

  it.each([
    ['segment', form.note.key, 4],
    ['element', form.element.key, 3],
    ['transaction', form.setEnd.key, 2],
    ['group', form.groupEnd.key, 5],
  ] as const)('says exactly the codes of the guide for level %s', (level, key, element) => {
    const plan = segments.get(key)?.elements.find((one) => one?.position === element);
    // Of a security segment, which nothing here looks at.
    const others = id === '997-004010' && level === 'group' ? ['19'] : [];
    const said = [...new Set(form.codes[level].values()), ...others];
    expect(said.sort()).toEqual([...(plan?.codes?.values ?? [])].sort());
  });

  it.each(['segment', 'element', 'transaction', 'group'] as const)('has a word for every code of level %s', (level) => {
    expect(codesOf(level).filter((code) => !form.codes[level].has(code))).toEqual([]);
  });
});

describe('reasons for received codes', () => {
  it.each(['interchange', 'segment', 'element'] as const)('every code of level %s has one of its level', (level) => {
    for (const code of codesOf(level)) {
      const reason = reasonByCode(level, code);
      expect(reason, code).toBeDefined();
      if (reason !== undefined) expect(REASONS[reason].level).toBe(level);
    }
  });

  it.each(['segment', 'element'] as const)('codes of level %s come back as they were sent', (level) => {
    for (const code of codesOf(level)) {
      const reason = reasonByCode(level, code);
      if (reason === undefined) throw new Error(`no reason for ${code}`);
      const at = { segment: 3, segmentId: 'NM1', ...(level === 'element' ? { element: 2 } : {}) };
      const one = functional({ transactions: [set('0001', { findings: [found(reason, at)] })] });
      const [back] = decodeFunctional('999', encodeFunctional(one, { guide: '999-005010X231A1' })).transactions;
      expect(back?.findings).toEqual([found(reason, at, { severity: 'warning' })]);
      expect(back?.findings[0]?.code).toBe(code);
    }
  });

  it('knows nothing of codes that are none, whatever objects inherit', () => {
    expect(['0', '', '11', 'constructor', '__proto__'].map((code) => reasonByCode('element', code))).toEqual(
      Array(5).fill(undefined),
    );
  });
});

describe('a 997 instead of a 999', () => {
  it.each([
    ['segment', 'I4', '2'],
    ['segment', 'I6', '3'],
    ['segment', 'I7', '3'],
    ['segment', 'I8', '3'],
    ['segment', 'I9', '2'],
    ['element', 'I6', '7'],
    ['element', 'I9', '2'],
    ['element', 'I10', '10'],
    ['element', 'I11', '1'],
    ['element', 'I12', '7'],
    ['element', 'I13', '10'],
    ['transaction', '18', '6'],
    ['transaction', '19', '1'],
    ['transaction', 'I5', '5'],
    ['transaction', 'I6', '1'],
  ] as const)('says for %s code %s: %s', (level, code, said) => {
    for (const id of ['997-004010', '997-005010'] as const) {
      expect(ACKNOWLEDGMENT_FORMS[id].codes[level].get(code)).toBe(said);
    }
  });

  it('has another meaning for AK905 19 in 004010, so that a number that came twice is said by 6', () => {
    expect(ACKNOWLEDGMENT_FORMS['997-004010'].codes.group.get('19')).toBe('6');
    expect(ACKNOWLEDGMENT_FORMS['997-005010'].codes.group.get('19')).toBe('19');
    const { codes } = decodeFunctional(
      '997',
      encodeFunctional(functional({ verdict: 'R', codes: ['19', '6'] }), { guide: '997-004010' }),
    );
    expect(codes).toEqual(['6']);
  });

  it('opens another AK3 after 99 AK4s', () => {
    const findings = Array.from({ length: 150 }, (_, at) =>
      found('element-too-long', { segment: 2, segmentId: 'NM1', element: (at % 20) + 1 }),
    );
    const one = functional({ transactions: [set('0001', { verdict: 'R', findings })] });
    const data = encodeFunctional(one, { guide: '997-005010' });
    expect(JSON.stringify(data).match(/data_segment_note_AK3"/g)).toHaveLength(2);
    expect(decodeFunctional('997', data).transactions[0]?.findings).toHaveLength(150);
  });
});

function contexts(form: AcknowledgmentForm): readonly SegmentForm[] {
  return form.contexts === undefined ? [] : [form.contexts.segment, form.contexts.unit, form.contexts.element];
}

/** The guide's segments by key. */
function segmentsOf(id: string): ReadonlyMap<string, SegmentPlan> {
  const all = new Map<string, SegmentPlan>();
  const add = (slot: Slot): void => {
    if (slot.kind === 'segment') all.set(slot.key, slot);
    else for (const inner of slot.slots) add(inner);
  };
  for (const slot of compileGuide(guide(id)).root.slots) add(slot);
  return all;
}
