import type { Services } from '../../exchange/services.js';
import { taxIndexOf } from '../../resources/enrollments/provider.js';

// What is about people is sealed; MACs under a key of the account find it again.

/** @param taxId in which a schema has found nine digits. */
export async function indexOfTaxId(services: Services, accountId: string, taxId: string): Promise<string> {
  return (await taxIndexOf(taxId, (text) => services.realTime.patients.of(accountId, text))) ?? '';
}

/** Of an address, whatever the case of its letters. */
export function indexOfEmail(services: Services, accountId: string, email: string): Promise<string> {
  return services.realTime.patients.of(accountId, `e-mail ${email.toLowerCase()}`);
}
