import { describe, expect, it } from 'vitest';
import { STATE_KNOWN, STATE_WORDS } from '../../../src/guide/plan/walk-state.js';
import { OpenRegisters } from '../../../src/guide/rules/open-registers.js';
import { Tenant } from '../../../src/guide/walk/tenant.js';
import { wideWalk } from '../../../src/guide/walk/wide-walk.js';
import { loop, rulesOf, segment } from './small-plan.js';

const PLACE = { ordinal: 2, offset: 20 };

function claims() {
  const clp = segment('CLP', { required: true, elements: ['AN', 'AN', 'R', 'R', 'N2'] });
  const svc = segment('SVC', { required: true, elements: ['AN', 'R', 'R'] });
  const then = { path: 'CLP/03', must: 'equalSum', equals: ['2110/SVC/02'] } as const;
  const claim = loop('2100', [clp, loop('2110', [svc])], [{ id: 'r', then }]);
  return rulesOf(loop('', [claim]));
}

describe('what rules know of a set', () => {
  it('is gone when it is forgotten: sums, texts, and those of loops around the same loop', () => {
    const plan = claims();
    const words = new Int32Array(plan.words + (plan.words % 2));
    const registers = new OpenRegisters(plan, { words, reals: new Float64Array(words.buffer) });
    const program = plan.programs.find((one) => one.sums > 0) ?? expect.fail();
    registers.open(program, 1, PLACE);
    registers.of(program).sum(0)?.add('7777.13', 1);
    registers.open(program, 2, PLACE);
    registers.of(program).sum(0)?.add('12345678901234567890.5', 1);
    expect(words.subarray(STATE_WORDS).some((word) => word !== 0)).toBe(true);

    registers.forget();
    expect(words.every((word) => word === 0)).toBe(true);
    expect(registers.opened(program.index)).toBeUndefined();
    registers.open(program, 1, PLACE);
    expect(registers.of(program).sum(0)?.text).toBe('0.0000');
    registers.leave(program, registers.of(program));
    expect(registers.opened(program.index)).toBeUndefined();
  });

  it('is gone, too, where the memory of all readers was lent to another meanwhile', () => {
    const size = STATE_WORDS + 8;
    const states = [new Int32Array(size), new Int32Array(size)].map((words) => ({
      words,
      reals: new Float64Array(words.buffer, 0, size >> 1),
    }));
    const [one, other] = states.map((state) => new Tenant(state));
    if (one === undefined || other === undefined) expect.fail();
    one.enter();
    one.state.words.fill(7777, STATE_KNOWN, size);
    one.exit(undefined);
    other.enter();
    other.exit(undefined);
    if (wideWalk() !== undefined) expect(states[0]?.words[STATE_WORDS]).toBe(7777);
    one.enter();
    one.state.words.fill(0, STATE_KNOWN, size);
    one.forget(size);
    one.exit(undefined);
    expect(states[0]?.words.subarray(STATE_KNOWN).every((word) => word === 0)).toBe(true);
  });
});
