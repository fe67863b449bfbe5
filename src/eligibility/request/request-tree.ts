import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import { encounterOf, inquiriesOf, objectsIn, type ServiceTypes } from './inquiries.js';

// A request is flat; a 270 is a tree of payer, provider, subscriber and dependent. Only JSON is moved here, no segments.

/** What a request leaves to whoever sends it. */
export interface TreeOptions {
  readonly submitterTransactionIdentifier: string;
  readonly date: string;
  readonly time: string;
  readonly serviceTypes: ServiceTypes;
  /** TRN of the patient. */
  readonly traces: readonly JsonObject[];
}

/** A request with what is known only from the set around it. */
export interface FoundRequest {
  readonly request: JsonObject;
  readonly traces: readonly JsonObject[];
}

/** The tree of one request: traces and inquiries hang at the patient. */
export function treeOf(request: JsonObject, options: TreeOptions): JsonObject {
  const subscriber = objectIn(request.subscriber);
  const dependent = objectsIn(request.dependents)[0];
  const { traces } = options;
  const inquiries = inquiriesOf(objectIn(request.encounter), options.serviceTypes);
  const subscribers = [
    dependent === undefined
      ? { subscriber, traces, inquiries }
      : { subscriber, dependents: [{ ...dependent, traces, inquiries }] },
  ];
  const receiver = only(request, ['provider', 'portalUsername', 'portalPassword']);
  const { informationReceiverName } = request;
  if (informationReceiverName !== undefined)
    receiver.informationReceiverName = informationReceiver(
      objectIn(informationReceiverName),
      objectIn(request.provider),
    );
  receiver.subscribers = subscribers;
  const { tradingPartnerServiceId = '', tradingPartnerName = tradingPartnerServiceId } = request;
  const spendDown = subscriber.spendDownAmount ?? subscriber.spendDownTotalBilledAmount;
  const tree: JsonObject = {
    submitterTransactionIdentifier: options.submitterTransactionIdentifier,
    date: options.date,
    time: options.time,
  };
  if (spendDown !== undefined) tree.spendDown = spendDown;
  tree.sources = [{ tradingPartnerServiceId, tradingPartnerName, receivers: [receiver] }];
  return tree;
}

/** The requests of a tree, in its order: one for each patient. */
export function requestsOf(tree: JsonObject): readonly FoundRequest[] {
  const top = only(tree, ['submitterTransactionIdentifier']);
  return objectsIn(tree.sources).flatMap(({ receivers, ...source }) =>
    objectsIn(receivers).flatMap(({ subscribers, ...receiver }) =>
      objectsIn(subscribers).flatMap((one) => patientsOf({ ...source, ...top, ...receiver }, one)),
    ),
  );
}

// A subscriber is a patient when something is asked about them, or nobody hangs below.
function patientsOf(around: JsonObject, one: JsonObject): readonly FoundRequest[] {
  const { subscriber = {}, traces, inquiries, dependents } = one;
  const found = objectsIn(dependents).map(({ traces, inquiries, ...dependent }) => ({
    request: { ...around, subscriber, dependents: [dependent], ...encounterIn(objectsIn(inquiries)) },
    traces: objectsIn(traces),
  }));
  if (found.length > 0 && inquiries === undefined) return found;
  const own = { request: { ...around, subscriber, ...encounterIn(objectsIn(inquiries)) }, traces: objectsIn(traces) };
  return [own, ...found];
}

function encounterIn(inquiries: readonly JsonObject[]): JsonObject {
  return inquiries.length === 0 ? {} : { encounter: encounterOf(inquiries) };
}

// Addresses are not mixed: the provider's own counts whole.
function informationReceiver(receiver: JsonObject, provider: JsonObject): JsonObject {
  const { address, ...rest } = receiver;
  const isOwn = provider.address !== undefined || address === undefined;
  return isOwn ? rest : { ...rest, address };
}

function only(object: JsonObject, names: readonly string[]): JsonObject {
  const result: JsonObject = {};
  for (const name of names) {
    const value = object[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function objectIn(value: JsonObject[string] | undefined): JsonObject {
  return isObject(value) ? value : {};
}
