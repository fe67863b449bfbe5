import { route } from '../../../operations/route.js';
import { ownGuideId, revertDraft } from '../../../resources/guides/rows.js';
import { GuideParams, GuideSummary } from '../../../resources/guides/schemas.js';
import { presentGuide } from '../../../resources/guides/shown.js';

export const revertGuideRoute = route({
  operation: 'RevertGuide',
  family: 'guides',
  method: 'PUT',
  path: '/guides/:guideId/revert',
  summary: 'Makes the draft what is published',
  schemas: { params: GuideParams, response: { 200: GuideSummary } },
  keys: 'live',
  audit: { action: 'revert', objectKind: 'guide', objectParam: 'guideId' },
  handle: async (call) => {
    const id = ownGuideId(call.params.guideId, await call.services.guides.builtIn());
    return call.commit(async (queries) => ({
      body: presentGuide(await revertDraft(queries, call.services.clock, id), 'draft'),
    }));
  },
});
