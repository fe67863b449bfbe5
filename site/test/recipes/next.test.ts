import { expect, it } from 'vitest';
import { POST } from '../../recipes/next/route.js';
import { fixture } from './files.js';

const post = (body: string) => POST(new Request('http://localhost/api/remittances', { method: 'POST', body }));

it('reads the body of a request and answers with JSON', async () => {
  const response = await post(fixture('remittance-835'));
  expect(await response.json()).toEqual({ payments: [{ payer: 'ACME HEALTH', paid: 130, trace: 'CHK100' }] });
});

it('answers 400 to what is no X12', async () => {
  const response = await post('{}');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'X12_NOT_AN_INTERCHANGE' });
});
