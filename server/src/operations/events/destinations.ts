import Type from 'typebox';
import type { Caller } from '../../caller.js';
import { isoTime } from '../../clock.js';
import type { Services } from '../../exchange/services.js';
import type { AnyRoute } from '../../gateway/route.js';
import { reachWarnings } from '../../resources/connections/host-warnings.js';
import { leadsToFunction } from '../../resources/destinations/function-target.js';
import {
  createDestination,
  deleteDestination,
  findDestination,
  listDestinations,
  rotateSecret,
  updateDestination,
} from '../../resources/destinations/rows.js';
import {
  CreatedDestination,
  Destination,
  DestinationId,
  DestinationSecret,
  DestinationStatus,
  DestinationUpdate,
  MOST_DESTINATIONS,
  NewDestination,
  SecretRotation,
} from '../../resources/destinations/schemas.js';
import { showDestination } from '../../resources/destinations/shown.js';
import { secretsOf } from '../../resources/destinations/signing-secrets.js';
import { pingDestination } from '../../resources/events/ping.js';
import { AskedEventType, EventId } from '../../resources/events/schemas.js';
import { PAGED, PageOf } from '../../schemas/pages.js';
import { Nothing } from '../../schemas/shapes.js';
import { mapPage } from '../../store/page.js';
import { listRoute, route } from '../route.js';

const DestinationParams = Type.Object({ destinationId: DestinationId });
const family = 'events';

const createDestinationRoute = route({
  operation: 'EventDestinationsCreateDestination',
  family,
  method: 'POST',
  path: '/destinations',
  summary: 'Create a destination that events are sent to',
  description: `Test keys make destinations of test events, live keys those of all others. An account has at most ${MOST_DESTINATIONS}: one more is a 403 \`LimitExceeded\`. The answer has the secret that webhooks are signed with.`,
  schemas: { body: NewDestination, response: { 201: CreatedDestination } },
  idempotent: true,
  answersSecret: true,
  audit: { action: 'create', objectKind: 'destination' },
  handle: async (call) => {
    const warnings = await warningsOf(call, call.body);
    return call.commit(async (queries) => {
      const { row, secret } = await createDestination(call.services, queries, call.caller, call.body);
      const body = { ...showDestination(row), signingSecret: secret, ...warnings };
      return { status: 201, body, objectId: row.id };
    });
  },
});

/** Before the commit, as it asks the resolver. What is no address is refused there. */
async function warningsOf(
  { services, caller }: { readonly services: Pick<Services, 'outgoing'>; readonly caller: Caller },
  { destinationUrl = '' }: DestinationUpdate,
): Promise<object> {
  if (!URL.canParse(destinationUrl) || leadsToFunction(destinationUrl)) return {};
  const place = { host: new URL(destinationUrl).hostname, pointer: '/destinationUrl' };
  const warnings = await reachWarnings(services.outgoing.forAccount(caller.accountId), place);
  return warnings.length === 0 ? {} : { warnings };
}

/** Test keys see those of test events. */
const listDestinationsRoute = listRoute({
  operation: 'EventDestinationsListDestinations',
  family,
  method: 'GET',
  path: '/destinations',
  summary: 'List destinations, oldest first',
  schemas: {
    query: Type.Object({
      status: Type.Optional(DestinationStatus),
      eventType: Type.Optional(AskedEventType),
    }),
    response: { 200: PageOf(Destination) },
  },
  paged: PAGED,
  list: async (call) => {
    const page = await call.read((queries) => listDestinations(queries, call.caller, call.query, call.page));
    return mapPage(page, showDestination);
  },
});

const getDestinationRoute = route({
  operation: 'EventDestinationsGetDestination',
  family,
  method: 'GET',
  path: '/destinations/:destinationId',
  summary: 'Get a destination',
  schemas: { params: DestinationParams, response: { 200: Destination } },
  handle: async (call) => ({
    body: showDestination(
      await call.read((queries) => findDestination(queries, call.caller, call.params.destinationId)),
    ),
  }),
});

/** POST as clients know it: what is left out stays. */
const updateDestinationRoute = route({
  operation: 'EventDestinationsUpdateDestination',
  family,
  method: 'POST',
  path: '/destinations/:destinationId',
  summary: 'Change a destination, switch it on or off',
  description:
    'What is left out stays. Once a destination is enabled it is sent what has waited for that: what was on its way when it was disabled, and, if it was the server that has disabled it, all that has happened since, for 30 days. One that you disable gets nothing of what happens meanwhile.',
  schemas: { params: DestinationParams, body: DestinationUpdate, response: { 200: Destination } },
  idempotent: true,
  audit: { action: 'update', objectKind: 'destination', objectParam: 'destinationId' },
  handle: async (call) => {
    const { services, caller, params, body: given } = call;
    const warnings = await warningsOf(call, given);
    return call.commit(async (queries) => {
      const row = await updateDestination(services, queries, caller, { id: params.destinationId, given });
      return { body: { ...showDestination(row), ...warnings } };
    });
  },
});

const deleteDestinationRoute = route({
  operation: 'EventDestinationsDeleteDestination',
  family,
  method: 'DELETE',
  path: '/destinations/:destinationId',
  summary: 'Delete a destination',
  description: 'What is on its way to it is not sent any more.',
  schemas: { params: DestinationParams, response: { 204: Nothing } },
  idempotent: true,
  audit: { action: 'delete', objectKind: 'destination', objectParam: 'destinationId' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteDestination(call.services, queries, call.caller, call.params.destinationId);
      return { status: 204, body: undefined };
    }),
});

/** Whoever has the secret can send what looks like ours: a key that may only read does not get it. */
const getSecretRoute = route({
  operation: 'EventDestinationsGetDestinationSecret',
  family,
  method: 'GET',
  path: '/destinations/:destinationId/secret',
  summary: 'Get the secret that webhooks to a destination are signed with',
  description: 'Whoever has it can send what looks like a webhook of ours, so a key needs `events:write`.',
  scope: 'events:write',
  schemas: { params: DestinationParams, response: { 200: DestinationSecret } },
  audit: { action: 'read', objectKind: 'destination-secret', objectParam: 'destinationId' },
  handle: async (call) => {
    const { secrets, clock } = call.services;
    const now = clock.now();
    const { until, current } = await call.read(async (queries) => {
      const row = await findDestination(queries, call.caller, call.params.destinationId);
      return { until: row.previous_secret_until, ...(await secretsOf(secrets, queries, row, now)) };
    });
    return { body: shownSecret(current, until !== null && until > now ? until : undefined) };
  },
});

const rotateSecretRoute = route({
  operation: 'EventDestinationsRotateDestinationSecret',
  family,
  method: 'POST',
  path: '/destinations/:destinationId/secret/rotate',
  summary: 'Replace the secret that webhooks to a destination are signed with',
  description:
    'Until the one before has expired each webhook has two signatures, so that a receiver may change over at any time; meanwhile another exchange is a 409.',
  schemas: {
    params: DestinationParams,
    body: Type.Optional(SecretRotation),
    response: { 200: DestinationSecret },
  },
  idempotent: true,
  answersSecret: true,
  problems: ['conflict'],
  audit: { action: 'rotate', objectKind: 'destination-secret', objectParam: 'destinationId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { services, caller, params, body: given = {} } = call;
      const rotated = await rotateSecret(services, queries, caller, { id: params.destinationId, given });
      return { body: shownSecret(rotated.secret, rotated.previousUntil) };
    }),
});

const pingRoute = route({
  operation: 'PingDestination',
  family,
  method: 'POST',
  path: '/destinations/:destinationId/ping',
  summary: 'Send a destination a test',
  description:
    'An event `event.ping`, whatever the destination asks for; GetEvent says what has become of it. A destination that is disabled is a 409.',
  schemas: {
    params: DestinationParams,
    response: {
      200: Type.Object({ eventId: EventId }, { title: 'Ping', description: 'The event, which is sent.' }),
    },
  },
  idempotent: true,
  problems: ['conflict'],
  audit: { action: 'ping', objectKind: 'destination', objectParam: 'destinationId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { services, caller, params } = call;
      return { body: { eventId: await pingDestination(services, queries, caller, params.destinationId) } };
    }),
});

function shownSecret(signingSecret: string, previousUntil: number | undefined): DestinationSecret {
  return {
    signingSecret,
    ...(previousUntil === undefined ? {} : { previousSecretExpiresAt: isoTime(previousUntil) }),
  };
}

/** Where events are sent to. */
export const destinationRoutes: readonly AnyRoute[] = [
  createDestinationRoute,
  listDestinationsRoute,
  getDestinationRoute,
  updateDestinationRoute,
  deleteDestinationRoute,
  getSecretRoute,
  rotateSecretRoute,
  pingRoute,
];
