import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { claimDocument, claimResponse } from '../../resources/claims/documents.js';
import { findClaim } from '../../resources/claims/find-claim.js';
import { readClaim } from '../../resources/claims/read-claim.js';
import { ClaimDocument, ClaimDocumentName, ClaimId, StoredClaim } from '../../resources/claims/schemas.js';
import { route } from '../route.js';

const AUDIT = { action: 'read', objectKind: 'claim', objectParam: 'claimId' } as const;

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
      readClaim(services.sealedColumns, queries, await findClaim(queries, caller, params.claimId)),
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
export const storedClaimRoutes: readonly AnyRoute[] = [getClaimRoute, getDocumentRoute];
