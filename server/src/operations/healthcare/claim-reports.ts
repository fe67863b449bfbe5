import { type ClaimReport, claimReportSchema } from 'ediloom/claims';
import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { readReport } from '../../resources/claim-answers/reports.js';
import { route } from '../route.js';
import { describedSchema } from './described-schema.js';

const TEXTS = {
  '': 'What a 277CA says of claims of the account. Codes are as the payer wrote them; of those that are in no list there is no text.',
  'meta.transactionId': 'The id that was asked for.',
  'meta.senderId': 'Who has sent it last, which is mostly not the payer: ISA06.',
  'meta.applicationMode': '`production` or `test`.',
  'meta.traceId':
    'Of the file it came in, as `history` of the claims has it: `source`. Of a test, which no file came for, the id of its claim.',
  transactions: 'The set that it was.',
} as const;

const convertReportRoute = route({
  operation: 'ConvertReport277',
  family: 'healthcare',
  method: 'GET',
  path: '/change/medicalnetwork/reports/v2/:transactionId/277',
  summary: 'Get a 277CA as JSON',
  description:
    'What a payer has said of claims of the account, and of no others, in one 277CA; events of claims name it. Test keys see those of tests. The audit has each request.',
  pool: 'claim-documents',
  answersSecret: true,
  schemas: {
    params: Type.Object({ transactionId: Type.String({ description: 'Id of the report: a UUID.' }) }),
    response: { 200: Type.Unsafe<ClaimReport>(describedSchema(claimReportSchema, 'ClaimReport', TEXTS)) },
  },
  audit: { action: 'read', objectKind: 'claim-report', objectParam: 'transactionId' },
  handle: async ({ services, caller, params }) => ({ body: await readReport(services, caller, params.transactionId) }),
});

/** What payers have said of claims. */
export const claimReportRoutes: readonly AnyRoute[] = [convertReportRoute];
