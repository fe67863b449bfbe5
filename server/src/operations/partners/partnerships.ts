import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { demandFilename } from '../../resources/filenames/demand-filename.js';
import {
  createPartnership,
  deletePartnership,
  findPartnership,
  findPartnershipByInterchanges,
  listPartnerships,
  updatePartnership,
} from '../../resources/partnerships/rows.js';
import {
  NewPartnership,
  Partnership,
  PartnershipSummary,
  PartnershipUpdate,
} from '../../resources/partnerships/schemas.js';
import { showPartnership } from '../../resources/partnerships/shown.js';
import { InterchangeIdentifier } from '../../resources/profiles/schemas.js';
import { PartnershipParams } from '../../schemas/ids.js';
import { PAGED, PageOf } from '../../schemas/pages.js';
import { closed, Nothing } from '../../schemas/shapes.js';
import { listRoute, route } from '../route.js';

/** Both sides as an interchange names them; which of them sends does not matter here. */
const ByInterchanges = Type.Object(
  { localInterchangeIdentifier: InterchangeIdentifier, partnerInterchangeIdentifier: InterchangeIdentifier },
  closed,
);

/** Where the expression for the names of acknowledgment files stands in a body. */
const ACK_FILENAME = '/ackConfiguration/connection/filename';

/**
 * 409 where the two profiles have a partnership: what is received must find one. The expression for names of acknowledgment files is
 * checked in the worker before the transaction, which must not wait for it.
 */
const createPartnershipRoute = route({
  operation: 'CreateX12Partnership',
  family: 'partners',
  method: 'POST',
  path: '/x12/partnerships',
  summary: 'Create a partnership of two profiles',
  description: 'A 409 where the two profiles have one already: what is received must find one.',
  schemas: { body: NewPartnership, response: { 201: Partnership } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'create', objectKind: 'partnership' },
  handle: async (call) => {
    const { services, caller, body } = call;
    await demandFilename(services, caller.accountId, body.ackConfiguration?.connection?.filename, ACK_FILENAME);
    return call.commit(async (queries) => {
      const row = await createPartnership(queries, services.clock, body);
      return { status: 201, body: await showPartnership(queries, row), objectId: row.partnership_id };
    });
  },
});

/** Without settings and profiles, which can be many; with the number of connections. */
const listPartnershipsRoute = listRoute({
  operation: 'ListX12Partnerships',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships',
  summary: 'List partnerships, oldest first',
  schemas: { response: { 200: PageOf(PartnershipSummary) } },
  paged: PAGED,
  list: (call) => call.read((queries) => listPartnerships(queries, call.page)),
});

/** With all that a client needs to send and receive: profiles, and settings of both directions. */
const getPartnershipRoute = route({
  operation: 'GetX12Partnership',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships/:partnershipId',
  summary: 'Get a partnership with its profiles and transaction settings',
  schemas: { params: PartnershipParams, response: { 200: Partnership } },
  handle: async (call) => ({
    body: await call.read(async (queries) =>
      showPartnership(queries, await findPartnership(queries, call.params.partnershipId)),
    ),
  }),
});

/**
 * Replaces: what is absent is taken away, so that a partnership can lose its acknowledgments. Id and profiles may be sent back as they
 * are, and do not change.
 */
const updatePartnershipRoute = route({
  operation: 'UpdateX12Partnership',
  family: 'partners',
  method: 'PUT',
  path: '/x12/partnerships/:partnershipId',
  summary: 'Replace the terms of a partnership',
  description: 'What is left out is taken away. Id and profiles may be sent back as they are, and cannot change.',
  schemas: { params: PartnershipParams, body: PartnershipUpdate, response: { 200: Partnership } },
  keys: 'live',
  audit: { action: 'update', objectKind: 'partnership', objectParam: 'partnershipId' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    await demandFilename(services, caller.accountId, body.ackConfiguration?.connection?.filename, ACK_FILENAME);
    return call.commit(async (queries) => {
      const row = await updatePartnership(queries, services.clock, params.partnershipId, body);
      return { body: await showPartnership(queries, row) };
    });
  },
});

/** 409 while it has settings or connections, with those in `errors`: nothing is deleted along with it. */
const deletePartnershipRoute = route({
  operation: 'DeleteX12Partnership',
  family: 'partners',
  method: 'DELETE',
  path: '/x12/partnerships/:partnershipId',
  summary: 'Delete a partnership that has no settings and no connections',
  description: 'A 409 names what it still has: nothing is deleted along with it.',
  schemas: { params: PartnershipParams, response: { 204: Nothing } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'delete', objectKind: 'partnership', objectParam: 'partnershipId' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deletePartnership(queries, call.params.partnershipId);
      return { status: 204, body: undefined };
    }),
});

/** POST as clients know it; it changes nothing, so that a key that may read is enough. */
const getPartnershipByInterchangesRoute = route({
  operation: 'GetX12PartnershipByInterchanges',
  family: 'partners',
  method: 'POST',
  path: '/x12/get-partnership-by-interchanges',
  summary: 'Find the partnership of two interchange ids',
  scope: 'partners:read',
  schemas: { body: ByInterchanges, response: { 200: Partnership } },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const { localInterchangeIdentifier: local, partnerInterchangeIdentifier: partner } = call.body;
      return showPartnership(queries, await findPartnershipByInterchanges(queries, local, partner));
    }),
  }),
});

/** What a local profile and a partner's have agreed on. */
export const partnershipRoutes: readonly AnyRoute[] = [
  createPartnershipRoute,
  listPartnershipsRoute,
  getPartnershipRoute,
  updatePartnershipRoute,
  deletePartnershipRoute,
  getPartnershipByInterchangesRoute,
];
