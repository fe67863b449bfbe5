import Type from 'typebox';
import { printCheck } from '../../exchange/eligibility-pdf/print-check.js';
import type { AnyRoute } from '../../gateway/route.js';
import { CheckId } from '../../resources/eligibility-checks/schemas.js';
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
    const { eligibilityCheckId: id } = call.params;
    const pdf = await printCheck(call, id);
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
