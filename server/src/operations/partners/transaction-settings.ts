import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { demandFilename } from '../../resources/filenames/demand-filename.js';
import { filenameOf } from '../../resources/transaction-settings/changing-columns.js';
import { deleteSetting, findSetting } from '../../resources/transaction-settings/rows.js';
import {
  InboundSetting,
  InboundSettingUpdate,
  NewInboundSetting,
  NewOutboundSetting,
  OutboundSetting,
} from '../../resources/transaction-settings/schemas.js';
import { showInbound, showOneOutbound } from '../../resources/transaction-settings/shown.js';
import {
  createInbound,
  createOutbound,
  demandSameId,
  settingContext,
  updateInbound,
  updateOutbound,
} from '../../resources/transaction-settings/write-setting.js';
import { PartnershipId, PartnershipParams, SettingId } from '../../schemas/ids.js';
import { Nothing } from '../../schemas/shapes.js';
import { route } from '../route.js';

// Each direction is a list of its own below the partnership; `GET` of the partnership shows both.
const INBOUND = '/x12/partnerships/:partnershipId/inbound-transactions';
const OUTBOUND = '/x12/partnerships/:partnershipId/outbound-transactions';

/** Ids of inbound settings are the server's: what is received finds its setting by set, release and application ids. */
const InboundParams = Type.Object({ partnershipId: PartnershipId, inboundX12TransactionSettingsId: SettingId });
/** Ids of outbound settings are the client's, if it likes: requests that send name them. */
const OutboundParams = Type.Object({ partnershipId: PartnershipId, outboundX12TransactionSettingsId: SettingId });

/**
 * 409 where the partnership has an inbound setting for the same groups. The list of the engine's guides is read before the
 * transaction, which must not wait for files.
 */
const createInboundRoute = route({
  operation: 'CreateInboundX12TransactionSettings',
  family: 'partners',
  method: 'POST',
  path: INBOUND,
  summary: 'Add a transaction set that the partnership receives',
  description: [
    'ST01 and GS08 of what comes in name it; where settings name application ids, GS02 and GS03 do, too, and the one that names most is chosen.',
    'A 409 where the partnership has one for the same groups.',
  ].join(' '),
  schemas: { params: PartnershipParams, body: NewInboundSetting, response: { 201: InboundSetting } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'create', objectKind: 'inbound-transaction-setting' },
  handle: async (call) => {
    const context = await settingContext(call.services, call.params.partnershipId);
    return call.commit(async (queries) => {
      const row = await createInbound(queries, context, call.body);
      return { status: 201, body: showInbound(row), objectId: row.id };
    });
  },
});

/** A received set finds it by itself; this is for who wants to look. */
const getInboundRoute = route({
  operation: 'GetInboundX12TransactionSettings',
  family: 'partners',
  method: 'GET',
  path: `${INBOUND}/:inboundX12TransactionSettingsId`,
  summary: 'Get an inbound transaction setting',
  schemas: { params: InboundParams, response: { 200: InboundSetting } },
  handle: async (call) => {
    const { partnershipId, inboundX12TransactionSettingsId: id } = call.params;
    return { body: showInbound(await call.read((queries) => findSetting(queries, partnershipId, 'inbound', id))) };
  },
});

/** Replaces: what is absent is taken away. */
const updateInboundRoute = route({
  operation: 'UpdateInboundX12TransactionSettings',
  family: 'partners',
  method: 'PUT',
  path: `${INBOUND}/:inboundX12TransactionSettingsId`,
  summary: 'Replace an inbound transaction setting',
  description: 'What is left out is taken away.',
  schemas: { params: InboundParams, body: InboundSettingUpdate, response: { 200: InboundSetting } },
  keys: 'live',
  problems: ['conflict'],
  audit: {
    action: 'update',
    objectKind: 'inbound-transaction-setting',
    objectParam: 'inboundX12TransactionSettingsId',
  },
  handle: async (call) => {
    const { services, params, body } = call;
    const { partnershipId, inboundX12TransactionSettingsId: id } = params;
    demandSameId(id, body.inboundX12TransactionSettingsId);
    const context = await settingContext(services, partnershipId);
    return call.commit(async (queries) => ({ body: showInbound(await updateInbound(queries, context, id, body)) }));
  },
});

/** 404 also for an outbound setting of this id. */
const deleteInboundRoute = route({
  operation: 'DeleteInboundX12TransactionSettings',
  family: 'partners',
  method: 'DELETE',
  path: `${INBOUND}/:inboundX12TransactionSettingsId`,
  summary: 'Delete an inbound transaction setting',
  schemas: { params: InboundParams, response: { 204: Nothing } },
  keys: 'live',
  problems: ['conflict'],
  audit: {
    action: 'delete',
    objectKind: 'inbound-transaction-setting',
    objectParam: 'inboundX12TransactionSettingsId',
  },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteSetting(queries, call.params.partnershipId, 'inbound', call.params.inboundX12TransactionSettingsId);
      return { status: 204, body: undefined };
    }),
});

/** As for inbound ones; and the expression for file names is checked in the worker, before the transaction too. */
const createOutboundRoute = route({
  operation: 'CreateOutboundX12TransactionSettings',
  family: 'partners',
  method: 'POST',
  path: OUTBOUND,
  summary: 'Add a transaction set that the partnership sends',
  schemas: { params: PartnershipParams, body: NewOutboundSetting, response: { 201: OutboundSetting } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'create', objectKind: 'outbound-transaction-setting' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    await demandFilename(services, caller.accountId, filenameOf(body));
    const context = await settingContext(services, params.partnershipId);
    return call.commit(async (queries) => {
      const row = await createOutbound(queries, context, body);
      return { status: 201, body: await showOneOutbound(queries, row), objectId: row.id };
    });
  },
});

/** With the type of its connection, which the row does not have. */
const getOutboundRoute = route({
  operation: 'GetOutboundX12TransactionSettings',
  family: 'partners',
  method: 'GET',
  path: `${OUTBOUND}/:outboundX12TransactionSettingsId`,
  summary: 'Get an outbound transaction setting',
  schemas: { params: OutboundParams, response: { 200: OutboundSetting } },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const { partnershipId, outboundX12TransactionSettingsId: id } = call.params;
      return showOneOutbound(queries, await findSetting(queries, partnershipId, 'outbound', id));
    }),
  }),
});

/** Replaces: what is absent is taken away. Files that are being delivered go over the connection that they were sent with. */
const updateOutboundRoute = route({
  operation: 'UpdateOutboundX12TransactionSettings',
  family: 'partners',
  method: 'PUT',
  path: `${OUTBOUND}/:outboundX12TransactionSettingsId`,
  summary: 'Replace an outbound transaction setting',
  description: 'What is left out is taken away. Files on their way go over the connection that they were sent with.',
  schemas: { params: OutboundParams, body: NewOutboundSetting, response: { 200: OutboundSetting } },
  keys: 'live',
  audit: {
    action: 'update',
    objectKind: 'outbound-transaction-setting',
    objectParam: 'outboundX12TransactionSettingsId',
  },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    const { partnershipId, outboundX12TransactionSettingsId: id } = params;
    demandSameId(id, body.outboundX12TransactionSettingsId);
    await demandFilename(services, caller.accountId, filenameOf(body));
    const context = await settingContext(services, partnershipId);
    return call.commit(async (queries) => ({
      body: await showOneOutbound(queries, await updateOutbound(queries, context, id, body)),
    }));
  },
});

/** 409 while staged transactions wait to be generated with it, with their groups in `errors`. */
const deleteOutboundRoute = route({
  operation: 'DeleteOutboundX12TransactionSettings',
  family: 'partners',
  method: 'DELETE',
  path: `${OUTBOUND}/:outboundX12TransactionSettingsId`,
  summary: 'Delete an outbound transaction setting',
  description: 'A 409 while staged transactions wait to be generated with it, with their groups.',
  schemas: { params: OutboundParams, response: { 204: Nothing } },
  keys: 'live',
  problems: ['conflict'],
  audit: {
    action: 'delete',
    objectKind: 'outbound-transaction-setting',
    objectParam: 'outboundX12TransactionSettingsId',
  },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteSetting(queries, call.params.partnershipId, 'outbound', call.params.outboundX12TransactionSettingsId);
      return { status: 204, body: undefined };
    }),
});

/** Which transaction sets a partnership receives and sends, by which guide, and over what the sent ones go. */
export const transactionSettingRoutes: readonly AnyRoute[] = [
  createInboundRoute,
  getInboundRoute,
  updateInboundRoute,
  deleteInboundRoute,
  createOutboundRoute,
  getOutboundRoute,
  updateOutboundRoute,
  deleteOutboundRoute,
];
