import type { ResponseWarning } from 'ediloom/eligibility';
import { enrollmentOf } from '../../resources/enrollments/enrollment-of.js';
import type { Payer } from '../../resources/payers/payer.js';
import { takesChecks } from '../../resources/payers/support.js';
import { readRows } from '../../store/account-queries.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import type { ReadRequest } from './read-request.js';
import { notApproved, notOffered } from './refusals.js';

export type Routes = readonly [ServingRoute, ...ServingRoute[]];

/** The mock payers as a route: nothing leaves the process. */
export function mockRoute({ primaryPayerId, displayName }: Payer): ServingRoute {
  return {
    routeId: '',
    version: 0,
    name: 'mock',
    kind: 'mock',
    sender: { qualifier: 'ZZ', id: 'EDILOOMTEST' },
    receiver: { qualifier: 'ZZ', id: 'MOCKPAYERS' },
    applicationSender: 'EDILOOMTEST',
    applicationReceiver: 'MOCKPAYERS',
    traceOriginator: '9EDILOOM00',
    serviceTypes: 'together',
    payerId: primaryPayerId,
    payerName: displayName.slice(0, 60),
    dependents: true,
    answerMs: 10_000,
  };
}

export interface Chosen {
  /** In the order in which they are asked. */
  readonly routes: Routes;
  /** What the client is told beside the answer. */
  readonly warnings: readonly ResponseWarning[];
}

/**
 * Over what the payer is asked: for a test key the mock payers, which take approved requests alone; for a live key the routes that have
 * eligibility for this payer, in their order.
 * @throws Problem `invalid` where there is none: nothing is sent.
 */
export async function chooseRoutes(run: Run, payer: Payer, read: ReadRequest): Promise<Chosen> {
  const { services, caller } = run;
  const { request } = read;
  if (caller.mode === 'test') {
    const differences = services.mockPayers.check(request, payer);
    if (differences.length > 0) throw notApproved(differences);
    return { routes: [mockRoute(payer)], warnings: [] };
  }
  if (!takesChecks(payer)) {
    throw notOffered('The payer takes no eligibility checks: its `transactionSupport` has what it takes.');
  }
  const serving = await services.payerExchange.serving(payer.platformId, 'eligibility');
  if (serving.length === 0) {
    throw notOffered(
      'The payer is not configured for eligibility checks: the operator of the server gives it a route.',
    );
  }
  const hasDependents = (request.dependents ?? []).length > 0;
  const able = serving.filter(({ dependents }) => dependents || !hasDependents);
  if (able.length === 0) {
    throw notOffered(
      'The payer takes no dependents: send the patient as subscriber, with their own member id.',
      'DEPENDENTS_NOT_SUPPORTED',
    );
  }
  return enrolled(run, payer, read, able);
}

const NOT_ENROLLED: ResponseWarning = {
  code: 'enrollment::270::not_known',
  description:
    'The payer asks that providers enroll for eligibility checks first, and no enrollment of this one is known here. That alone kept nothing from being sent.',
};

/** Leaves out the routes that send nothing for providers who are not enrolled where the payer asks for that. */
async function enrolled(
  { services, caller }: Run,
  payer: Payer,
  { request }: ReadRequest,
  able: readonly ServingRoute[],
): Promise<Chosen> {
  const { accountId } = caller;
  const state = await readRows(services.store, accountId, (queries) =>
    enrollmentOf(queries, payer, 'eligibilityCheck', {
      provider: request.provider ?? {},
      indexOf: (text) => services.realTime.patients.of(accountId, text),
    }),
  );
  const isMissing = state === 'missing';
  const policyOf = ({ enrollmentPolicy = payer.enrollmentPolicy }: ServingRoute) => enrollmentPolicy;
  const [first, ...others] = isMissing ? able.filter((route) => policyOf(route) === 'warn') : able;
  if (first === undefined) {
    throw notOffered(
      'The payer asks that providers enroll for eligibility checks first, and no enrollment of this one is LIVE here. Create one for the payer, and wait until it is LIVE; one that was made elsewhere the operator of the server marks by `enrollments import`.',
      'ENROLLMENT_REQUIRED',
    );
  }
  return { routes: [first, ...others], warnings: isMissing ? [NOT_ENROLLED] : [] };
}
