import { writeAudit } from '../audit/write-audit.js';
import type { Services } from '../exchange/services.js';
import { deleteBucket } from '../resources/buckets/delete-bucket.js';
import {
  allBuckets,
  BUCKET_NAME_WORDS,
  type Bucket,
  createBucket,
  findBucket,
  isBucketName,
} from '../resources/buckets/rows.js';
import { showBucket } from '../resources/buckets/shown.js';
import { totalBelow } from '../resources/buckets/tree.js';
import { AccountQueries } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type Arguments,
  type Command,
  demandNoWords,
  type Input,
  optionalText,
  textIn,
  UsageError,
} from './command.js';
import { modeIn } from './key-options.js';

interface ListedBucket extends ReturnType<typeof showBucket> {
  readonly mode: Bucket['mode'];
  readonly bytes: number;
}

/** Places for files. */
export const BUCKET_COMMANDS: readonly Command[] = [
  {
    name: 'buckets create',
    usage: 'NAME [--mode test|live] [--account ID]',
    summary: 'Makes a bucket. Names are shared by all accounts.',
    options: { ...ACCOUNT, mode: { type: 'string', help: 'of the keys that see it; default: live' } },
    prepare: async (args) => {
      const named = nameOf('buckets create', args);
      if (!isBucketName(String(named.bucket))) throw new UsageError(BUCKET_NAME_WORDS);
      return { ...named, mode: modeIn(args.options.mode ?? 'live') };
    },
    run: async (services, input) => {
      const mode = modeIn(input.mode ?? 'live');
      const name = textIn(input, 'bucket');
      return changed(services, input, 'create', async (queries) => {
        const bucket = await createBucket(queries, services.clock, { name, mode });
        return { ...showBucket(bucket), mode };
      });
    },
    show: ({ bucketName }: ReturnType<typeof showBucket>) => `${bucketName} is made`,
  },
  {
    name: 'buckets delete',
    usage: 'NAME [--account ID]',
    summary: 'Removes a bucket that is empty, and that neither users nor connections need.',
    options: ACCOUNT,
    prepare: async (args) => nameOf('buckets delete', args),
    run: async (services, input) => {
      const name = textIn(input, 'bucket');
      return changed(services, input, 'delete', async (queries) => {
        const { mode } = await findBucket(queries, name);
        await deleteBucket(queries, services.clock, name, mode);
        return { deleted: true };
      });
    },
    show: () => '',
  },
  {
    name: 'buckets',
    alias: 'buckets list',
    usage: '[--account ID]',
    summary: 'Lists buckets with the bytes in them, the oldest first.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('buckets', args);
      return { account: args.options.account };
    },
    run: list,
    show: (buckets: readonly ListedBucket[]) =>
      buckets.length === 0 ? 'There is no bucket: buckets create NAME makes one.' : buckets.map(line).join('\n'),
  },
];

/** To look through all objects takes long: apart from all other work. */
async function list({ store, ...services }: Services, input: Input): Promise<readonly ListedBucket[]> {
  const accountId = await accountOf({ store, ...services }, optionalText(input, 'account'));
  return store.list(async (db) => {
    const queries = new AccountQueries(db, accountId);
    const rows = await allBuckets(queries);
    const listed: ListedBucket[] = [];
    for (const row of rows) {
      const { bytes } = await totalBelow(queries, row.name, '');
      listed.push({ ...showBucket(row), mode: row.mode, bytes });
    }
    return listed;
  });
}

function line({ bucketName, mode, createdAt, bytes, notifications }: ListedBucket): string {
  const told = notifications.functions.map(({ functionName }) => `tells ${functionName}`);
  return [bucketName, mode, createdAt, `${bytes} bytes`, ...told].join('  ');
}

async function changed<Result>(
  services: Services,
  input: Input,
  action: string,
  change: (queries: AccountQueries) => Promise<Result>,
): Promise<Result> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  return services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const result = await change(queries);
    await writeAudit(queries, services.clock, { action, objectKind: 'bucket', objectId: textIn(input, 'bucket') });
    return result;
  });
}

function nameOf(name: string, { positionals: [bucket, ...more], options }: Arguments): Input {
  if (bucket === undefined || more.length > 0) throw new UsageError(`${name} takes the name of one bucket.`);
  return { bucket, account: options.account };
}
