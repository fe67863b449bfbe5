import type { MockPayers } from './mock-payers.js';

/** The mock payers that come with the server. */
export function createMockPayers(): MockPayers {
  return {
    check: () => [{ pointer: '/tradingPartnerServiceId', expected: undefined }],
    answer: async () => new Uint8Array(),
  };
}
