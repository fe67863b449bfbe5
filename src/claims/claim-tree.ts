import { isObject } from '../mapping/occurrences.js';
import type { JsonObject } from '../model/json.js';
import type { ClaimShape } from './claim-type.js';
import { withContact, withContactInformation } from './moves/contact-numbers.js';
import { objectIn, objectsIn, only, without } from './moves/json-parts.js';
import { withDates, withPeriods } from './moves/periods.js';

// A request is flat; an 837 is a tree of provider, subscriber, patient and claim. Only JSON is moved here, no segments.

/** What a request leaves to whoever sends it. */
export interface TreeOptions {
  /** BHT03. */
  readonly transactionId: string;
  /** BHT04, CCYYMMDD. */
  readonly date: string;
  /** BHT05, HHMM. */
  readonly time: string;
}

/** A claim found in a set: as the request that would make it, and where it stands. */
export interface FoundClaim {
  readonly request: JsonObject;
  readonly transactionId: string | undefined;
  /** BHT02: 00 original, 18 reissue. */
  readonly purpose: string | undefined;
  readonly place: ClaimPlace;
}

/** From 0: the provider in the set, the subscriber there, the dependent there if the claim is theirs, and the claim there. */
export interface ClaimPlace {
  readonly billing: number;
  readonly subscriber: number;
  readonly dependent?: number;
  readonly claim: number;
}

const PAYER = ['tradingPartnerServiceId', 'tradingPartnerName', 'payerAddress', 'tradingPartnerSecondaryIdentifiers'];
/** Of the claim in the JSON, of the patient in the set. */
const PATIENT = ['deathDate', 'patientWeight', 'pregnancyIndicator', 'propertyCasualtyClaimNumber'];
/** Of who bills in the JSON, of the payer in the set. */
const PAYERS_NUMBERS = ['commercialNumber', 'locationNumber'];

/** The tree of one request. */
export function treeOf(given: JsonObject, shape: ClaimShape, options: TreeOptions): JsonObject {
  const request = shape.before?.(given) ?? given;
  const information = objectIn(request.claimInformation);
  const claim = claimOf(request, information, shape);
  const billing = objectIn(request.billing);
  const patient = only(information, PATIENT);
  const subscriber = objectIn(request.subscriber);
  const around = {
    ...only(request, PAYER),
    ...only(information, ['claimFilingCode']),
    billing: only(billing, PAYERS_NUMBERS),
  };
  const receiver = objectIn(request.receiver);
  return {
    purpose: '00',
    ...options,
    ...only(request, ['claimIdentifier']),
    submitter: withContact(objectIn(request.submitter)),
    receiver: { ...receiver, id: receiver.receiverId ?? receiver.taxId ?? request.tradingPartnerServiceId ?? '' },
    billings: [
      {
        billing: withContact(without(billing, PAYERS_NUMBERS)),
        ...only(request, shape.payTo),
        subscribers: [
          request.dependent === undefined
            ? { ...around, subscriber: { ...subscriber, relationship: '18' }, patient, claims: [claim] }
            : {
                ...around,
                subscriber,
                dependents: [{ dependent: objectIn(request.dependent), patient, claims: [claim] }],
              },
        ],
      },
    ],
  };
}

function claimOf(request: JsonObject, information: JsonObject, shape: ClaimShape): JsonObject {
  const own = without(information, ['claimFilingCode', ...PATIENT]);
  const serviceLines = objectsIn(information.serviceLines).map((line, at) => lineOf(line, at, shape));
  const { otherSubscriberInformation: other } = own;
  const others = isObject(other) ? { otherSubscriberInformation: [other] } : {};
  return { ...withPeriods(own, shape.periods.claim), ...others, ...only(request, shape.providers), serviceLines };
}

function lineOf(line: JsonObject, at: number, shape: ClaimShape): JsonObject {
  const dated = withPeriods(line, shape.periods.line);
  const moved = dated === line ? { ...line } : dated;
  moved.assignedNumber = String(at + 1);
  if (line.orderingProvider !== undefined) moved.orderingProvider = withContact(objectIn(line.orderingProvider));
  return moved;
}

/** The claims of a tree, in its order. */
export function claimsOf(tree: JsonObject, shape: ClaimShape): readonly FoundClaim[] {
  const { transactionId, purpose, submitter, receiver } = tree;
  const { id, ...named } = objectIn(receiver);
  const top = {
    ...only(tree, ['claimIdentifier']),
    ...(submitter === undefined ? {} : { submitter: withContactInformation(objectIn(submitter)) }),
    ...(receiver === undefined ? {} : { receiver: named }),
  };
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const told = { transactionId: text(transactionId), purpose: text(purpose) };
  return objectsIn(tree.billings).flatMap((one, billing) =>
    claimsOfProvider(one, shape).map(({ request, place }) => {
      const whole = { ...top, ...request };
      const found = withReceiver(whole, id, shape);
      return { request: shape.after?.(found) ?? found, ...told, place: { billing, ...place } };
    }),
  );
}

type Found = { readonly request: JsonObject; readonly place: Omit<ClaimPlace, 'billing'> };

function claimsOfProvider(one: JsonObject, shape: ClaimShape): readonly Found[] {
  const payTo = only(one, shape.payTo);
  const provider = withContactInformation(objectIn(one.billing));
  return objectsIn(one.subscribers).flatMap((entry, subscriber) => {
    const around = { ...only(entry, PAYER), billing: { ...provider, ...objectIn(entry.billing) }, ...payTo };
    const person = { subscriber: without(objectIn(entry.subscriber), ['relationship']) };
    const filing = only(entry, ['claimFilingCode']);
    const own = objectsIn(entry.claims).map(
      (claim, at): Found => ({
        request: { ...around, ...person, ...requestParts(claim, { ...filing, ...objectIn(entry.patient) }, shape) },
        place: { subscriber, claim: at },
      }),
    );
    const others = objectsIn(entry.dependents).flatMap((below, dependent) =>
      objectsIn(below.claims).map(
        (claim, at): Found => ({
          request: {
            ...around,
            ...person,
            dependent: objectIn(below.dependent),
            ...requestParts(claim, { ...filing, ...objectIn(below.patient) }, shape),
          },
          place: { subscriber, dependent, claim: at },
        }),
      ),
    );
    return [...own, ...others];
  });
}

function requestParts(claim: JsonObject, more: JsonObject, shape: ClaimShape): JsonObject {
  const own = withDates(without(claim, [...shape.providers, 'serviceLines']), shape.periods.claim);
  const serviceLines = objectsIn(claim.serviceLines).map((line) => requestLine(line, shape));
  return { ...only(claim, shape.providers), claimInformation: { ...more, ...own, serviceLines } };
}

function requestLine(line: JsonObject, shape: ClaimShape): JsonObject {
  const { assignedNumber: _, orderingProvider, ...rest } = withDates(line, shape.periods.line);
  return orderingProvider === undefined
    ? rest
    : { ...rest, orderingProvider: withContactInformation(objectIn(orderingProvider)) };
}

/** Receivers that ask for a claim on paper. */
const PRINTED: ReadonlySet<string> = new Set(['BPUMR', 'PAPER', 'PRINT']);

/** An id of the receiver that is not the payer's was given. */
function withReceiver(request: JsonObject, id: unknown, shape: ClaimShape): JsonObject {
  if (typeof id !== 'string' || id === request.tradingPartnerServiceId) return request;
  const name = shape.type === 'institutional' && !PRINTED.has(id) ? 'taxId' : 'receiverId';
  return { ...request, receiver: { ...objectIn(request.receiver), [name]: id } };
}
