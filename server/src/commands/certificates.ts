import { readFile } from 'node:fs/promises';
import {
  addCertificate,
  deleteCertificate,
  type ListedCertificate,
  listCertificates,
} from '../accounts/client-certificates.js';
import { AccountQueries } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, demandNoWords, neededOption, optionalText, textIn, UsageError } from './command.js';

/** Certificates by which partners' systems are known where they send no key: CAQH CORE. */
export const CERTIFICATE_COMMANDS: readonly Command[] = [
  {
    name: 'certificates add',
    usage: 'FILE --key ID [--account ID]',
    summary: 'Has the certificate of a client (PEM) stand for a key, over CAQH CORE.',
    options: { ...ACCOUNT, key: { type: 'string', help: 'id of the key that it stands for' } },
    prepare: async (args) => {
      const [path, ...more] = args.positionals;
      if (path === undefined || more.length > 0) throw new UsageError('certificates add takes one file.');
      neededOption(args, 'key', 'the id of the key that the certificate stands for');
      return { ...args.options, pem: await pemIn(path) };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.write((tx) =>
        addCertificate(new AccountQueries(tx, accountId), services.clock, {
          keyId: textIn(input, 'key'),
          pem: textIn(input, 'pem'),
        }),
      );
    },
    show: shown,
  },
  {
    name: 'certificates delete',
    usage: 'FINGERPRINT [--account ID]',
    summary: 'Refuses a certificate from now on.',
    options: ACCOUNT,
    prepare: async ({ positionals: [text, ...more], options }) => {
      if (text === undefined || more.length > 0) throw new UsageError('certificates delete takes one fingerprint.');
      return { ...options, fingerprint: text.replaceAll(':', '').toLowerCase() };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      await services.store.write((tx) =>
        deleteCertificate(new AccountQueries(tx, accountId), services.clock, textIn(input, 'fingerprint')),
      );
      return { deleted: true };
    },
    show: () => '',
  },
  {
    name: 'certificates',
    alias: 'certificates list',
    usage: '[--account ID]',
    summary: 'Lists certificates of clients, by their SHA-256.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('certificates', args);
      return { ...args.options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return services.store.read((db) => listCertificates(new AccountQueries(db, accountId)));
    },
    show: (rows: readonly ListedCertificate[]) => rows.map(shown).join('\n'),
  },
];

/** The subject last, as it may be anything. */
function shown({ fingerprint, keyId, notBefore, notAfter, subject }: ListedCertificate): string {
  return [fingerprint, `key ${keyId}`, `good from ${notBefore} to ${notAfter}`, subject].join('  ');
}

async function pemIn(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new UsageError('The file of the certificate cannot be read. Give the path of a PEM file.');
  }
}
