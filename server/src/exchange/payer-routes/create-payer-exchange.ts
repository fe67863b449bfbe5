import type { PayerExchange } from './payer-exchange.js';

/** Reaches payers over the routes of the operator. */
export function createPayerExchange(): PayerExchange {
  return {
    serving: async () => [],
    ask: async () => ({ kind: 'none', failure: 'not-reached', wasSent: false }),
    close: async () => {},
  };
}
