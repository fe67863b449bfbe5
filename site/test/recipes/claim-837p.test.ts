import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/837P-005010X222A1';
import { expect, it } from 'vitest';
import { claimOfVisit } from '../../recipes/claim-837p/claim-of-visit.js';

const visit = {
  number: 'VISIT-17',
  day: '2026-03-30',
  patient: {
    firstName: 'MARIA',
    lastName: 'RIVERS',
    born: '1980-02-28',
    gender: 'F',
    memberId: 'NH123456789',
    street: '7 ELM STREET',
    city: 'SPRINGFIELD',
    state: 'IL',
    zip: '62701',
  },
  diagnoses: ['J069', 'R509'],
  services: [
    { procedure: '99213', charge: 100, units: 1 },
    { procedure: '87880', charge: 50, units: 1 },
  ],
} as const;

it('makes a sound 837P of a visit', async () => {
  const engine = createEngine({ guides: [guide] });
  const header = { senderQualifier: 'ZZ', senderId: 'LAKECLINIC', receiverQualifier: 'ZZ', receiverId: 'NORTHHEALTH' };
  const data = claimOfVisit(visit);
  const { bytes } = engine.generate({
    interchanges: [{ header, groups: [{ transactions: [{ guide: '837P-005010X222A1', data }] }] }],
  });
  const x12 = new TextDecoder().decode(bytes);
  expect(await engine.validate(x12)).toMatchObject({ valid: true, findings: [] });
  expect(x12).toContain('~CLM*VISIT-17*150***11>B>1*Y*A*Y*Y~HI*ABK>J069*ABF>R509~LX*1~SV1*HC>99213*100*UN*1***1~');
});
