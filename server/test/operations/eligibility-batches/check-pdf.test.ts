import { expect, it, onTestFinished, vi } from 'vitest';
import { checkPdfRoutes } from '../../../src/operations/eligibility-batches/check-pdf.js';
import { answers, BATCHES, batchWorld, item, items } from '../../support/batches.js';

it('a check of a batch is read as a PDF by its account alone, and that is in the audit', async () => {
  const world = await batchWorld({ routes: checkPdfRoutes });
  onTestFinished(() => world.services.realTime.pdfs.close());
  const id = await world.submit({ items: items(1) });
  await world.over(id);
  const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${id}`);
  const checkId: string = polled.json().items[0].id;
  const path = `${BATCHES}/eligibility-checks/${checkId}/pdf`;
  const answer = await world.call('GET', path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${checkId}.pdf"`);
  const { liveKey } = await world.account('Other');
  expect((await world.call('GET', path, { headers: { authorization: liveKey } })).statusCode).toBe(404);
  expect((await world.call('GET', path, { headers: { authorization: world.testKey } })).statusCode).toBe(404);
  const unknown = path.replace(/.{12}\/pdf$/, '000000000000/pdf');
  expect((await world.call('GET', unknown)).statusCode).toBe(404);
  const rows = await world.queries((queries) =>
    queries.from('audit').select('action').where('object_id', '=', checkId).execute(),
  );
  expect(rows).toEqual([{ action: 'read' }]);
});

it('a PDF has from the 270 whom it asked about, also where the payer names nobody', async () => {
  const world = await batchWorld({ routes: checkPdfRoutes });
  const pdfs = world.services.realTime.pdfs;
  onTestFinished(() => pdfs.close());
  const printed = vi.spyOn(pdfs, 'print');
  const subscriber = {
    memberId: 'BW1001',
    firstName: 'Jane',
    lastName: 'Doe',
    dateOfBirth: '19900101',
    ssn: '123456789',
  };
  const id = await world.submit({ items: [item('visit-1', { subscriber })] });
  await world.over(id);
  const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${id}`);
  await world.call('GET', `${BATCHES}/eligibility-checks/${polled.json().items[0].id}/pdf`);
  const asked = (await printed.mock.calls[0]?.[1]())?.check.asked;
  expect(asked?.subscriber).toMatchObject({ firstName: 'Jane', lastName: 'Doe', memberId: 'BW1001' });
});

it('a check that waits for its answer has no PDF', async () => {
  const world = await batchWorld({ routes: checkPdfRoutes });
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  world.payer = async (question) => {
    await held;
    return answers(question);
  };
  const id = await world.submit({ items: items(1) });
  const checkIds = () => world.queries((queries) => queries.from('eligibility_checks').select('id').execute());
  await expect.poll(checkIds).toHaveLength(1);
  const [check] = await checkIds();
  expect((await world.call('GET', `${BATCHES}/eligibility-checks/${check?.id}/pdf`)).statusCode).toBe(404);
  answer?.();
  await world.over(id);
});

it('a check that the payer did not answer has no PDF, though it is told why', async () => {
  const world = await batchWorld({ routes: checkPdfRoutes });
  world.payer = () => ({ kind: 'none', failure: 'timed-out', wasSent: true });
  const id = await world.submit({ items: items(1) });
  const list = `${BATCHES}/batch/${id}/items`;
  await expect.poll(async () => (await world.call('GET', list)).json().items[0].state).toBe('RETRYING');
  const [check] = await world.queries((queries) => queries.from('eligibility_checks').select('id').execute());
  expect((await world.call('GET', `${BATCHES}/eligibility-checks/${check?.id}/pdf`)).statusCode).toBe(404);
});
