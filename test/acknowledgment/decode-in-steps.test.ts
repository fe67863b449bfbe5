import { describe, expect, it } from 'vitest';
import { decodeFunctional, decodeFunctionalInSteps } from '../../src/acknowledgment/decode-functional.js';

const SETS = ['0001', '0002', '0003'];

/** A 999 in guide JSON: three sets that are refused, each for so many segments of two elements each. */
function refused(notes: number) {
  const element = (at: number) => ({ element_IK4: { position_01: { position_01: at }, code_03: '7' } });
  return {
    group_AK1: { id_01: 'HC', number_02: '7' },
    set_AK2_loop: SETS.map((number) => ({
      set_AK2: { id_01: '837', number_02: number },
      note_IK3_loop: Array.from({ length: notes }, (_, at) => ({
        note_IK3: { segment_01: 'NM1', position_02: at + 1, code_04: '8' },
        note_IK4_loop: [element(1), element(2)],
      })),
      end_IK5: { verdict_01: 'R', code_02: '5' },
    })),
    end_AK9: { verdict_01: 'R', included_02: 3, received_03: 3, accepted_04: 0 },
  };
}

describe('a 999 of very many faults', () => {
  it('is decoded with rests, a few dozen segments a step, as at a stretch', () => {
    const data = refused(1_000);
    const steps = decodeFunctionalInSteps('999', data);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(step.value).toEqual(decodeFunctional('999', data));
    // Of nine thousand segments.
    expect(count).toBeGreaterThan(150);
    expect(step.value.transactions.map(({ findings }) => findings.length)).toEqual([2_000, 2_000, 2_000]);
  });

  it('keeps as many as it is told to, counts the others, and changes no verdict', () => {
    const data = refused(50);
    const whole = decodeFunctional('999', data);
    const few = decodeFunctional('999', data, { findingsOfSet: 20, findingsInAll: 30 });
    expect(few.transactions.map(({ findings }) => findings.length)).toEqual([20, 10, 0]);
    for (const [at, { findings, findingsLeftOut, ...said }] of few.transactions.entries()) {
      const { findings: all, ...sameSaid } = whole.transactions[at] ?? { findings: [] };
      expect(findings).toEqual(all.slice(0, findings.length));
      expect(said).toEqual(sameSaid);
      expect(findingsLeftOut).toBeGreaterThanOrEqual(all.length - findings.length);
    }
    expect({ ...few, transactions: [] }).toEqual({ ...whole, transactions: [] });
  });
});
