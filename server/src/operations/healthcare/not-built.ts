import Type, { type TSchema } from 'typebox';
import type { PoolName } from '../../gateway/limits/pools.js';
import type { AnyRoute } from '../../gateway/route.js';
import { notSupported } from '../../problems.js';
import { route } from '../route.js';

/** An operation of the interface that is not built yet: what is declared of it, so that clients are told so and not that it is unknown. */
interface NotBuilt {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What it will do, as an order. */
  readonly summary: string;
  readonly pool?: PoolName | undefined;
  readonly query?: readonly string[] | undefined;
  /** `live`: test keys may not call it, now or later. */
  readonly keys?: 'live' | undefined;
}

const CLAIMS = '/change/medicalnetwork';

/** The list only gets shorter. */
export const NOT_BUILT: readonly NotBuilt[] = [
  submissions('POST', 'ValidateProfessionalClaimSubmission', 'validate', 'Get what is wrong with a professional claim'),
  submissions(
    'POST',
    'ValidateProfessionalClaimJson',
    'json/validation',
    'Get what is wrong with a professional claim in JSON',
  ),
  submissions('GET', 'GetProfessionalClaimJson', ':id/json', 'Get a professional claim as it was handed in'),
  claimStatus('ClaimStatus', `${CLAIMS}/claimstatus/v2`, 'Get the status of a claim from its payer'),
  claimStatus(
    'ClaimStatusRawX12',
    `${CLAIMS}/claimstatus/v2/raw-x12`,
    'Get the status of a claim from its payer, as X12',
  ),
  documents('ConvertReport835', `${CLAIMS}/reports/v2/:transactionId/835`, 'Get an 835 as JSON'),
  documents('ExportPDF', '/export/pdf', 'Get the forms of claims by a business identifier', [
    'businessId',
    'background',
  ]),
  documents('GetPDF1500', '/export/:transactionId/1500/pdf', 'Get the form of a claim', ['background']),
  {
    operation: 'GetElectronicRemittanceAdvicePdf',
    method: 'GET',
    path: '/electronic-remittance-advice/:transactionId/pdf',
    summary: 'Get a remittance advice as a document to print',
    query: ['logo'],
  },
  {
    operation: 'CoordinationOfBenefits',
    method: 'POST',
    path: '/coordination-of-benefits',
    summary: 'Find out which payer pays first',
    pool: 'coordination-of-benefits',
    keys: 'live',
  },
  {
    operation: 'InsuranceDiscoveryCheck',
    method: 'POST',
    path: '/insurance-discovery/check/v1',
    summary: 'Find the payers of a patient',
    pool: 'discovery',
    keys: 'live',
  },
  {
    operation: 'GetInsuranceDiscoveryCheck',
    method: 'GET',
    path: '/insurance-discovery/check/v1/:discoveryId',
    summary: 'Get what a search for the payers of a patient has found',
    pool: 'discovery-results',
    keys: 'live',
  },
  {
    operation: 'CheckEligibilityByPlan',
    method: 'POST',
    path: '/eligibility-check',
    summary: 'Find out what a patient is covered for, by plan',
    pool: 'eligibility',
  },
];

const ANY = Type.Optional(Type.Unknown({ description: 'Whatever the interface has; nobody looks at it yet.' }));

export const notBuiltRoutes: readonly AnyRoute[] = NOT_BUILT.map((one) =>
  route({
    ...one,
    family: 'healthcare',
    summary: `${one.summary} (not there yet)`,
    description: 'Not there yet: whatever is sent is answered 501 `NOT_SUPPORTED`, and nothing is done with it.',
    problems: ['not-supported'],
    schemas: {
      ...pathOf(one.path),
      ...queryOf(one.query),
      ...(one.method === 'POST' ? { body: ANY } : {}),
      response: {},
    },
    handle: async () => {
      throw notSupported('This operation is not built yet, and nothing was done. GET /docs has those that are.');
    },
  }),
);

function pathOf(path: string): { readonly params?: TSchema } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return {};
  return {
    params: Type.Object(Object.fromEntries(names.map((name) => [name, Type.String({ description: 'Any id.' })]))),
  };
}

function queryOf(names: readonly string[] = []): { readonly query?: TSchema } {
  if (names.length === 0) return {};
  const any = Type.Optional(Type.String({ description: 'Not read yet.' }));
  return { query: Type.Object(Object.fromEntries(names.map((name) => [name, any]))) };
}

function submissions(method: NotBuilt['method'], operation: string, path: string, summary: string): NotBuilt {
  return { operation, method, path: `/professional-claim-submissions/${path}`, summary, pool: 'claims' };
}

function claimStatus(operation: string, path: string, summary: string): NotBuilt {
  return { operation, method: 'POST', path, summary, pool: 'claim-status', keys: 'live' };
}

function documents(operation: string, path: string, summary: string, query?: readonly string[]): NotBuilt {
  return { operation, method: 'GET', path, summary, pool: 'claim-documents', query };
}
