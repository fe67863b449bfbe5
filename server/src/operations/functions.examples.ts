import type { Examples } from '../gateway/docs/example.js';

const params = { functionName: 'count-lines' };
const CODE = "exports.handler = async ({ text }) => ({ lines: text.split('\\n').length });";
const FUNCTION = {
  ...{ functionName: 'count-lines', code: CODE, environmentVariables: { LIMIT: '********' }, timeout: 3 },
  ...{ logRetention: 'one_day', createdAt: '2026-01-31T15:32:00.000Z', updatedAt: '2026-01-31T15:32:00.000Z' },
};

/** Requests about functions, and their answers. */
export const FUNCTION_EXAMPLES: Examples = {
  CreateFunctionAccessRequest: [{ summary: 'In a few words', body: { reason: 'To rename files' }, answer: {} }],
  CreateFunction: [
    {
      summary: 'A few lines with a variable',
      body: { functionName: 'count-lines', code: CODE, environmentVariables: { LIMIT: '100' } },
      answer: FUNCTION,
    },
  ],
  ListFunctions: [{ summary: 'All, two on a page', query: { pageSize: '2' } }],
  ReadFunction: [{ summary: 'One function', params, answer: FUNCTION }],
  UpdateFunction: [
    {
      summary: 'More time, and its invocations kept for a week',
      params,
      body: { timeout: 30, logRetention: 'one_week' },
      answer: { ...FUNCTION, timeout: 30, logRetention: 'one_week', updatedAt: '2026-01-31T15:38:00.000Z' },
    },
  ],
  InvokeFunction: [{ summary: 'And wait for its result', params, body: { text: 'ISA\nIEA' } }],
  DeleteFunction: [{ summary: 'A function', params }],
};
