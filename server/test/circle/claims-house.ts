import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from './instance.js';
import type { SftpPayer } from './sftp-payer.js';

/** Ids of the clearinghouse and of the payer, in all that goes between them. */
export const HOUSE = { qualifier: 'ZZ', id: 'CLEARING' } as const;
export const ABOVE = { qualifier: 'ZZ', id: 'PAYER' } as const;

/** Has an instance know payers that take professional claims, by their primary ids. */
export async function knowPayers(instance: Instance, ids: readonly string[]): Promise<void> {
  const transactionSupport = { professionalClaimSubmission: 'SUPPORTED' };
  const payers = ids.map((id) => ({ primaryPayerId: id, displayName: `Sample Health Plan ${id}`, transactionSupport }));
  await commandOn(instance, 'payers.json', { payers }, ['payers', 'import']);
}

/** Routes between the two. */
export async function applyRoutes(instance: Instance, routes: readonly object[]): Promise<void> {
  const all = routes.map((route) => ({ sender: HOUSE, receiver: ABOVE, ...route }));
  await commandOn(instance, 'routes.json', { routes: all }, ['payer-routes', 'apply']);
}

async function commandOn(instance: Instance, name: string, file: object, argv: readonly string[]): Promise<void> {
  const path = join(instance.folder, name);
  writeFileSync(path, JSON.stringify(file));
  await instance.command(...argv, path);
}

/** Of the first start. */
export async function firstAccount(instance: Instance): Promise<string> {
  const [account] = JSON.parse(await instance.command('accounts', '--json'));
  return account.id;
}

/** What a payer takes over a route. @param payer its primary id. */
export function claimsFor(payer: string): object {
  return { payers: [{ payer, transactions: ['professionalClaimSubmission'] }] };
}

/** Claims go out into the SFTP server of the payer; its answers come in where it logs in. */
export function partnersOverSftp({ port, hostKey }: Pick<SftpPayer, 'port' | 'hostKey'>, username: string): object {
  const home = { parentDirectory: 'payer', homeDirectory: '/payer', username };
  const profile = (profileType: 'local' | 'partner', { qualifier, id }: typeof HOUSE | typeof ABOVE) => ({
    ...{ profileId: id.toLowerCase(), profileType, interchangeQualifier: qualifier, interchangeId: id },
  });
  return {
    buckets: [{ bucketName: 'payer-files' }],
    sftpUsers: [
      {
        ...{ username, description: 'The payer', bucketName: 'payer-files', homeDirectory: '/payer' },
        password: { file: 'in.password' },
      },
    ],
    profiles: [profile('local', HOUSE), profile('partner', ABOVE)],
    partnerships: [
      {
        ...{ partnershipId: 'claims', localProfileId: 'clearing', partnerProfileId: 'payer' },
        ...{ interchangeUsageIndicator: 'P', timezone: 'UTC', timeFormat: 'HHMM' },
        expectedAcknowledgments: { functional: true, claims: true },
        connections: [
          {
            ...{ connectionType: 'hosted-sftp', name: 'from them', inboundSubdirectory: 'in' },
            ...{ bucketName: 'payer-files', ...home },
          },
          {
            ...{ connectionType: 'remote-ftp', name: 'to them', protocol: 'SFTP', host: '127.0.0.1', port },
            ...{
              hostKeys: [hostKey],
              username: 'shop',
              password: { file: 'out.password' },
              outboundSubdirectory: 'in',
            },
          },
        ],
        inboundTransactions: [{ release: '005010X214', transactionSetIdentifier: '277', guide: '277CA-005010X214' }],
        outboundTransactions: [
          {
            ...{ outboundX12TransactionSettingsId: 'claims', release: '005010X222A1', transactionSetIdentifier: '837' },
            ...{ guide: '837P-005010X222A1', connection: { name: 'to them' } },
          },
        ],
      },
    ],
  };
}
