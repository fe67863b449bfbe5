import { ulid } from '../../../ids.js';
import { route } from '../../../operations/route.js';
import { demandFilename } from '../filename-expression.js';
import { PartnershipParams } from '../partnership-id.js';
import { findPartnership } from '../partnerships/queries.js';
import { filenameOf, outboundFacts } from './facts.js';
import { readEngineGuides } from './guide-of-setting.js';
import { presentedOutbound } from './presented-outbound.js';
import { insertSetting } from './queries.js';
import { NewOutboundSetting, OutboundSetting } from './schemas.js';

export const createOutboundSettingRoute = route({
  operation: 'CreateOutboundX12TransactionSettings',
  family: 'partners',
  method: 'POST',
  path: '/x12/partnerships/:partnershipId/outbound-transactions',
  summary: 'Adds a transaction set that the partnership sends',
  schemas: { params: PartnershipParams, body: NewOutboundSetting, response: { 201: OutboundSetting } },
  keys: 'live',
  audit: { action: 'create', objectKind: 'outbound-transaction-setting', objectParam: 'partnershipId' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    await demandFilename(services, caller.accountId, filenameOf(body));
    const context = { ...params, clock: services.clock, engine: await readEngineGuides(services) };
    const id = body.outboundX12TransactionSettingsId ?? ulid(services.clock);
    return call.commit(async (queries) => {
      await findPartnership(queries, params.partnershipId);
      const facts = await outboundFacts(queries, context, body);
      const row = await insertSetting(queries, context, 'outbound', id, facts);
      return { status: 201, body: await presentedOutbound(queries, row) };
    });
  },
});
