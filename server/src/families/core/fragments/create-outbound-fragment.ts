import { isoTime } from '../../../clock.js';
import { fragmentKey, occurrencesOf } from '../../../exchange/outbound/fragments.js';
import { uuid } from '../../../ids.js';
import { route } from '../../../operations/route.js';
import { addFragment } from '../../../resources/fragments/rows.js';
import { FragmentAnswer, FragmentBody, FragmentGroupParams } from '../../../resources/fragments/schemas.js';
import { fragmentContext } from '../../../secrets/payload-columns.js';
import { mappedTransaction } from '../interchanges/create-outbound-transaction.js';

export const createOutboundFragment = route({
  operation: 'CreateOutboundFragment',
  family: 'core',
  method: 'POST',
  path: '/fragments/:fragmentGroupId',
  summary: 'Puts a part of a large transaction into a group; the group is made when it is not there, and sent once.',
  schemas: { params: FragmentGroupParams, body: FragmentBody, response: { 201: FragmentAnswer } },
  idempotent: true,
  bodyLimit: 5_000_000,
  audit: { action: 'stage', objectKind: 'fragment-group', objectParam: 'fragmentGroupId' },
  handle: async (call) => {
    const { guideId, fragment, mappingId } = call.body;
    const { services, caller, params } = call;
    const key = await call.read((queries) => fragmentKey(queries, services.guides, guideId));
    const mapped = await mappedTransaction(call, mappingId, fragment);
    occurrencesOf(mapped, key);
    const id = uuid();
    const at = services.clock.now();
    const stored = services.payloads.sealText(fragmentContext(caller.accountId, id), JSON.stringify(mapped));
    const groupId = params.fragmentGroupId;
    return call.commit(async (queries) => {
      await addFragment(queries, caller, { id, groupId, guideId, fragment: stored, at });
      return { status: 201, body: { fragmentGroupId: groupId, createdAt: isoTime(at), fragmentId: id } };
    });
  },
});
