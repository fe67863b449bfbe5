import { createAccount, type ListedAccount, listAccounts } from '../accounts/accounts.js';
import { type Command, demandNoWords, textIn, UsageError } from './command.js';

/** Accounts: whose rows are apart from all others'. */
export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'accounts create',
    usage: 'NAME',
    summary: 'Makes an account and prints its id. Its keys come apart: keys create.',
    prepare: async ({ positionals: [name, ...more] }) => {
      if (name === undefined || more.length > 0) throw new UsageError('accounts create takes one name.');
      return { name };
    },
    run: ({ store, clock }, input) =>
      store.write(async (tx) => ({ id: await createAccount(tx, clock, textIn(input, 'name')) })),
    show: ({ id }: { readonly id: string }) => id,
  },
  {
    name: 'accounts',
    alias: 'accounts list',
    usage: '',
    summary: 'Lists accounts.',
    prepare: async (args) => {
      demandNoWords('accounts', args);
      return {};
    },
    run: ({ store }) => store.read(listAccounts),
    show: (rows: readonly ListedAccount[]) =>
      rows.map(({ id, name, createdAt }) => `${id}  ${createdAt}  ${name}`).join('\n'),
  },
];
