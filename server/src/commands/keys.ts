import { createKey, deleteKey, type ListedKey, listKeys } from '../accounts/keys.js';
import { AccountQueries } from '../store/account-queries.js';
import { accountOf } from './account-of.js';
import { type Command, demandNoWords, optionalText, textIn, UsageError } from './command.js';

const ACCOUNT = { account: { type: 'string', help: 'id of the account; default: the only one' } } as const;

/** API keys of an account. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    name: 'keys create',
    usage: '--name NAME --mode test|live [--account ID] [--scopes a,b] [--networks CIDR,CIDR]',
    summary: 'Makes a key and prints it: now, and never again.',
    options: {
      ...ACCOUNT,
      name: { type: 'string', help: 'what it is for' },
      mode: { type: 'string', help: 'test: only rows of test keys, ISA15 T, connections marked test; live: the rest' },
      scopes: { type: 'string', help: 'such as core:write,partners:read; default: all' },
      networks: { type: 'string', help: 'source networks it may be used from; default: all' },
    },
    prepare: async (args) => {
      demandNoWords('keys create', args);
      const { options } = args;
      if (options.mode !== 'test' && options.mode !== 'live') throw new UsageError('--mode is test or live.');
      if (typeof options.name !== 'string') throw new UsageError('--name says what the key is for.');
      return { ...options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.write((tx) =>
        createKey(new AccountQueries(tx, accountId), services.clock, {
          name: textIn(input, 'name'),
          mode: textIn(input, 'mode') === 'live' ? 'live' : 'test',
          scopes: optionalText(input, 'scopes')?.split(','),
          cidrs: optionalText(input, 'networks')?.split(','),
        }),
      );
    },
    show: ({ key }: { readonly key: string }) => key,
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
    show: (rows: readonly ListedKey[]) =>
      rows.map(({ id, name, mode, createdAt }) => `${id}  ${mode}  ${createdAt}  ${name}`).join('\n'),
  },
];
