import { route } from '../../../operations/route.js';
import { invalid } from '../../../problems.js';
import { findPartnership } from '../../../resources/partnerships/rows.js';
import { readEngineGuides } from '../../../resources/transaction-settings/chosen-guide.js';
import { inboundFacts } from '../../../resources/transaction-settings/columns.js';
import { findSetting, replaceSetting } from '../../../resources/transaction-settings/rows.js';
import {
  InboundParams,
  InboundSetting,
  InboundSettingUpdate,
} from '../../../resources/transaction-settings/schemas.js';
import { presentInbound } from '../../../resources/transaction-settings/shown.js';

export const updateInboundSettingRoute = route({
  operation: 'UpdateInboundX12TransactionSettings',
  family: 'partners',
  method: 'PUT',
  path: '/x12/partnerships/:partnershipId/inbound-transactions/:inboundX12TransactionSettingsId',
  summary: 'Replaces an inbound transaction setting',
  schemas: { params: InboundParams, body: InboundSettingUpdate, response: { 200: InboundSetting } },
  keys: 'live',
  audit: {
    action: 'update',
    objectKind: 'inbound-transaction-setting',
    objectParam: 'inboundX12TransactionSettingsId',
  },
  handle: async (call) => {
    const { services, params, body } = call;
    const { partnershipId, inboundX12TransactionSettingsId: id } = params;
    if ((body.inboundX12TransactionSettingsId ?? id) !== id) throw invalid('The id of a setting cannot change.');
    const context = { partnershipId, clock: services.clock, engine: await readEngineGuides(services) };
    return call.commit(async (queries) => {
      await findPartnership(queries, partnershipId);
      await findSetting(queries, partnershipId, 'inbound', id);
      const facts = await inboundFacts(queries, context, body);
      const row = await replaceSetting(queries, context, 'inbound', id, facts);
      return { body: presentInbound(row) };
    });
  },
});
