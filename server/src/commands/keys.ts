import { createKey, deleteKey, type ListedKey, listKeys, type RotatedKey, rotateKey } from '../accounts/keys.js';
import { SCOPE_NAMES, unknownScopes } from '../accounts/scopes.js';
import { AccountQueries } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, demandNoWords, neededOption, optionalText, textIn, UsageError } from './command.js';
import { countIn, daysIn, endOf, listIn, modeIn } from './key-options.js';

const HOUR_MS = 3_600_000;
const OVERLAP_HOURS = 24;

/** API keys of an account. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    name: 'keys create',
    usage: '--name NAME --mode test|live [--account ID] [--scopes a,b] [--networks CIDR,CIDR] [--days N]',
    summary: 'Makes a key and prints it: now, and never again.',
    options: {
      ...ACCOUNT,
      name: { type: 'string', help: 'what it is for' },
      mode: { type: 'string', help: 'test: only rows of test keys, ISA15 T, connections marked test; live: the rest' },
      scopes: {
        type: 'string',
        help: `what it may do, separated by commas; default: all of ${SCOPE_NAMES.join(', ')}`,
      },
      networks: { type: 'string', help: 'source networks it may be used from; default: all' },
      days: { type: 'string', help: 'after how many days it is refused; default: never' },
    },
    prepare: async (args) => {
      demandNoWords('keys create', args);
      const { options } = args;
      modeIn(options.mode);
      neededOption(args, 'name', 'what the key is for');
      const [unknown] = unknownScopes(listIn(options.scopes) ?? []);
      if (unknown !== undefined) {
        throw new UsageError(`There is no scope "${unknown}". Scopes are ${SCOPE_NAMES.join(', ')}.`);
      }
      return { ...options, days: daysIn(options.days) };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.write((tx) =>
        createKey(new AccountQueries(tx, accountId), services.clock, {
          name: textIn(input, 'name'),
          mode: modeIn(input.mode),
          scopes: listIn(input.scopes),
          cidrs: listIn(input.networks),
          expiresAt: endOf(input.days, services.clock),
        }),
      );
    },
    show: ({ key }: { readonly key: string }) => key,
  },
  {
    name: 'keys rotate',
    usage: 'ID [--account ID] [--hours N] [--days N]',
    summary: 'Makes a key that may do the same, prints it, and has the old one end after a day in which both are good.',
    options: {
      ...ACCOUNT,
      hours: { type: 'string', help: `how long both are good; 0: the old one ends at once; default: ${OVERLAP_HOURS}` },
      days: {
        type: 'string',
        help: 'after how many days the new one is refused; default: never, whatever the old one had',
      },
    },
    prepare: async ({ positionals: [id, ...more], options }) => {
      if (id === undefined || more.length > 0) throw new UsageError('keys rotate takes the id of one key.');
      const hours = countIn(options.hours ?? String(OVERLAP_HOURS), '--hours', { least: 0, most: 8760 });
      return { ...options, id, hours, days: daysIn(options.days) };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.write((tx) =>
        rotateKey(new AccountQueries(tx, accountId), services.clock, textIn(input, 'id'), {
          overlapMs: Number(input.hours) * HOUR_MS,
          expiresAt: endOf(input.days, services.clock),
        }),
      );
    },
    show: ({ key }: RotatedKey) => key,
  },
  {
    name: 'keys delete',
    usage: 'ID [--account ID]',
    summary: 'Revokes a key at once.',
    options: ACCOUNT,
    prepare: async ({ positionals: [id, ...more], options }) => {
      if (id === undefined || more.length > 0) throw new UsageError('keys delete takes the id of one key.');
      return { ...options, id };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      await services.store.write((tx) =>
        deleteKey(new AccountQueries(tx, accountId), services.clock, textIn(input, 'id')),
      );
      return { deleted: true };
    },
    show: () => '',
  },
  {
    name: 'keys',
    alias: 'keys list',
    usage: '[--account ID]',
    summary: 'Lists keys, without the keys themselves.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('keys', args);
      return { ...args.options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.read((db) => listKeys(new AccountQueries(db, accountId)));
    },
    show: (rows: readonly ListedKey[]) => rows.map(shown).join('\n'),
  },
];

/** The name last, as it may be anything. */
function shown({ id, name, mode, scopes, cidrs, createdAt, lastUsedAt, expiresAt }: ListedKey): string {
  return [
    ...[id, mode, createdAt],
    lastUsedAt === undefined ? 'never used' : `used ${lastUsedAt}`,
    expiresAt === undefined ? 'does not expire' : `expires ${expiresAt}`,
    scopes === undefined ? 'all scopes' : scopes.join(','),
    cidrs === undefined ? 'all networks' : cidrs.join(','),
    name,
  ].join('  ');
}
