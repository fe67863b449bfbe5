import { expect, it } from 'vitest';
import { standingsOf } from '../../recipes/claim-statuses-277ca/standings.js';
import { report277CA } from '../../tour/answers.js';

it('says where each claim stands that was sent, and why', async () => {
  const sent = [
    { patientControlNumber: 'A-1001', invoice: 1 },
    { patientControlNumber: 'A-1002', invoice: 2 },
    { patientControlNumber: 'A-1003', invoice: 3 },
  ];
  const told = await standingsOf(sent, report277CA);
  expect(told.map(({ claim, standing }) => `${claim.invoice} ${standing}`)).toEqual([
    '1 accepted',
    '2 rejected',
    '3 unanswered',
  ]);
  expect(told.map(({ reasons }) => reasons)).toEqual([
    [expect.stringMatching(/^A2 .+: 20/)],
    [expect.stringMatching(/^A7 .+: 500/)],
    [],
  ]);
});
