import { type PayerRecord, SEARCHED } from './schemas.js';

interface Counts {
  readonly supported: number;
  readonly enrollmentRequired: number;
  readonly notSupported: number;
}

/** How many payers a search has found, and what they take. */
export function statsOf(payers: readonly PayerRecord[]) {
  const counts = SEARCHED.map((name) => [name, countsOf(payers, name)] as const);
  return {
    total: payers.length,
    transactionSupport: Object.fromEntries(counts),
    transactionSupportCounts: Object.fromEntries(
      counts.map(([name, { supported, enrollmentRequired, notSupported }]) => [
        name,
        {
          notSupported: { total: notSupported },
          supported: {
            total: supported + enrollmentRequired,
            enrollmentRequired,
            enrollmentNotRequired: supported,
          },
        },
      ]),
    ),
  };
}

/** One pass: a search may find all there are. */
function countsOf(payers: readonly PayerRecord[], name: (typeof SEARCHED)[number]): Counts {
  let [supported, enrollmentRequired, notSupported] = [0, 0, 0];
  for (const { transactionSupport } of payers) {
    const support = transactionSupport[name];
    if (support === 'SUPPORTED') supported++;
    else if (support === 'ENROLLMENT_REQUIRED') enrollmentRequired++;
    else if (support === 'NOT_SUPPORTED') notSupported++;
  }
  return { supported, enrollmentRequired, notSupported };
}
