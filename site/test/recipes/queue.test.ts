import { createEngine, createMemoryControlNumbers } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';
import { createMemoryFiles, createMemoryTransport, type Transport, transportError } from 'ediloom/transports';
import { expect, it } from 'vitest';
import { type Job, work } from '../../recipes/queue/worker.js';
import { demoData } from './files.js';

const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };
const data = demoData('850-purchase-order');
const newJob = (): Job => ({
  id: 'order-7',
  document: { interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data }] }] }] },
});
const engine = createEngine({ guides: [guide], controlNumbers: createMemoryControlNumbers({ start: 41 }) });

it('delivers once, however often the job is worked on', async () => {
  const files = createMemoryFiles();
  const transport = createMemoryTransport({ files });
  const saved: string[] = [];
  const tools = { engine, transport, save: async (job: Job) => void saved.push(JSON.stringify(job.numbered)) };
  const job = newJob();
  expect(await work(job, tools)).toBe('done');
  expect(await work(job, tools)).toBe('done');
  expect((await files.list('/out')).map(({ name }) => name)).toEqual(['order-7.edi']);
  expect(saved).toHaveLength(1);
  expect(saved[0]).toContain('"controlNumber":41');
});

it('says whether another attempt is right', async () => {
  const failing = (reason: 'server-busy' | 'authentication-failed'): Transport => ({
    ...createMemoryTransport(),
    deliver: () => Promise.reject(transportError(reason)),
  });
  const attempt = (reason: 'server-busy' | 'authentication-failed') =>
    work(newJob(), { engine, transport: failing(reason), save: async () => undefined });
  expect(await attempt('server-busy')).toBe('again');
  expect(await attempt('authentication-failed')).toBe('failed');
});
