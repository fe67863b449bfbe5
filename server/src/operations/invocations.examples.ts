import type { Examples } from '../gateway/docs/example.js';
import { IDS } from './example-ids.js';

const params = { functionName: 'count-lines' };
const INVOCATION = {
  ...{ invocationId: IDS.invocation, functionName: 'count-lines', invocationType: 'RequestResponse', source: 'api' },
  ...{ status: 'succeeded', attempts: 1, durationMs: 41, createdAt: '2026-01-31T15:40:00.000Z' },
  ...{ startedAt: '2026-01-31T15:40:00.000Z', endedAt: '2026-01-31T15:40:00.000Z' },
  expiresAt: '2026-02-07T15:40:00.000Z',
};

/** Requests about invocations of functions, and their answers. */
export const INVOCATION_EXAMPLES: Examples = {
  ListFunctionInvocations: [
    {
      summary: 'Those that succeeded',
      params,
      query: { status: 'succeeded', pageSize: '10' },
      answer: { items: [INVOCATION] },
    },
  ],
  GetFunctionInvocation: [
    {
      summary: 'One with its log',
      params: { ...params, invocationId: IDS.invocation },
      answer: { ...INVOCATION, log: '' },
    },
  ],
};
