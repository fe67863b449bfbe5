import { route } from '../../../operations/route.js';
import { prepareDefinition } from '../../../resources/guides/prepare-definition.js';
import { findGuide, ownGuideId, publishDraft } from '../../../resources/guides/rows.js';
import { GuideParams, GuideSummary } from '../../../resources/guides/schemas.js';
import { presentGuide } from '../../../resources/guides/shown.js';

export const publishGuideRoute = route({
  operation: 'PublishGuide',
  family: 'guides',
  method: 'PUT',
  path: '/guides/:guideId/publish',
  summary: 'Makes the draft what settings use; an overlay is applied to its base as that is published now',
  schemas: { params: GuideParams, response: { 200: GuideSummary } },
  keys: 'live',
  audit: { action: 'publish', objectKind: 'guide', objectParam: 'guideId' },
  handle: async (call) => {
    const { services, caller } = call;
    const id = ownGuideId(call.params.guideId, await services.guides.builtIn());
    const before = await call.read((queries) => findGuide(queries, id));
    // Checked again: the base may have been published anew since. What stands in the table has been a JSON object before.
    const definition = JSON.parse(before.draft ?? '{}') as Record<string, unknown>;
    const prepared = await prepareDefinition(services, caller.accountId, definition);
    return call.commit(async (queries) => ({
      body: presentGuide(await publishDraft(queries, services.clock, before, prepared), 'live'),
    }));
  },
});
