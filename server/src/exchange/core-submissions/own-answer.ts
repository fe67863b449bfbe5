import { localMoment, type TransactionInput } from 'ediloom';
import type { EligibilityRequest, EligibilityResponse, RejectError, RequestProvider } from 'ediloom/eligibility';
import type { EligibilityEngine } from '../eligibility/eligibility-engine.js';
import { CORRECT } from '../eligibility/followup-actions.js';
import type { ResultSet } from './result-sets.js';

/** AAA codes that may stand at the payer's level, and their texts. */
const PAYER_CODES: readonly string[] = ['04', '41', '42', '79', '80', 'T4'];
/** Of what no payer was asked, or none has answered so that it may be passed on. */
const UNABLE: RejectError = {
  code: '42',
  description: 'Unable to Respond at Current Time',
  followupAction: CORRECT,
  location: '2100A',
};
const TOO_MANY: RejectError = {
  code: '04',
  description: 'Authorized Quantity Exceeded',
  followupAction: CORRECT,
  location: '2100A',
};

/**
 * The 271 that says of a 270 why it has no payer's answer: by an AAA of the payer's level, under the BHT03 and the TRN of the question, and with
 * the names in it. Of a 270 about several patients it has the first. What a payer has said, and may not be passed on as it came, is said anew.
 */
export async function ownAnswer(
  codecs: EligibilityEngine,
  { question, told, errors }: ResultSet,
  now: number,
): Promise<TransactionInput> {
  const { interchanges } = await codecs.engine.parse(question);
  const [interchange] = interchanges;
  const set = interchange?.groups[0]?.transactions[0];
  if (interchange === undefined || set === undefined) throw new Error('A check of a file has no 270.');
  const [decoded, ...others] = codecs.requests.decode(set.data);
  const { request, traces } = decoded ?? { request: undefined, traces: [] };
  const aaaErrors = others.length > 0 ? [TOO_MANY] : payerErrors(errors);
  const response: EligibilityResponse = {
    ...(told === undefined ? { ...about(request), errors: aaaErrors } : told),
    meta: { traceId: request?.submitterTransactionIdentifier },
    payer: {
      ...told?.payer,
      entityIdentifier: 'Payer',
      entityType: 'Non-Person Entity',
      // As it was asked: the sender knows the payer by that.
      name: request?.tradingPartnerName ?? told?.payer?.name,
      payorIdentification: request?.tradingPartnerServiceId,
      ...(told === undefined ? { aaaErrors } : {}),
    },
    subscriberTraceNumbers: traces.map((trace) => ({ traceTypeCode: '2', ...trace })),
  };
  const { date, time } = localMoment(now);
  const created = { date: date.replaceAll('-', ''), time };
  const { document } = codecs.responses.encode(response, { created });
  const made = document.interchanges[0]?.groups[0]?.transactions[0];
  if (made === undefined) throw new Error('An answer was encoded without its set.');
  return made;
}

/** Errors that may be said of the payer; others name places of a request that their reader has not made. */
function payerErrors(errors: readonly RejectError[]): readonly RejectError[] {
  const fitting = errors.filter(({ code }) => code !== undefined && PAYER_CODES.includes(code));
  return fitting.length > 0 ? fitting : [UNABLE];
}

type About = Pick<EligibilityResponse, 'provider' | 'subscriber' | 'dependents'>;

/** Who asked, and about whom. */
function about(request: EligibilityRequest | undefined): About {
  if (request === undefined) return { dependents: [] };
  const { provider, subscriber, dependents = [] } = request;
  const [dependent] = dependents;
  return {
    provider: asProvider(provider),
    subscriber: { entityIdentifier: 'Insured or Subscriber', entityType: 'Person', ...known(subscriber) },
    dependents:
      dependent === undefined ? [] : [{ entityIdentifier: 'Dependent', entityType: 'Person', ...known(dependent) }],
  };
}

type Person = EligibilityRequest['subscriber'];

function known({ memberId, firstName, middleName, lastName, suffix, dateOfBirth, gender }: Person) {
  return { memberId, firstName, middleName, lastName, suffix, dateOfBirth, gender };
}

function asProvider(provider: RequestProvider): EligibilityResponse['provider'] {
  const { organizationName, lastName, firstName, npi, taxId, ssn, payorId } = provider;
  const { serviceProviderNumber, pharmacyProcessorNumber } = provider;
  return {
    entityIdentifier: 'Provider',
    entityType: organizationName === undefined && lastName !== undefined ? 'Person' : 'Non-Person Entity',
    providerName: organizationName ?? lastName,
    providerFirstName: firstName,
    ...{ npi, ssn, federalTaxpayersIdNumber: taxId, payorIdentification: payorId },
    ...{ serviceProviderNumber, pharmacyProcessorNumber },
  };
}
