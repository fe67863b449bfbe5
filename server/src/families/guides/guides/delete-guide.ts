import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { deleteGuide, ownGuideId } from '../../../resources/guides/rows.js';
import { GuideParams } from '../../../resources/guides/schemas.js';

export const deleteGuideRoute = route({
  operation: 'DeleteGuide',
  family: 'guides',
  method: 'DELETE',
  path: '/guides/:guideId',
  summary: 'Deletes a guide, draft and published, that nothing refers to',
  schemas: { params: GuideParams, response: { 204: Type.Null({ description: 'No content.' }) } },
  keys: 'live',
  audit: { action: 'delete', objectKind: 'guide', objectParam: 'guideId' },
  handle: async (call) => {
    const id = ownGuideId(call.params.guideId, await call.services.guides.builtIn());
    return call.commit(async (queries) => {
      await deleteGuide(queries, id);
      return { status: 204, body: undefined };
    });
  },
});
