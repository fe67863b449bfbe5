import { createEngine } from 'ediloom';
import { createRequestCodec, createResponseCodec, type EligibilityResponse } from 'ediloom/eligibility';
import { loadGuide } from 'ediloom/guides';
import type {
  FileExchange,
  FileReply,
  PayerExchange,
  PayerQuestion,
  PayerReply,
  ServingRoute,
} from '../../src/exchange/payer-routes/payer-exchange.js';
import { none } from '../../src/exchange/payer-routes/replies.js';
import type { Store } from '../../src/store/store.js';

/** A patient who is nobody. */
export const PATIENT = {
  memberId: 'KANARIE0001',
  firstName: 'QUILLA',
  lastName: 'KANARIEVOGEL',
  dateOfBirth: '19310207',
} as const;

export const CHECK = {
  tradingPartnerServiceId: '00042',
  externalPatientId: 'kanarie-patient-7',
  provider: { organizationName: 'LAKE CLINIC', npi: '1999999984' },
  subscriber: PATIENT,
  encounter: { serviceTypeCodes: ['30'] },
} as const;

/** A 270 of a sender's own, about the same. */
export const RAW_CHECK =
  'ISA*00*          *00*          *30*DOCTOR         *01*ANYBODY        *260115*1200*^*00501*000000905*0*P*>~GS*HS*DOCAPP*ANYAPP*20260115*1200*905*X*005010X279A1~' +
  'ST*270*4321*005010X279A1~BHT*0022*13*MY-TRACE-1*20260115*1200~HL*1**20*1~NM1*PR*2*WHOEVER*****PI*00042~HL*2*1*21*1~NM1*1P*2*LAKE CLINIC*****XX*1999999984~HL*3*2*22*0~TRN*1*MY-TRN*9DOCTOR000~' +
  'NM1*IL*1*KANARIEVOGEL*QUILLA****MI*KANARIE0001~DMG*D8*19310207~EQ*30~SE*12*4321~GE*1*905~IEA*1*000000905~';

export const ROUTE: ServingRoute = {
  routeId: 'route-1',
  version: 1,
  name: 'upstream',
  kind: 'x12-post',
  sender: { qualifier: 'ZZ', id: 'CLEARING' },
  receiver: { qualifier: 'ZZ', id: 'UPSTREAM' },
  applicationSender: 'CLEARAPP',
  applicationReceiver: 'UPAPP',
  traceOriginator: '9CLEARING0',
  serviceTypes: 'together',
  payerId: 'UP42',
  payerName: 'LAKE HEALTH',
  dependents: true,
  answerMs: 60_000,
};

/** Writes payers into an empty store, as an import does. */
export async function insertPayers(
  store: Store,
  payers: readonly {
    readonly id: string;
    readonly primary: string;
    readonly aliases?: readonly string[];
    readonly usOnly?: boolean;
    readonly support?: 'SUPPORTED' | 'ENROLLMENT_REQUIRED';
    /** Other transactions that it takes. */
    readonly takes?: readonly string[];
  }[],
): Promise<void> {
  await store.write(async (tx) => {
    for (const { id, primary, aliases = [], usOnly = false, support = 'SUPPORTED', takes = [] } of payers) {
      await tx
        .insertInto('payers')
        .values({
          ...{ id, display_name: `Payer ${id}`, primary_payer_id: primary, details: '{}', enrollment_policy: 'warn' },
          transaction_support: JSON.stringify({
            eligibilityCheck: support,
            ...Object.fromEntries(takes.map((name) => [name, support])),
          }),
          us_only: usOnly ? 1 : 0,
          ...{ created_at: 0, updated_at: 0 },
        })
        .execute();
      const ids = [
        { text: primary, kind: 'primary' as const },
        ...aliases.map((text) => ({ text, kind: 'alias' as const })),
      ];
      await tx
        .insertInto('payer_ids')
        .values(ids.map((one) => ({ ...one, payer_id: id })))
        .execute();
    }
  });
}

/** Routes that do what a test says. */
export function fakeExchange(
  routes: readonly ServingRoute[],
  ask: (question: PayerQuestion, route: ServingRoute) => Promise<PayerReply> | PayerReply,
  exchange: (step: FileExchange) => Promise<FileReply> | FileReply = () => none('refused', false),
): PayerExchange {
  return {
    serving: async () => routes,
    ask: async (route, question) => ask(question, route),
    exchange: async (_, step) => exchange(step),
    check: async () => ({ ok: true, text: '' }),
    hasRoomForBatch: async () => true,
    batchPlaces: () => 20,
    figures: () => undefined,
    close: async () => {},
  };
}

const guides = await Promise.all(['270-005010X279A1', '271-005010X279A1'].map(loadGuide));
const engine = createEngine({ guides });
const [question, answer] = guides;
if (question === undefined || answer === undefined) throw new Error('The guides are missing.');
const requests = createRequestCodec(question);
const responses = createResponseCodec(answer);

/** Answers a 270 as a payer does, with changes. */
export async function answerTo(
  x12: Uint8Array,
  change: (answer: EligibilityResponse) => EligibilityResponse = (same) => same,
): Promise<Uint8Array> {
  const { interchanges } = await engine.parse(x12);
  const [interchange] = interchanges;
  const set = interchange?.groups[0]?.transactions[0];
  if (interchange === undefined || set === undefined) throw new Error('There is no 270 in it.');
  const [decoded] = requests.decode(set.data);
  if (decoded === undefined) throw new Error('It asks about nobody.');
  const { request, traces } = decoded;
  const { subscriber, provider } = request;
  const response: EligibilityResponse = change({
    meta: { traceId: request.submitterTransactionIdentifier },
    payer: {
      entityIdentifier: 'Payer',
      entityType: 'Non-Person Entity',
      name: 'LAKE HEALTH',
      payorIdentification: 'UP42',
    },
    provider: { entityIdentifier: 'Provider', providerName: provider.organizationName, npi: provider.npi },
    subscriber: { ...subscriber, entityIdentifier: 'Insured or Subscriber' } as EligibilityResponse['subscriber'],
    dependents: [],
    subscriberTraceNumbers: traces.map((trace) => ({ traceTypeCode: '2', ...trace })),
    benefitsInformation: [{ code: '1', serviceTypeCodes: ['30'] }] as EligibilityResponse['benefitsInformation'],
    errors: [],
  });
  const { document } = responses.encode(response, {
    created: { date: '20260115', time: '12:00' },
    interchange: {
      senderQualifier: interchange.header.receiverQualifier,
      senderId: interchange.header.receiverId,
      receiverQualifier: interchange.header.senderQualifier,
      receiverId: interchange.header.senderId,
      controlNumber: '000000077',
    },
  });
  return engine.generate(document, { findings: 'report' }).bytes;
}
