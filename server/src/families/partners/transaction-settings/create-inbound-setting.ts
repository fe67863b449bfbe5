import { ulid } from '../../../ids.js';
import { route } from '../../../operations/route.js';
import { findPartnership } from '../../../resources/partnerships/rows.js';
import { readEngineGuides } from '../../../resources/transaction-settings/chosen-guide.js';
import { inboundFacts } from '../../../resources/transaction-settings/columns.js';
import { insertSetting } from '../../../resources/transaction-settings/rows.js';
import { InboundSetting, NewInboundSetting } from '../../../resources/transaction-settings/schemas.js';
import { presentInbound } from '../../../resources/transaction-settings/shown.js';
import { PartnershipParams } from '../../../schemas/common.js';

export const createInboundSettingRoute = route({
  operation: 'CreateInboundX12TransactionSettings',
  family: 'partners',
  method: 'POST',
  path: '/x12/partnerships/:partnershipId/inbound-transactions',
  summary: 'Adds a transaction set that the partnership receives',
  schemas: { params: PartnershipParams, body: NewInboundSetting, response: { 201: InboundSetting } },
  keys: 'live',
  audit: { action: 'create', objectKind: 'inbound-transaction-setting', objectParam: 'partnershipId' },
  handle: async (call) => {
    const { services, params, body } = call;
    const context = { ...params, clock: services.clock, engine: await readEngineGuides(services) };
    const id = ulid(services.clock);
    return call.commit(async (queries) => {
      await findPartnership(queries, params.partnershipId);
      const facts = await inboundFacts(queries, context, body);
      const row = await insertSetting(queries, context, 'inbound', id, facts);
      return { status: 201, body: presentInbound(row) };
    });
  },
});
