import { route } from '../../../operations/route.js';
import { invalid } from '../../../problems.js';
import { demandFilename } from '../../../resources/filenames/demand-filename.js';
import { findPartnership } from '../../../resources/partnerships/rows.js';
import { readEngineGuides } from '../../../resources/transaction-settings/chosen-guide.js';
import { filenameOf, outboundFacts } from '../../../resources/transaction-settings/columns.js';
import { findSetting, replaceSetting } from '../../../resources/transaction-settings/rows.js';
import {
  NewOutboundSetting,
  OutboundParams,
  OutboundSetting,
} from '../../../resources/transaction-settings/schemas.js';
import { presentedOutbound } from '../../../resources/transaction-settings/shown-outbound.js';

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
