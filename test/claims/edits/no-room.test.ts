import { expect, it } from 'vitest';
import { noRoom } from '../../../src/claims/edits/judge-claim.js';
import { elementOf } from '../../../src/claims/places/element-of.js';

it('what the set has no room for is told as a property of the request, with its place in the set', () => {
  const pointer = '/billings/0/subscribers/0/claims/0/serviceLines/1/fileInformation/10';
  const [told, ...others] = noRoom([{ reason: 'no-place', pointer, path: 'K3/01' }], []);
  expect(others).toEqual([]);
  expect(told).toMatchObject({ id: 'V60', pointer: '/claimInformation/serviceLines/1/fileInformation/10' });
  expect(elementOf('professional', told?.trail ?? [])).toBe('2400[2]/K3/01');
});

it('it is told once where a rule has told the list', () => {
  const pointer = '/billings/0/subscribers/0/claims/0/serviceLines/1/fileInformation/10';
  const list = '/claimInformation/serviceLines/1/fileInformation';
  const told = [{ id: 'V60', pointer: list, trail: [], status: 'A7:21', text: '' }];
  expect(noRoom([{ reason: 'no-place', pointer, path: 'K3/01' }], told)).toEqual([]);
});
