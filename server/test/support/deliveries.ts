import { createHash } from 'node:crypto';
import { enqueueDeliveries } from '../../src/exchange/delivery/enqueue-delivery.js';
import type { Services } from '../../src/exchange/services.js';
import { ulid, uuid } from '../../src/ids.js';
import type { Jobs } from '../../src/jobs/job.js';
import { leadsElsewhere } from '../../src/resources/connections/kinds/kind-table.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import { insertRows } from '../../src/store/insert-rows.js';
import type { Connections } from '../../src/store/tables.js';

export const ACCOUNT = 'account-1';

type Needs = Pick<Services, 'store' | 'clock' | 'artifacts'>;

/** A connection of the account, as the management interface would write it. */
export async function addConnection(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  kind: Connections['kind'],
  settings: object,
  more: Partial<Connections> = {},
): Promise<Connections> {
  const now = clock.now();
  const id = ulid(clock);
  const row = {
    account_id: ACCOUNT,
    id,
    partnership_id: null,
    kind,
    name: `${kind} ${id}`,
    enabled: 1,
    test: 1,
    settings: JSON.stringify(settings),
    identity: null,
    last_poll_at: null,
    inbound_place: null,
    poll_job: null,
    poll_after: null,
    poll_trouble: null,
    created_at: now,
    updated_at: now,
    ...more,
  };
  await store.write((tx) => tx.insertInto('connections').values(row).execute());
  return row;
}

export interface NewFile {
  readonly connection: Pick<Connections, 'id' | 'kind'>;
  readonly name: string;
  readonly text?: string;
  readonly directory?: string;
  readonly sets?: number;
  /** As the delivery is told, whatever it has. Default: as many as it has. */
  readonly toldSets?: number;
  readonly keyMode?: 'test' | 'live';
  /** GS01 of its group, where it is written down. */
  readonly functionalId?: string;
  readonly acknowledgedAt?: number;
}

/** Executions as generating writes them, with their deliveries promised, in one commit. */
export async function acknowledgeFiles(
  services: Needs,
  jobs: Jobs,
  files: readonly NewFile[],
  account = ACCOUNT,
): Promise<readonly string[]> {
  const now = services.clock.now();
  const made = await Promise.all(
    files.map(async (file) => ({ file, id: uuid(), bytes: await preparedOutput(services, file, account) })),
  );
  await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, account);
    await insertRows(
      queries,
      'executions',
      made.map(({ file, id }) => executionRow(file, id, now)),
    );
    await insertRows(
      queries,
      'transactions',
      made.flatMap(({ file, id }) => transactionRows(file, id, now)),
    );
    await services.artifacts.insert(
      queries,
      made.map(({ id, bytes }) => ({ ...bytes, owner_id: id })),
    );
    for (const { file, id } of made) {
      const { connection, name, directory = '', sets = 1, toldSets = sets, acknowledgedAt = now } = file;
      await enqueueDeliveries(jobs, queries, [
        {
          executionId: id,
          connectionId: connection.id,
          isRemote: leadsElsewhere(connection),
          directory,
          name,
          size: (file.text ?? '').length,
          transactions: toldSets,
          acknowledgedAt,
        },
      ]);
    }
  });
  jobs.wake();
  return made.map(({ id }) => id);
}

async function preparedOutput({ artifacts }: Needs, { name, text = `ISA*${name}~` }: NewFile, account: string) {
  const output = { model: 'execution', ownerId: '', usage: 'output', type: 'application/edi-x12' } as const;
  const [prepared] = await artifacts.prepare(account, [{ ...output, name, bytes: Buffer.from(text) }]);
  if (prepared === undefined) throw new Error('Nothing was prepared.');
  return prepared;
}

function executionRow(
  { connection, name, directory = '', sets = 1, keyMode = 'live', functionalId }: NewFile,
  id: string,
  now: number,
) {
  return {
    id,
    direction: 'OUTBOUND' as const,
    mode: 'production' as const,
    key_mode: keyMode,
    status: 'IN_PROGRESS',
    file_type: 'EDI/X12',
    transaction_count: sets,
    fault_count: 0,
    fault_code: null,
    fault_message: null,
    retryable: 0,
    parent_id: null,
    child_id: null,
    partnership_id: 'shop_mill',
    connection_type: null,
    connection_id: connection.id,
    directory,
    name,
    interchange: JSON.stringify(
      functionalId === undefined ? {} : { groups: [{ functionalIdentifierCode: functionalId }] },
    ),
    created_at: now,
    updated_at: now,
    expires_at: null,
  };
}

function transactionRows({ sets = 1, keyMode = 'live' }: NewFile, executionId: string, now: number) {
  return Array.from({ length: sets }, (_, place) => ({
    id: uuid(),
    execution_id: executionId,
    place,
    status: 'succeeded' as const,
    direction: 'OUTBOUND' as const,
    mode: 'production' as const,
    key_mode: keyMode,
    partnership_id: 'shop_mill',
    sender_id: 'shop',
    receiver_id: 'mill',
    transaction_set: '850',
    x12: JSON.stringify({
      metadata: {
        interchange: { controlNumber: 7 },
        sender: { isa: { qualifier: 'ZZ', id: 'SHOP' } },
        receiver: { isa: { qualifier: 'ZZ', id: 'MILL' } },
      },
    }),
    business_identifiers: '[]',
    acknowledgment: 'not-expected',
    listed: 0,
    processed_at: now,
    created_at: now,
    expires_at: null,
  }));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
