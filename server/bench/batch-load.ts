import { randomUUID } from 'node:crypto';
import { writeEnvelope } from '../src/caqh-core/write-envelope.js';
import { file270, set270 } from '../test/support/core-batches.js';

/** A server, and the key of an account of it. */
interface Over {
  readonly url: string;
  readonly key: string;
}

const MANAGER = '/2024-04-01/eligibility-manager';

/** Hands in a batch as JSON. */
export async function handInItems({ url, key }: Over, count: number, payerId: string): Promise<void> {
  const items = Array.from({ length: count }, (_, place) => ({
    ...{ submitterTransactionIdentifier: `own-${place}`, tradingPartnerServiceId: payerId },
    provider: { organizationName: 'LAKE CLINIC', npi: '1999999984' },
    subscriber: { memberId: `B${place}`, firstName: 'JANE', lastName: 'DOE', dateOfBirth: '19800101' },
  }));
  const headers = { authorization: key, 'content-type': 'application/json' };
  const body = JSON.stringify({ items });
  await demanded(await fetch(`${url}${MANAGER}/batch-eligibility`, { method: 'POST', headers, body }));
}

/** Hands in the same as a file of 270s, by the batch mode of CAQH CORE. */
export async function handInFile({ url, key }: Over, count: number, payerId: string): Promise<void> {
  const sets = Array.from({ length: count }, (_, place) => set270(place + 1, { payer: payerId }));
  const { contentType, bytes } = writeEnvelope('mime', {
    ...{ structure: 'BatchSubmission', payloadType: 'X12_270_Request_005010X279A1', payloadId: randomUUID() },
    ...{ sentAt: new Date(), senderId: 'CLINIC', receiverId: 'EDILOOM', payload: Buffer.from(file270(sets)) },
  });
  const headers = { authorization: key, 'content-type': contentType };
  await demanded(await fetch(`${url}/protocols/caqh-core/batches`, { method: 'POST', headers, body: bytes }));
}

/** Checks of batches that a server has made, answered or not: metrics count them. */
export async function madeOfBatches(url: string, adminToken: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: adminToken } });
  const text = await demanded(answer);
  const rows = text.matchAll(/^ediloom_eligibility_checks_total\{.*source="batch".*\} (\d+)$/gm);
  return [...rows].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function demanded(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok || text.includes('CoreEnvelopeError')) throw new Error(`It was answered ${answer.status}: ${text}`);
  return text;
}
