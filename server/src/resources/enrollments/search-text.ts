import type { Providers } from '../../store/enrollment-tables.js';

/** `provider_enrollments.search`: what the fuzzy filter looks through, of the provider and of the payer's platform id. */
export function searchOf(provider: Pick<Providers, 'search'>, payerId: string): string {
  return `${provider.search} ${payerId.toLowerCase()}`;
}
