import {
  type CreatedS3Key,
  createS3Key,
  deleteS3Key,
  type ListedS3Key,
  listS3Keys,
} from '../resources/s3-keys/rows.js';
import { AccountQueries } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, demandNoWords, neededOption, optionalText, textIn, UsageError } from './command.js';
import { daysIn, endOf, listIn } from './key-options.js';

/** Key pairs of the S3 listener. */
export const S3_KEY_COMMANDS: readonly Command[] = [
  {
    name: 's3-keys create',
    usage: '--name NAME --mode test|live [--access read|write] [--buckets a,b] [--days N] [--account ID]',
    summary: 'Makes a key pair for clients of S3 and prints it: now, and never again.',
    options: {
      ...ACCOUNT,
      name: { type: 'string', help: 'what it is for' },
      mode: { type: 'string', help: 'it sees and makes buckets of this mode alone' },
      access: { type: 'string', help: 'read: lists and reads; write: puts and deletes, too; default: read' },
      buckets: { type: 'string', help: 'names of buckets it may be used for; default: all of its mode' },
      days: { type: 'string', help: 'after how many days it is refused; default: never' },
    },
    prepare: async (args) => {
      demandNoWords('s3-keys create', args);
      const { mode, access = 'read' } = args.options;
      if (mode !== 'test' && mode !== 'live') throw new UsageError('--mode is test or live.');
      if (access !== 'read' && access !== 'write') throw new UsageError('--access is read or write.');
      neededOption(args, 'name', 'what the key pair is for');
      return { ...args.options, days: daysIn(args.options.days) };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.write((tx) =>
        createS3Key(services, new AccountQueries(tx, accountId), {
          name: textIn(input, 'name'),
          mode: textIn(input, 'mode') === 'live' ? 'live' : 'test',
          access: optionalText(input, 'access') === 'write' ? 'write' : 'read',
          buckets: listIn(input.buckets),
          expiresAt: endOf(input.days, services.clock),
        }),
      );
    },
    show: ({ accessKeyId, secretAccessKey }: CreatedS3Key) =>
      `AWS_ACCESS_KEY_ID=${accessKeyId}\nAWS_SECRET_ACCESS_KEY=${secretAccessKey}`,
  },
  {
    name: 's3-keys delete',
    usage: 'ACCESS_KEY_ID [--account ID]',
    summary: 'Revokes a key pair at once.',
    options: ACCOUNT,
    prepare: async ({ positionals: [id, ...more], options }) => {
      if (id === undefined || more.length > 0) throw new UsageError('s3-keys delete takes one access key id.');
      return { ...options, id };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      await services.store.write((tx) => deleteS3Key(services, new AccountQueries(tx, accountId), textIn(input, 'id')));
      return { deleted: true };
    },
    show: () => '',
  },
  {
    name: 's3-keys',
    alias: 's3-keys list',
    usage: '[--account ID]',
    summary: 'Lists key pairs of clients of S3, without their secrets.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('s3-keys', args);
      return { ...args.options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.read((db) => listS3Keys(new AccountQueries(db, accountId)));
    },
    show: (rows: readonly ListedS3Key[]) => rows.map(shown).join('\n'),
  },
];

/** The name last, as it may be anything. */
function shown(key: ListedS3Key): string {
  const { accessKeyId, name, mode, access, buckets, createdAt, lastUsedAt, expiresAt } = key;
  return [
    ...[accessKeyId, mode, access, createdAt],
    lastUsedAt === undefined ? 'never used' : `used ${lastUsedAt}`,
    expiresAt === undefined ? 'does not expire' : `expires ${expiresAt}`,
    buckets === undefined ? 'all buckets' : buckets.join(','),
    name,
  ].join('  ');
}
