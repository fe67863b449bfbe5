import { ulid } from '../../../ids.js';
import { route } from '../../../operations/route.js';
import { demandFilename } from '../../../resources/filenames/demand-filename.js';
import { findPartnership } from '../../../resources/partnerships/rows.js';
import { readEngineGuides } from '../../../resources/transaction-settings/chosen-guide.js';
import { filenameOf, outboundFacts } from '../../../resources/transaction-settings/columns.js';
import { insertSetting } from '../../../resources/transaction-settings/rows.js';
import { NewOutboundSetting, OutboundSetting } from '../../../resources/transaction-settings/schemas.js';
import { presentedOutbound } from '../../../resources/transaction-settings/shown-outbound.js';
import { PartnershipParams } from '../../../schemas/common.js';

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
