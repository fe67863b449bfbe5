import { isX12Error } from 'ediloom';
import { mayHelpAgain, outcomeOf, transportReasonOf } from 'ediloom/transports';
import { errorText } from '../../jobs/error-text.js';
import { ownTroubleOf } from '../../jobs/own-trouble.js';
import { ObjectStoreError } from '../../objects/object-store.js';
import { Problem } from '../../problems.js';

/** Why an attempt failed, as its delivery report says it. */
export interface DeliveryTrouble {
  /** For a person: what happened, and what to do. No secret, no value of the file. */
  readonly text: string;
  /** True: it may have arrived, and to send it again would be blind; a person asks the partner. */
  readonly final: boolean;
  /** False: an error that nobody has thought of; it is logged with its place. */
  readonly expected: boolean;
}

/**
 * Whether a delivery failed of this server, so that it is no attempt at the partner: its store, its objects or a key cannot be had. Not
 * where the file has perhaps arrived: to try again would be blind, whatever the cause was.
 */
export function isOwnTrouble(error: unknown): boolean {
  return ownTroubleOf(error) !== undefined && !troubleOf(error).final;
}

/**
 * Reads an error of a delivery. All failures are tried again, refusals too, as the partner may mend what it refused by; but not
 * what has perhaps arrived and cannot be looked for.
 */
export function troubleOf(error: unknown): DeliveryTrouble {
  if (outcomeOf(error) !== undefined && isX12Error(error)) {
    const final = outcomeOf(error) === 'unknown' && !mayHelpAgain(error);
    return { text: `${error.message}${seen(error.details)}`, final, expected: true };
  }
  if (isX12Error(error) || error instanceof Problem || error instanceof ObjectStoreError) {
    return { text: error.message, final: false, expected: true };
  }
  const text = `The delivery ended with an error of this server (${errorText(error)}). Its log has the place.`;
  return { text, final: false, expected: false };
}

/** Until when a receipt is waited for that comes by itself, of a file that the partner has taken. `undefined`: it is another error. */
export function receiptDeadline(error: unknown): number | undefined {
  if (transportReasonOf(error) !== 'mdn-awaited' || !isX12Error(error)) return undefined;
  return Date.parse(String(error.details.deadline));
}

/** What a person compares with the partner: fingerprints, and what a receipt said. */
const SHOWN = ['fingerprint', 'hostKey', 'certificateFingerprint', 'disposition', 'status', 'path'] as const;

function seen(details: Readonly<Record<string, unknown>>): string {
  const said = SHOWN.flatMap((name) => {
    const value = details[name];
    return typeof value === 'string' || typeof value === 'number' ? [`${name} ${value}`] : [];
  });
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}
