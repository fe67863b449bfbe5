import { expect, it } from 'vitest';
import { answer } from '../../recipes/answer-999/answer.js';
import { fixture } from './files.js';

const inquiry = fixture('eligibility-inquiry-270');
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

it('accepts a sound inquiry', async () => {
  const [one] = await answer(inquiry);
  expect(one).toMatchObject({ controlNumber: '000000071', accepted: true });
  expect(textOf(one?.bytes)).toMatch(/AK9\*A\*1\*1\*1~/);
});

it('rejects one with a wrong date, says where, and counts on', async () => {
  const numberOf = (bytes: Uint8Array | undefined): number => Number(textOf(bytes).split('*')[13]);
  const [before] = await answer(inquiry);
  const [one] = await answer(inquiry.replace(/(BHT\*0022\*13\*\w+\*)\d{8}/, '$120261301'));
  expect(one?.accepted).toBe(false);
  expect(textOf(one?.bytes)).toMatch(/IK3\*BHT\*2\*\*8~\s*IK4\*4\*373\*8~/);
  expect(numberOf(one?.bytes)).toBe(numberOf(before?.bytes) + 1);
});
