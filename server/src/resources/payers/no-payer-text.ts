import type { NamedPayer, PayerFound } from './find-payer.js';

/** What to do where nobody, or several, have the id of a payer: it names those that may be meant, and not what was asked for. */
export function noPayerText(found: Exclude<PayerFound, { kind: 'found' }>): string {
  if (found.kind === 'ambiguous')
    return `Several payers have this alias: use the platform id of one of them: ${namesOf(found.candidates)}.`;
  if (found.near.length > 0)
    return `No payer has this id. Zeros at the beginning, blanks and capitals count: perhaps one of these is meant: ${namesOf(found.near)}.`;
  return 'No payer has this id. Look it up by SearchPayers: its platform id, primary id or an alias.';
}

function namesOf(payers: readonly NamedPayer[]): string {
  return payers
    .map(({ primaryPayerId, platformId, displayName }) => `${primaryPayerId} (${platformId}, ${displayName})`)
    .join('; ');
}
