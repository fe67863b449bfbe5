import type { Payer } from '../../resources/payers/payer.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import type { ReadRequest } from './read-request.js';
import { notApproved, notOffered } from './refusals.js';

export type Routes = readonly [ServingRoute, ...ServingRoute[]];

/** The mock payers as a route: nothing leaves the process. */
export function mockRoute({ primaryPayerId, displayName }: Payer): ServingRoute {
  return {
    routeId: '',
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

/**
 * Over what the payer is asked: for a test key the mock payers, which take approved requests alone; for a live key the routes that have
 * eligibility for this payer, in their order.
 * @throws Problem `invalid` where there is none: nothing is sent.
 */
export async function chooseRoutes({ services, caller }: Run, payer: Payer, { request }: ReadRequest): Promise<Routes> {
  if (caller.mode === 'test') {
    const differences = services.mockPayers.check(request, payer);
    if (differences.length > 0) throw notApproved(differences);
    return [mockRoute(payer)];
  }
  if (payer.transactionSupport.eligibilityCheck === 'NOT_SUPPORTED') {
    throw notOffered('The payer takes no eligibility checks: its `transactionSupport` has what it takes.');
  }
  const serving = await services.payerExchange.serving(payer.platformId, 'eligibility');
  if (serving.length === 0) {
    throw notOffered(
      'The payer is not configured for eligibility checks: the operator of the server gives it a route.',
    );
  }
  const hasDependents = (request.dependents ?? []).length > 0;
  const [first, ...others] = serving.filter(({ dependents }) => dependents || !hasDependents);
  if (first === undefined) {
    throw notOffered(
      'The payer takes no dependents: send the patient as subscriber, with their own member id.',
      'DEPENDENTS_NOT_SUPPORTED',
    );
  }
  return [first, ...others];
}
