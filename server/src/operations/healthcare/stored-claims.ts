import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { patientIndexOf } from '../../resources/claims/claim-indexes.js';
import { claimDocument, claimResponse } from '../../resources/claims/documents.js';
import { findClaim, listClaims } from '../../resources/claims/find-claim.js';
import {
  ClaimDocument,
  ClaimDocumentName,
  ClaimId,
  ClaimSummary,
  StoredClaim,
} from '../../resources/claims/schemas.js';
import { summaryOf } from '../../resources/claims/shown.js';
import { storedClaim } from '../../resources/claims/stored-claim.js';
import { payerNames } from '../../resources/payers/find-payer.js';
import { PAGED, PageOf } from '../../schemas/pages.js';
import { mapPage } from '../../store/page.js';
import { listRoute, route } from '../route.js';

const AUDIT = { action: 'read', objectKind: 'claim', objectParam: 'claimId' } as const;

const listClaimsRoute = listRoute({
  operation: 'ListClaims',
  family: 'healthcare',
  method: 'GET',
  path: '/claims',
  summary: 'List the claims with a patient control number, newest first',
  description:
    'It is found by a MAC and not read back: nothing about patients is in the list. Test keys see those of tests. The audit has each request.',
  schemas: {
    query: Type.Object({
      patientControlNumber: Type.String({ minLength: 1, maxLength: 50, description: 'CLM01.' }),
    }),
    response: { 200: PageOf(ClaimSummary) },
  },
  paged: PAGED,
  audit: { action: 'list', objectKind: 'claim' },
  list: async (call) => {
    const { services, caller, query, page } = call;
    const { patients } = services.realTime;
    const patientIndex = await patientIndexOf(patients, caller.accountId, query.patientControlNumber);
    return call.read(async (queries) => {
      const rows = await listClaims(queries, caller, patientIndex, page);
      const names = await payerNames(
        queries.tx,
        rows.items.map(({ payer_id }) => payer_id),
      );
      return mapPage(rows, (row) => summaryOf(row, names));
    });
  },
});

const getClaimRoute = route({
  operation: 'GetClaim',
  family: 'healthcare',
  method: 'GET',
  path: '/claims/:claimId',
  summary: 'Get a claim, with its state and what was answered',
  description: 'Test keys see those of tests. The audit has each request.',
  schemas: { params: Type.Object({ claimId: ClaimId }), response: { 200: StoredClaim } },
  audit: AUDIT,
  handle: async (call) => {
    const { services, caller, params } = call;
    const shown = await call.read(async (queries) =>
      storedClaim(services.sealedColumns, queries, await findClaim(queries, caller, params.claimId)),
    );
    const response = await claimResponse(services, caller, params.claimId);
    return { body: { ...shown, ...(response === undefined ? {} : { response }) } };
  },
});

const getDocumentRoute = route({
  operation: 'GetClaimDocument',
  family: 'healthcare',
  method: 'GET',
  path: '/claims/:claimId/:document',
  summary: 'Get the request of a claim, or its 837',
  description:
    'Social security numbers and tax ids are masked, and so are ISA02 and ISA04: they are never read back. The audit has each request.',
  schemas: {
    params: Type.Object({ claimId: ClaimId, document: ClaimDocumentName }),
    response: { 200: ClaimDocument },
  },
  audit: AUDIT,
  handle: async ({ services, caller, params }) => ({
    body: await claimDocument(services, caller, { claimId: params.claimId, name: params.document }),
  }),
});

/** Claims that were handed in, read back. */
export const storedClaimRoutes: readonly AnyRoute[] = [listClaimsRoute, getClaimRoute, getDocumentRoute];
