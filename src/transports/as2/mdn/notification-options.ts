import type { DigestAlgorithm } from '../agreement/algorithms.js';
import { type DigestNames, digestNamed, nameOfDigest } from '../agreement/digest-names.js';

/** What Disposition-Notification-Options asks of the receipt (RFC 4130 7.3). */
export interface NotificationOptions {
  /** A signed receipt is asked for. */
  readonly signed: boolean;
  /** False where the receipt must be signed in a way that is not ours. */
  readonly supported: boolean;
  /** The algorithms named that are ours, in the sender's order; empty where it names none. */
  readonly micAlgorithms: readonly DigestAlgorithm[];
  /** True where algorithms are demanded of which none is ours. */
  readonly micUnsupported: boolean;
}

/** Reads the header's value; what is not understood is as if it were not there, unless it is `required`. */
export function parseNotificationOptions(value: string): NotificationOptions {
  const options = new Map<string, readonly string[]>();
  for (const piece of value.split(';').slice(0, 20)) {
    const [name, ...rest] = piece.split('=');
    const words = rest.join('=').split(',').slice(0, 30);
    options.set(
      (name ?? '').trim().toLowerCase(),
      words.map((word) => word.trim().replace(/^"|"$/g, '').toLowerCase()),
    );
  }
  const protocol = options.get('signed-receipt-protocol');
  const algorithms = options.get('signed-receipt-micalg');
  const micAlgorithms = withoutImportance(algorithms).flatMap((name) => digestNamed(name) ?? []);
  return {
    signed: protocol !== undefined || algorithms !== undefined,
    supported: !isRequired(protocol) || withoutImportance(protocol).some((name) => /^(x-)?pkcs7-signature$/.test(name)),
    micAlgorithms: [...new Set(micAlgorithms)],
    micUnsupported: isRequired(algorithms) && micAlgorithms.length === 0,
  };
}

export function formatNotificationOptions(algorithms: readonly DigestAlgorithm[], names: DigestNames = 'new'): string {
  const list = algorithms.map((algorithm) => nameOfDigest(algorithm, names)).join(', ');
  return `signed-receipt-protocol=optional, pkcs7-signature; signed-receipt-micalg=optional, ${list}`;
}

function isRequired(words: readonly string[] | undefined): boolean {
  return words?.[0] === 'required';
}

/** Some partners leave the importance out. */
function withoutImportance(words: readonly string[] | undefined): readonly string[] {
  return words === undefined ? [] : words.filter((word, at) => at > 0 || (word !== 'required' && word !== 'optional'));
}
