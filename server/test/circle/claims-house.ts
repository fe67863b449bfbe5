import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from './instance.js';

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
