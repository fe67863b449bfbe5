import { route } from '../../../operations/route.js';
import { invalid } from '../../../problems.js';
import { demandFilename } from '../filename-expression.js';
import { findPartnership } from '../partnerships/queries.js';
import { filenameOf, outboundFacts } from './facts.js';
import { readEngineGuides } from './guide-of-setting.js';
import { presentedOutbound } from './presented-outbound.js';
import { findSetting, replaceSetting } from './queries.js';
import { NewOutboundSetting, OutboundParams, OutboundSetting } from './schemas.js';

export const updateOutboundSettingRoute = route({
  operation: 'UpdateOutboundX12TransactionSettings',
  family: 'partners',
  method: 'PUT',
  path: '/x12/partnerships/:partnershipId/outbound-transactions/:outboundX12TransactionSettingsId',
  summary: 'Replaces an outbound transaction setting',
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
    if ((body.outboundX12TransactionSettingsId ?? id) !== id) throw invalid('The id of a setting cannot change.');
    await demandFilename(services, caller.accountId, filenameOf(body));
    const context = { partnershipId, clock: services.clock, engine: await readEngineGuides(services) };
    return call.commit(async (queries) => {
      await findPartnership(queries, partnershipId);
      await findSetting(queries, partnershipId, 'outbound', id);
      const facts = await outboundFacts(queries, context, body);
      const row = await replaceSetting(queries, context, 'outbound', id, facts);
      return { body: await presentedOutbound(queries, row) };
    });
  },
});
