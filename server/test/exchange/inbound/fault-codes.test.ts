import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../../src/exchange/services.js';
import type { JobHandler } from '../../../src/jobs/job.js';
import { ReadingStopped } from '../../../src/reading/reader.js';
import { FAULT_CODES, type FaultCode } from '../../../src/resources/executions/fault-codes.js';
import { agree, type Inbound, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { CONNECTION, OTHER_CONNECTION } from '../../support/partner-rows.js';
import { until } from '../../support/test-jobs.js';

/** What makes a fault of its code, and what becomes of the file beside it. */
interface Case {
  readonly file: string | Uint8Array;
  /** Before it comes. */
  readonly given?: (inbound: Inbound) => Promise<unknown>;
  /** Between its arrival and its reading. */
  readonly meanwhile?: (inbound: Inbound) => Promise<unknown>;
  readonly parts?: (built: Services) => Partial<Services>;
  readonly connectionId?: string;
  /** Default FAILED. */
  readonly status?: string;
  /** How many sets are handed over; default none. */
  readonly taken?: number;
}

const change = (table: 'connections' | 'transaction_settings', id: string, columns: object) => (inbound: Inbound) =>
  inbound.write((queries) => queries.update(table).set(columns).where('id', '=', id).execute());

const second = (columns: object) => (inbound: Inbound) =>
  inbound.write(async (queries) => {
    const { account_id: _, ...one } = await queries
      .from('transaction_settings')
      .selectAll()
      .where('id', '=', 'in-po')
      .executeTakeFirstOrThrow();
    await queries.insert('transaction_settings', { ...one, ...columns }).execute();
  });

const answeredNowhere = async (inbound: Inbound): Promise<void> => {
  await agree(inbound, { acks: { enabled: true } });
  await change('connections', CONNECTION, { enabled: 0 })(inbound);
};

const replaced = (part: string | RegExp, by: string): string => ordersFile().replace(part, by);

const diesWhileReading = ({ reader }: Services): Partial<Services> => ({
  reader: {
    ...reader,
    outline: () => Promise.reject(new ReadingStopped('died')),
  },
});

/** An answer without AK9. */
const BROKEN_ANSWER = replaced(
  /GS.*GE\*1\*1~/,
  'GS*FA*BUYER*NORTHWH*20260115*1200*1*X*004010~ST*997*0001~AK1*PO*6~SE*3*0001~GE*1*1~',
);

/** A 997 for a group that nobody has sent. */
const ANSWER_TO_NOTHING = BROKEN_ANSWER.replace('SE*3', 'AK9*A*1*1*1~SE*4');

const CASES: Readonly<Partial<Record<FaultCode, Case>>> = {
  FAILED_TO_FIND_PROFILES: { file: ordersFile({ sender: 'NOBODY', receiver: 'NOBODY2' }) },
  FAILED_TO_FIND_SENDER_PROFILE: { file: ordersFile({ sender: 'NOBODY' }) },
  FAILED_TO_FIND_RECEIVER_PROFILE: { file: ordersFile({ receiver: 'NOBODY' }) },
  FAILED_TO_FIND_PARTNER_PROFILE: { file: ordersFile({ sender: 'NORTH' }) },
  FAILED_TO_FIND_LOCAL_PROFILE: { file: ordersFile({ receiver: 'BUYER' }) },
  FAILED_TO_FIND_PARTNERSHIP: {
    file: ordersFile({ receiver: 'SOUTH' }),
    given: ({ write }) =>
      write(async (queries) => {
        const { account_id: _, ...north } = await queries
          .from('profiles')
          .selectAll()
          .where('profile_id', '=', 'north')
          .executeTakeFirstOrThrow();
        await queries.insert('profiles', { ...north, profile_id: 'south', interchange_id: 'SOUTH' }).execute();
      }),
  },
  MISSING_SENDER_QUALIFIER: { file: replaced('*ZZ*BUYER', '*  *BUYER') },
  MISSING_SENDER_ID: { file: ordersFile({ sender: '' }) },
  MISSING_RECEIVER_QUALIFIER: { file: replaced('*ZZ*NORTH', '*  *NORTH') },
  MISSING_RECEIVER_ID: { file: ordersFile({ receiver: '' }) },
  MISSING_FUNCTIONAL_GROUP_RELEASE: { file: ordersFile({ release: '' }) },
  MISSING_INTERCHANGE_CONTROL_NUMBER: { file: replaced(/\*000000001/g, '*         ') },
  MISSING_FUNCTIONAL_GROUP_CONTROL_NUMBER: { file: replaced('*1200*1*X', '*1200**X') },
  MISSING_TRANSACTION_SET_CONTROL_NUMBER: { file: replaced('ST*850*0001', 'ST*850*') },
  NO_FUNCTIONAL_GROUPS: { file: replaced(/GS.*IEA\*1/, 'IEA*0') },
  // Nothing of it is rejected: its partner is told so, and an interchange of its number has come.
  NO_TRANSACTION_SETS: { file: replaced(/ST.*GE\*1/, 'GE*0'), status: 'PARTIALLY_COMPLETED' },
  NO_USAGE_INDICATOR_CODE: { file: ordersFile({ usage: 'X' }) },
  NOT_SUPPORTED: { file: ordersFile({ usage: 'P' }) },
  MISMATCHED_PARTNERSHIP_CONNECTION: {
    file: ordersFile({ usage: 'P' }),
    given: change('connections', OTHER_CONNECTION, { partnership_id: 'someone_else' }),
    connectionId: OTHER_CONNECTION,
  },
  INVALID_CONFIGURATION: { file: ordersFile({ release: '005010' }) },
  MULTIPLE_MATCHING_TRANSACTION_SETTINGS: {
    file: ordersFile(),
    given: second({ id: 'in-po-2', transaction_set: '850P' }),
  },
  FAILED_TO_FIND_GUIDE: {
    file: ordersFile(),
    given: change('transaction_settings', 'in-po', { guide_id: '01JZ00000000000000000000ZZ' }),
  },
  FAILED_TO_PARSE: { file: 'ISA*00*this is none~' },
  FAILED_TO_PARSE_METADATA: { file: replaced('GE*1*1', 'GE*1*2') },
  TRANSLATION_ERROR: { file: ordersFile({ orders: [''] }) },
  FAILED_TO_TRANSLATE: { file: BROKEN_ANSWER },
  FAILED_TO_ACK: { file: ordersFile(), given: answeredNowhere, status: 'PARTIALLY_COMPLETED', taken: 1 },
  FAILED_TO_ACK_INTERCHANGE: {
    // The second is a duplicate, whose answer is a TA1 alone.
    file: ordersFile() + ordersFile(),
    given: answeredNowhere,
    status: 'PARTIALLY_COMPLETED',
    taken: 1,
  },
  FILE_NOT_FOUND: { file: ANSWER_TO_NOTHING, status: 'PARTIALLY_COMPLETED', taken: 1 },
  FAILED_TO_FIND_CONNECTION: {
    file: ordersFile(),
    meanwhile: ({ write }) => write((queries) => queries.delete('connections').where('id', '=', CONNECTION).execute()),
  },
  UNKNOWN_ERROR: { file: ordersFile(), parts: diesWhileReading },
};

/** Codes that no file that comes in has, and why. */
const NEVER: Readonly<Partial<Record<FaultCode, string>>> = {
  DELIVERY_FAILURE: 'of a file that goes out: delivery/deliver-job.test.ts',
  PREVIOUSLY_RETRIED: 'of a second request to retry it, below',
  FAILED_TO_GENERATE_CONTROL_NUMBERS:
    'a file whose answer needs numbers waits until an operator has released the counters',
  MULTIPLE_PARTNERSHIPS: 'two profiles have one partnership at most: a unique index',
  MULTIPLE_MATCHING_GUIDES: 'a setting names one guide, and a set without has the one of its release',
  NO_TRANSLATION_OUTPUT: 'what is accepted has guide JSON',
  INVALID_EVENT: 'events are made by the server, never sent in',
  FAILED_TO_EXTRACT_BUSINESS_IDENTIFIERS: 'an element that cannot be one is left out',
};

async function received({ file, given, meanwhile, parts, connectionId }: Case) {
  let inbound: Inbound | undefined;
  const around = ({ receive, ...others }: Record<string, JobHandler>): Record<string, JobHandler> => ({
    ...others,
    receive: async (job, signal) => {
      if (inbound !== undefined) await meanwhile?.(inbound);
      if (receive === undefined) throw new Error('There is no handler.');
      return receive(job, signal);
    },
  });
  inbound = await openInbound({ around, ...(parts === undefined ? {} : { parts }) });
  await given?.(inbound);
  const execution = await inbound.receive(file, connectionId === undefined ? {} : { connectionId });
  return { inbound, execution };
}

describe('the fault', () => {
  it.each(Object.entries(CASES) as [FaultCode, Case][])('%s', async (code, one) => {
    const { inbound, execution } = await received(one);
    const faults = await inbound.rows('faults');
    expect(faults.map((fault) => fault.code)).toContain(code);
    expect(execution).toMatchObject({ status: one.status ?? 'FAILED', fault_count: faults.length, retryable: 1 });
    expect(faults.map((fault) => fault.code)).toContain(execution.fault_code);
    expect(await receivedSets(inbound)).toHaveLength(one.taken ?? 0);
    for (const { message } of faults) {
      // What to do is said, and nothing of the file is.
      expect(message).toMatch(/\. .+\.$/s);
      expect(message).not.toMatch(/PO-1|NOBODY|SOUTH/);
    }
  });

  it('FILE_NOT_FOUND of a file that is not kept any more, also where it is retried: nothing waits for it for ever', async () => {
    const gone = ({ write }: Inbound) => write((queries) => queries.delete('artifacts').execute());
    const { inbound, execution } = await received({ file: ordersFile(), meanwhile: gone });
    expect(execution).toMatchObject({ status: 'FAILED', fault_code: 'FILE_NOT_FOUND' });
    await inbound.retry([execution.id]);
    await until(async () => (await inbound.rows('executions'))[0]?.status !== 'RETRYING');
    expect((await inbound.rows('executions'))[0]).toMatchObject({ status: 'FAILED', fault_count: 2, child_id: null });
  });

  it('PREVIOUSLY_RETRIED', async () => {
    const { inbound, execution } = await received({ file: ordersFile({ sender: 'NOBODY' }) });
    await inbound.retry([execution.id]);
    await inbound.childOf(execution.id);
    expect(await inbound.retry([execution.id])).toEqual([]);
    expect((await inbound.rows('faults')).map(({ code }) => code)).toContain('PREVIOUSLY_RETRIED');
  });

  it('of a duplicate and of one that is held has the same code, and says which it is in its context', async () => {
    const inbound = await openInbound();
    await inbound.receive(ordersFile());
    const contexts = async (id: string) =>
      (await inbound.rows('faults'))
        .filter(({ execution_id, code }) => execution_id === id && code === 'FAILED_TO_PARSE_METADATA')
        .map(({ detail }) => JSON.parse(detail).translateFaultContext.context);
    const same = await inbound.receive(ordersFile());
    expect(await contexts(same.id)).toEqual([{ code: 'interchange-duplicate', lineage: {}, interchange: 1 }]);
    const other = await inbound.receive(ordersFile({ orders: ['PO-2'] }));
    expect(await contexts(other.id)).toEqual([{ code: 'interchange-held', lineage: {}, interchange: 1 }]);
  });
});

it('every fault code has a test or a reason', () => {
  const known = [...Object.keys(CASES), ...Object.keys(NEVER)];
  expect(known.toSorted()).toEqual([...FAULT_CODES].toSorted());
});

// The documents are not ours to ship: it runs where `EDILOOM_CONTRACT` names their folder.
it.runIf(process.env.EDILOOM_CONTRACT)('the codes are those of the interface', () => {
  const document = JSON.parse(readFileSync(join(process.env.EDILOOM_CONTRACT ?? '', 'core.json'), 'utf8'));
  expect([...FAULT_CODES].toSorted()).toEqual([...document.components.schemas.ExecutionFaultCode.enum].toSorted());
});
