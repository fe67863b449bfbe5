import Type from 'typebox';
import { mappedTransaction } from '../../exchange/outbound/mapped-transaction.js';
import type { AnyRoute } from '../../gateway/route.js';
import { fragmentNode } from '../../resources/fragments/fragment-key.js';
import { newFragment, showFragment } from '../../resources/fragments/new-fragment.js';
import { addFragment } from '../../resources/fragments/rows.js';
import { FragmentAnswer, FragmentBody } from '../../resources/fragments/schemas.js';
import { GroupId } from '../../schemas/ids.js';
import { TRANSACTION_BYTES } from '../../schemas/transaction-sizes.js';
import { route } from '../route.js';

/** A fragment is checked when it comes, by the guide it names: the file that it will be in is made much later. */
const createOutboundFragmentRoute = route({
  operation: 'CreateOutboundFragment',
  family: 'core',
  method: 'POST',
  path: '/fragments/:fragmentGroupId',
  summary: 'Add a part of a large transaction to a group',
  description:
    'The group is made with its first fragment. CreatePartnershipOutboundTransaction puts all of them into one transaction, once. A fragment is checked by the guide when it comes.',
  schemas: {
    params: Type.Object({ fragmentGroupId: GroupId }),
    body: FragmentBody,
    response: { 201: FragmentAnswer },
  },
  idempotent: true,
  bodyLimit: TRANSACTION_BYTES,
  exactNumbers: true,
  audit: { action: 'stage', objectKind: 'fragment-group', objectParam: 'fragmentGroupId' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    const node = await call.read((queries) => fragmentNode(queries, services.guides, body.guideId));
    const mapped = await mappedTransaction(call, body.mappingId, body.fragment);
    const fragment = newFragment(services, caller, { groupId: params.fragmentGroupId, ...node }, mapped);
    return call.commit(async (queries) => {
      await addFragment(queries, caller, fragment);
      return { status: 201, body: showFragment(fragment) };
    });
  },
});

/** Parts of transactions that are too large for one request. */
export const fragmentRoutes: readonly AnyRoute[] = [createOutboundFragmentRoute];
