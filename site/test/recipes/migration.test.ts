import { Readable } from 'node:stream';
import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';
import { expect, it } from 'vitest';
import { patientOwes } from '../../migration/query-ediloom.js';
import { patientOwes as patientOwesBefore } from '../../migration/query-node-x12.js';
import { paidClaims } from '../../migration/read-ediloom.js';
import { paidClaims as paidClaimsBefore } from '../../migration/read-node-x12.js';
import { claimIds } from '../../migration/stream-ediloom.js';
import { claimIds as claimIdsBefore } from '../../migration/stream-node-x12.js';
import { order } from '../../migration/write-ediloom.js';
import { order as orderBefore } from '../../migration/write-node-x12.js';
import { fixture } from './files.js';

const remittance = fixture('remittance-835');

it('reads the same claims', async () => {
  expect(await paidClaims(remittance)).toEqual(['A-1001 130']);
  expect(paidClaimsBefore(remittance)).toEqual(await paidClaims(remittance));
});

it('finds the same values', async () => {
  expect(await patientOwes(remittance)).toEqual(['15']);
  expect(patientOwesBefore(remittance)).toEqual(await patientOwes(remittance));
});

it('writes the same order, and both are sound', async () => {
  const segments = (x12: string): readonly string[] =>
    x12
      .split('~')
      .map((line) => line.trim())
      .slice(2, -3);
  expect(segments(order())).toEqual(['ST*850*0001', 'BEG*00*SA*PO-1001**20260131', 'PO1**12*EA*9.75', 'SE*4*0001']);
  expect(segments(orderBefore())).toEqual(segments(order()));
  expect(await createEngine({ guides: [guide] }).validate(order())).toMatchObject({ valid: true });
});

it('streams the same claims', async () => {
  const stream = (): Readable => Readable.from([fixture('claim-837p')]);
  expect(await claimIds(stream())).toEqual(['A-1001', 'A-1002']);
  expect(await claimIdsBefore(stream())).toEqual(await claimIds(stream()));
});
