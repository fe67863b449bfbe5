import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { invalid } from '../../problems.js';
import { documentOf, responseOf } from '../../resources/eligibility-checks/documents.js';
import { findCheck } from '../../resources/eligibility-checks/find-check.js';
import { listChecks } from '../../resources/eligibility-checks/list.js';
import {
  CheckDocument,
  CheckFilters,
  CheckId,
  CheckSummary,
  DocumentName,
  StoredCheck,
} from '../../resources/eligibility-checks/schemas.js';
import { showCheck } from '../../resources/eligibility-checks/shown.js';
import { findPayer, payerNames } from '../../resources/payers/find-payer.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../schemas/pages.js';
import { mapPage } from '../../store/page.js';
import { listRoute, route } from '../route.js';

const CheckParams = Type.Object({ checkId: CheckId });
const AUDIT = { objectKind: 'eligibility-check', objectParam: 'checkId' } as const;

const listChecksRoute = listRoute({
  operation: 'ListEligibilityChecks',
  family: 'healthcare',
  method: 'GET',
  path: '/eligibility-checks',
  summary: 'List eligibility checks, newest first',
  description:
    'Nothing about patients is in it but who has sent `externalPatientId` finds the checks with it. Test keys see those of tests. The audit has each request.',
  schemas: { query: CheckFilters, response: { 200: PageOf(CheckSummary, LargePageToken) } },
  paged: LARGE_PAGES,
  looksThrough: true,
  audit: { action: 'list', objectKind: 'eligibility-check' },
  list: async (call) => {
    const { services, caller, query, page } = call;
    const { externalPatientId, payer, ...others } = query;
    const patientIndex =
      externalPatientId === undefined
        ? undefined
        : await services.realTime.patients.of(caller.accountId, externalPatientId);
    return call.read(async (queries) => {
      const found = payer === undefined ? undefined : await findPayer(queries.tx, payer);
      if (found !== undefined && found.kind !== 'found') throw noSuchPayer();
      const asked = { ...others, patientIndex, payerId: found?.payer.platformId };
      const rows = await listChecks(queries, caller, asked, page);
      const names = await payerNames(
        queries.tx,
        rows.items.map(({ payer_id }) => payer_id),
      );
      return mapPage(rows, (row) => showCheck(row, names, services.clock.now()));
    });
  },
});

const getCheckRoute = route({
  operation: 'GetEligibilityCheck',
  family: 'healthcare',
  method: 'GET',
  path: '/eligibility-checks/:checkId',
  summary: 'Get an eligibility check, with what was answered',
  schemas: { params: CheckParams, response: { 200: StoredCheck } },
  audit: { action: 'read', ...AUDIT },
  handle: async (call) => {
    const { services, caller, params } = call;
    const shown = await call.read(async (queries) => {
      const row = await findCheck(queries, caller, params.checkId);
      return showCheck(row, await payerNames(queries.tx, [row.payer_id]), services.clock.now());
    });
    const response = await responseOf(services, caller, params.checkId);
    return { body: { ...shown, ...(response === undefined ? {} : { response }) } };
  },
});

const getDocumentRoute = route({
  operation: 'GetEligibilityCheckDocument',
  family: 'healthcare',
  method: 'GET',
  path: '/eligibility-checks/:checkId/:document',
  summary: 'Get the request of an eligibility check, its 270, or what the payer sent',
  description:
    'Portal credentials, PINs, social security numbers and tax ids of the request and of the 270 are masked, and so are ISA02 and ISA04: they are never read back. What the payer sent is given where the answer had its X12; else it is withheld (404, `ANSWER_WITHHELD`).',
  schemas: {
    params: Type.Object({ checkId: CheckId, document: DocumentName }),
    response: { 200: CheckDocument },
  },
  audit: { action: 'read', ...AUDIT },
  handle: async ({ services, caller, params }) => ({
    body: await documentOf(services, caller, { checkId: params.checkId, name: params.document }),
  }),
});

function noSuchPayer() {
  return invalid('The query parameter payer names no single payer. Send its platform id.', {
    code: 'INVALID_PARAMETER',
  });
}

/** What was asked and answered in real time, read back. */
export const eligibilityCheckRoutes: readonly AnyRoute[] = [listChecksRoute, getCheckRoute, getDocumentRoute];
