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

function countsOf(payers: readonly PayerRecord[], name: (typeof SEARCHED)[number]): Counts {
  const having = (support: string) =>
    payers.reduce((count, { transactionSupport }) => count + (transactionSupport[name] === support ? 1 : 0), 0);
  return {
    supported: having('SUPPORTED'),
    enrollmentRequired: having('ENROLLMENT_REQUIRED'),
    notSupported: having('NOT_SUPPORTED'),
  };
}
