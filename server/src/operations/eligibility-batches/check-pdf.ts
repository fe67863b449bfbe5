import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { notFound } from '../../problems.js';
import { responseTexts } from '../../resources/eligibility-checks/documents.js';
import { findCheck } from '../../resources/eligibility-checks/find-check.js';
import { CheckId } from '../../resources/eligibility-checks/schemas.js';
import { payerNames } from '../../resources/payers/find-payer.js';
import { route } from '../route.js';

const PDF = 'application/pdf';

const getCheckPdfRoute = route({
  operation: 'GetEligibilityCheckPdf',
  family: 'eligibility-batches',
  method: 'GET',
  path: '/eligibility-manager/eligibility-checks/:eligibilityCheckId/pdf',
  summary: 'Get what a payer has answered to a check as a PDF',
  description:
    'For the front desk: whether the patient is covered, and what they and the plan pay, on US letter. A check that the payer has not answered has none (404). An answer that is too long to be printed is a 400 with the code `PDF_RENDER_LIMIT_EXCEEDED`.',
  schemas: {
    params: Type.Object({ eligibilityCheckId: CheckId }),
    response: { 200: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary', description: 'The PDF.' }) },
  },
  answerType: PDF,
  problems: ['too-many'],
  audit: { action: 'read', objectKind: 'eligibility-check', objectParam: 'eligibilityCheckId' },
  handle: async (call) => {
    const { services, caller, params } = call;
    const { eligibilityCheckId: id } = params;
    const { row, names } = await call.read(async (queries) => {
      const row = await findCheck(queries, caller, id);
      return { row, names: await payerNames(queries.tx, [row.payer_id]) };
    });
    const response = (await responseTexts(services, caller.accountId, [id])).get(id);
    // What is said in place of an answer that did not come, or is withheld, is not the payer's.
    if (response === undefined || row.answered_at === null || row.failure !== null) {
      throw notFound('answer of a payer to this check');
    }
    const check = {
      ...{ id, mode: row.mode, payerName: names.get(row.payer_id) ?? row.payer_id },
      ...{ traceId: row.trace_id, answeredAt: row.answered_at },
    };
    const pdf = await services.realTime.pdfs.print(caller.accountId, {
      check,
      response,
    });
    return {
      headers: {
        'content-type': PDF,
        'content-disposition': `attachment; filename="${id}.pdf"`,
        'cache-control': 'private, no-store',
      },
      body: pdf,
    };
  },
});

/** Checks as people print them. */
export const checkPdfRoutes: readonly AnyRoute[] = [getCheckPdfRoute];
