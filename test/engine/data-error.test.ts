import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { FoundErrors } from '../../src/engine/data-error.js';
import { isX12Error } from '../../src/index.js';
import { X12Error } from '../../src/model/error.js';
import { AT, findingsOf, GUIDE_837P, spoiltClaim } from '../guide/describe/spoilt-claim.js';

const errors = new FoundErrors(10);
for (const found of findingsOf(spoiltClaim(`${AT.clm}/patient_control_number_01`, 'CANARY'.repeat(9)))) {
  errors.add(found, GUIDE_837P);
}

function thrown(): unknown {
  try {
    errors.throwAny();
  } catch (error) {
    return error;
  }
  return undefined;
}

it('says the first error in the words of the guide, and knows its details by the code', () => {
  const error = thrown();
  if (!isX12Error(error, 'X12_DATA_INVALID')) throw new Error('another error was expected', { cause: error });
  expect(error.message).toBe(
    `The data has 1 error, so that no X12 was written. Patient Control Number (CLM01) is too long. Write 1 to 38 characters. (${AT.clm}/patient_control_number_01) See details.findings.`,
  );
  expect(error.details.findings.map(({ reason }) => reason)).toEqual(['element-too-long']);
  expect(isX12Error(error, 'X12_OPTION_INVALID')).toBe(false);
});

it('prints its findings a line each, and no value', () => {
  const printed = inspect(thrown());
  expect(printed).toContain('error element-too-long /interchanges/0/');
  expect(printed).not.toMatch(/\[Object\]|CANARY/);
});

it('always has the list that its code promises', () => {
  expect(new X12Error('X12_DATA_INVALID', 'An ISA cannot hold it.').details.findings).toEqual([]);
  expect(new X12Error('X12_GUIDE_INVALID', 'No guide.').details.problems).toEqual([]);
});
