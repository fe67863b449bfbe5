import { isX12Error } from 'ediloom';
import type { As2Event } from 'ediloom/transports/as2';
import { errorText } from '../../jobs/error-text.js';
import { RecentlyUsed } from '../../recently-used.js';
import type { Services } from '../services.js';

/** Pairs of ids whose connection is known; one of a stranger has none. */
const MOST_PAIRS = 1_000;

/** What the operator can do about a refusal, by the reason that its text begins with. */
const STEPS: Readonly<Record<string, string>> = {
  'authentication-failed':
    'Compare partnerSigning of the connection with the certificate that the partner signs with now.',
  'decryption-failed': 'The partner encrypts for another certificate: give it the one that the connection has now.',
  'integrity-check-failed': 'It was changed on its way: ask the partner what stands between, and to send it again.',
  'insufficient-message-security':
    'The partner protects it less than the connection asks for: have it sign and encrypt, or change the connection.',
};
const OTHERWISE = 'Compare the settings of the connection with those of the partner, and have it sent again.';
const NOBODYS =
  'No connection that takes files has this pair: compare AS2-From with partnerAs2Id and AS2-To with localAs2Id, and see that the connection and its inboundSettings are enabled.';

/** Which connection a pair of AS2 ids was last found to be. */
export class KnownPairs {
  readonly #connections = new RecentlyUsed<string, string>(MOST_PAIRS);

  /** @param connection `undefined`: it is nobody's now. */
  note(from: string, to: string, connection: string | undefined): void {
    if (connection === undefined) this.#connections.delete(keyOf(from, to));
    else this.#connections.set(keyOf(from, to), connection);
  }

  of({ from = '', to = '' }: Pick<As2Event, 'from' | 'to'>): string | undefined {
    return this.#connections.get(keyOf(from, to));
  }
}

function keyOf(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

/** What nobody asked for. Ids and our own words; the body of a stranger is not looked into. */
export function noteEvent(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  pairs: KnownPairs,
  event: As2Event,
): void {
  const { kind, text, from, to, messageId, address, cause } = event;
  if (kind === 'duplicate') return metrics.as2('repeated');
  metrics.as2(kind === 'refused' ? 'refused' : kind === 'fault' ? 'put-off' : 'receipt-unproven');
  const connection = pairs.of(event);
  const what = {
    ...{ kind, connection, from, to, messageId, address },
    ...(cause === undefined ? {} : { error: errorText(cause) }),
  };
  const said = isX12Error(cause) ? cause.message : text;
  log.warn(what, `AS2: ${said}${kind === 'refused' ? ` ${stepFor(event, connection)}` : ''}`);
}

function stepFor({ text, from }: As2Event, connection: string | undefined): string {
  // Of a request that cannot be read nobody knows whose it is.
  if (connection === undefined) return from === undefined ? OTHERWISE : NOBODYS;
  return STEPS[text.split(':')[0] ?? ''] ?? OTHERWISE;
}
