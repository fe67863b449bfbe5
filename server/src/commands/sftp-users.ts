import { checkUserChange } from '../resources/sftp-users/check-user.js';
import { deleteSftpUser } from '../resources/sftp-users/delete-sftp-user.js';
import { allSftpUsers, findSftpUser, makePassword, PASSWORD_LENGTH } from '../resources/sftp-users/rows.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type Arguments,
  type Command,
  demandNoWords,
  type Input,
  neededOption,
  optionalText,
  textIn,
  UsageError,
} from './command.js';
import { modeIn } from './key-options.js';
import { forSftpOptions, publicKeysIn } from './sftp-user-options.js';
import {
  audit,
  changeUser,
  createUser,
  keysIn,
  lengthIn,
  type ShownUser,
  shownUser,
  texts,
  type WithPassword,
} from './sftp-user-work.js';

const HOME = {
  home: { type: 'string', help: 'what they see as /: a path of the bucket, as /partners/mill' },
  description: { type: 'string', help: 'who it is, for people' },
  bucket: { type: 'string', help: 'in which the home lies' },
  'public-key': { type: 'string', help: 'a file of public keys in the form of OpenSSH, one a line' },
} as const;
const LENGTH = {
  'password-length': {
    type: 'string',
    help: `characters of the password, ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most}; default: ${PASSWORD_LENGTH.standard}`,
  },
} as const;

/** Who logs in over SFTP and FTPS. */
export const SFTP_USER_COMMANDS: readonly Command[] = [
  {
    name: 'sftp-users create',
    usage:
      '--home PATH --description TEXT [--bucket NAME] [--mode test|live] [--public-key FILE] [--keys-only] [--password-length N] [--account ID]',
    summary: 'Makes a user who logs in over SFTP and FTPS, and prints name and password: now, and never again.',
    options: {
      ...ACCOUNT,
      ...HOME,
      ...LENGTH,
      bucket: { type: 'string', help: 'in which the home lies; default: one of the account, made with the first user' },
      mode: { type: 'string', help: 'of the keys that see the user; default: live' },
      'keys-only': { type: 'boolean', help: 'makes no password: they log in by a public key' },
    },
    prepare: async (args) => {
      demandNoWords('sftp-users create', args);
      neededOption(args, 'home', 'what the user sees as /');
      neededOption(args, 'description', 'who the user is');
      const { mode = 'live', ...options } = args.options;
      if (options['keys-only'] === true && options['public-key'] === undefined) {
        throw new UsageError('--keys-only wants --public-key FILE: else nobody could log in.');
      }
      return { ...(await prepared(options)), mode: modeIn(mode) };
    },
    run: (services, input) => forSftpOptions(async () => createUser(services, input)),
    show: showPassword,
  },
  {
    name: 'sftp-users show',
    usage: 'NAME [--account ID]',
    summary: 'Shows a user: home, when they last logged in, and by what they may; never a password.',
    options: ACCOUNT,
    prepare: async (args) => nameOf('sftp-users show', args),
    run: (services, input) =>
      forSftpOptions(async () => {
        const accountId = await accountOf(services, optionalText(input, 'account'));
        const row = await readRows(services.store, accountId, (queries) =>
          findSftpUser(queries, textIn(input, 'username')),
        );
        return shownUser(services, row);
      }),
    show: (shown: ShownUser) =>
      Object.entries({
        ...shown,
        publicKeys: shown.publicKeys.map((key) => key.split(' ')[0] ?? '').join(', ') || 'none',
      })
        .map(([name, value]) => `${name.padEnd(17)} ${value}`)
        .join('\n'),
  },
  {
    name: 'sftp-users update',
    usage: 'NAME [--home PATH] [--description TEXT] [--bucket NAME] [--public-key FILE] [--account ID]',
    summary: 'Changes a user; sessions under way end, unless it is the description alone.',
    options: { ...ACCOUNT, ...HOME },
    prepare: async (args) => {
      const named = nameOf('sftp-users update', args);
      const { account: _, ...changes } = args.options;
      if (Object.keys(changes).length === 0) {
        throw new UsageError('Say what to change: --home, --description, --bucket or --public-key.');
      }
      return { ...(await prepared(changes)), ...named };
    },
    run: (services, input) =>
      forSftpOptions(() => {
        const { home, description, bucket } = texts(input);
        const given = Object.entries({ homeDirectory: home, description, bucketName: bucket });
        checkUserChange(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
        const change = { homeDirectory: home, description, bucket, publicKeys: keysIn(input) };
        return changeUser(services, input, 'update', change);
      }),
    show: ({ username }: ShownUser) => `${username} is changed`,
  },
  {
    name: 'sftp-users reset-password',
    usage: 'NAME [--password-length N] [--account ID]',
    summary: 'Gives a user another password and prints it: now, and never again; sessions under way end.',
    options: { ...ACCOUNT, ...LENGTH },
    prepare: async (args) => ({ ...(await prepared(args.options)), ...nameOf('sftp-users reset-password', args) }),
    run: (services, input) =>
      forSftpOptions(async () => {
        const { password, hash } = await makePassword(lengthIn(input));
        const { username } = await changeUser(services, input, 'reset-password', { passwordHash: hash });
        return { username, password };
      }),
    show: showPassword,
  },
  {
    name: 'sftp-users delete',
    usage: 'NAME [--account ID]',
    summary: 'Removes a user, and ends their sessions; what lies in the home stays in the bucket.',
    options: ACCOUNT,
    prepare: async (args) => nameOf('sftp-users delete', args),
    run: (services, input) =>
      forSftpOptions(async () => {
        const username = textIn(input, 'username');
        const accountId = await accountOf(services, optionalText(input, 'account'));
        await services.store.write(async (tx) => {
          const queries = new AccountQueries(tx, accountId);
          await deleteSftpUser(services, queries, username);
          await audit(services, queries, 'delete', username);
        });
        return { deleted: true };
      }),
    show: () => '',
  },
  {
    name: 'sftp-users',
    alias: 'sftp-users list',
    usage: '[--account ID]',
    summary: 'Lists who logs in over SFTP and FTPS, the oldest first.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('sftp-users', args);
      return { account: args.options.account };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const rows = await readRows(services.store, accountId, (queries) => allSftpUsers(queries));
      return rows.map((row) => shownUser(services, row));
    },
    show: (users: readonly ShownUser[]) =>
      users.length === 0 ? 'Nobody logs in: sftp-users create makes a user.' : users.map(line).join('\n'),
  },
];

/** The description last, as it may be anything. */
function line({ username, mode, lastConnectedDate, bucketName, homeDirectory, description }: ShownUser): string {
  const login = lastConnectedDate === undefined ? 'never logged in' : `logged in ${lastConnectedDate}`;
  return [username, mode, login, `${bucketName}:${homeDirectory}`, description].join('  ');
}

function showPassword(made: WithPassword): string {
  return Object.entries(made)
    .map(([name, value]) => `${name.padEnd(17)} ${value}`)
    .join('\n');
}

function nameOf(name: string, { positionals: [username, ...more], options }: Arguments): Input {
  if (username === undefined || more.length > 0) throw new UsageError(`${name} takes the name of one user.`);
  return { username, account: options.account };
}

/** Options with what their files hold. */
async function prepared(options: Arguments['options']): Promise<Input> {
  const { 'public-key': path, ...rest } = options;
  return typeof path === 'string' ? { ...rest, publicKeys: await publicKeysIn(path) } : rest;
}
