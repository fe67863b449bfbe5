import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A check as a client has seen it. */
export interface SeenCheck {
  readonly memberId: string;
  readonly status: number;
  readonly ms: number;
  /** Milliseconds since the load began, when it was answered. */
  readonly at: number;
}

export interface CheckLoad {
  /** Where requests go, by turns: each client has one of them. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly payerId: string;
  /** Clients, each with one check under way at any time. */
  readonly clients: number;
  readonly seconds: number;
  /** Milliseconds over which they begin: people do not press a key at the same instant. */
  readonly apartMs: number;
  /** Milliseconds from one check of a client to its next at least, however soon it is answered: who is told to try later, waits. Default 0. */
  readonly atLeastMs?: number;
}

let sent = 0;

/** Each client sends its next check upon the last byte of the answer before. */
export async function loadChecks({
  urls,
  key,
  payerId,
  clients,
  seconds,
  apartMs,
  atLeastMs = 0,
}: CheckLoad): Promise<readonly SeenCheck[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const seen: SeenCheck[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const client = async (number: number): Promise<void> => {
    const url = `${urls[number % urls.length]}/2024-04-01/change/medicalnetwork/eligibility/v3`;
    await wait((apartMs * number) / clients);
    while (performance.now() < end) {
      const memberId = `M${String(++sent).padStart(9, '0')}`;
      const begin = performance.now();
      const status = await post(agent, url, key, checkOf(payerId, memberId));
      const now = performance.now();
      seen.push({ memberId, status, ms: now - begin, at: now - start });
      if (now - begin < atLeastMs) await wait(atLeastMs - (now - begin));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  agent.destroy();
  return seen;
}

function checkOf(payerId: string, memberId: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      tradingPartnerServiceId: payerId,
      provider: { organizationName: 'Bench Clinic', npi: '1999999984' },
      subscriber: { memberId, firstName: 'Benjamin', lastName: 'Mark', dateOfBirth: '19800101' },
      encounter: { serviceTypeCodes: ['30'] },
    }),
  );
}

/** @returns the status of the answer, whose body was read. */
function post(agent: Agent, url: string, key: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: key, 'content-type': 'application/json', 'content-length': body.length };
    const asked = request(url, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
