import { Problem } from '../../problems.js';
import type { EligibilityBatchItems } from '../../store/batch-tables.js';
import type { ReturnedCheck } from '../eligibility/ask-routes.js';
import { questionOf } from '../eligibility/begin-check.js';
import type { CheckInput } from '../eligibility/check.js';
import type { Returning } from '../eligibility/check-outcome.js';
import { readRequest } from '../eligibility/read-request.js';
import { prepareCheck } from '../eligibility/run-check.js';
import type { Run } from '../services.js';
import type { UnderWay } from './under-way.js';

interface Stored {
  readonly run: Run;
  readonly input: CheckInput;
  readonly item: Pick<EligibilityBatchItems, 'payer_id'>;
  /** BHT03 and TRN02 of its 270. */
  readonly traceId: string;
}

/** A check that went in a file, as its outcome needs it. */
export interface AsSent extends Pick<ReturnedCheck, 'route' | 'question'> {
  readonly returning: Returning;
}

/**
 * A check as it was sent, made anew from what is stored of it: the same request gives the same question, and the same warnings. Where its payer, its
 * route or the enrollment have changed since, what is known of it is its request: what came back counts all the same.
 */
export async function asSent(underWay: UnderWay, stored: Stored): Promise<AsSent> {
  const { run, input, traceId } = stored;
  const { route_id, interchange_number, group_number } = underWay.file;
  const numbers = { interchange: Number(interchange_number), groups: [Number(group_number)] };
  try {
    const returning = await prepareCheck(run, input);
    const route = returning.routes.find(({ routeId }) => routeId === route_id);
    if (route === undefined) return await fromRequest(underWay, stored);
    return { returning, route, question: await questionOf(returning, route, { traceId, numbers }) };
  } catch (error) {
    if (error instanceof Problem) return fromRequest(underWay, stored);
    throw error;
  }
}

async function fromRequest({ services, file }: UnderWay, { run, input, item, traceId }: Stored): Promise<AsSent> {
  const codecs = await services.realTime.engines.get();
  const read = await readRequest(codecs, input);
  const { subscriber, dependents = [] } = read.request;
  const [dependent] = dependents;
  // The one name that is left of it.
  const payerId = item.payer_id ?? '';
  const asked = {
    ...{ traceId, traceNumbers: [traceId], subscriber },
    ...(dependent === undefined ? {} : { dependent }),
  };
  return {
    returning: { run, codecs, input, read, payer: { displayName: payerId }, warnings: [] },
    route: { routeId: file.route_id, name: file.route_id, payerId },
    question: {
      ...{ asked, traceId, interchangeNumber: file.interchange_number ?? '', groupNumber: Number(file.group_number) },
      warnings: [],
    },
  };
}
