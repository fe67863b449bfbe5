import {
  type CreatedS3Key,
  createS3Key,
  deleteS3Key,
  type ListedS3Key,
  listS3Keys,
} from '../resources/s3-keys/rows.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Page, PagePosition } from '../store/page.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type AnyCommand,
  type Arguments,
  type Command,
  demandNoWords,
  type Here,
  neededOption,
  optionalText,
  textIn,
  UsageError,
} from './command.js';
import { daysIn, endOf, listIn, modeIn } from './key-options.js';

/** Of one request for some of them. */
const PORTION = 500;

const PAGE: Command = {
  name: 's3-keys page',
  isInner: true,
  usage: '[--account ID]',
  summary: 'Reads some of the key pairs: `s3-keys` asks it until there are no more.',
  options: ACCOUNT,
  prepare: async (args) => {
    demandNoWords('s3-keys page', args);
    return { ...args.options };
  },
  run: async (services, input) => {
    const accountId = await accountOf(services, optionalText(input, 'account'));
    const page = { size: PORTION, after: positionIn(input.after) };
    return services.store.list((db) => listS3Keys(new AccountQueries(db, accountId), page));
  },
  show: (page: Page<ListedS3Key>) => JSON.stringify(page, undefined, 2),
};

/** Key pairs of the S3 listener. */
export const S3_KEY_COMMANDS: readonly AnyCommand[] = [
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
      modeIn(mode);
      if (access !== 'read' && access !== 'write') throw new UsageError('--access is read or write.');
      neededOption(args, 'name', 'what the key pair is for');
      return { ...args.options, days: daysIn(args.options.days) };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.write((tx) =>
        createS3Key(services, new AccountQueries(tx, accountId), {
          name: textIn(input, 'name'),
          mode: modeIn(input.mode),
          access: optionalText(input, 'access') === 'write' ? 'write' : 'read',
          buckets: listIn(input.buckets),
          expiresAt: endOf(input.days, services.clock),
        }),
      );
    },
    show: ({ accessKeyId, secretAccessKey }: CreatedS3Key) =>
      `AWS_ACCESS_KEY_ID=${accessKeyId}\nAWS_SECRET_ACCESS_KEY=${secretAccessKey}`,
    warn: ({ warnings = [] }: CreatedS3Key) =>
      warnings.map(({ code, bucketName }) =>
        code === 'NO_SUCH_BUCKET'
          ? `There is no bucket ${bucketName} yet.`
          : `The bucket ${bucketName} is of the other mode: this key pair does not reach it.`,
      ),
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
    runHere: listAll,
    show: (rows: readonly ListedS3Key[]) => rows.map(shown).join('\n'),
  },
  PAGE,
];

async function listAll(args: Arguments, here: Here): Promise<readonly ListedS3Key[]> {
  demandNoWords('s3-keys', args);
  const keys: ListedS3Key[] = [];
  let after: PagePosition | undefined;
  do {
    // `PAGE` answers so.
    const page = (await here.ask(PAGE, { ...args.options, after })) as Page<ListedS3Key>;
    keys.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return keys;
}

/** Where a page ended, as the one before has said it. */
function positionIn(after: unknown): PagePosition | undefined {
  if (!Array.isArray(after)) return undefined;
  const [createdAt, id] = after;
  return [Number(createdAt), String(id)];
}

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
