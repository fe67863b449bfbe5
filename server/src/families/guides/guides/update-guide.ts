import { route } from '../../../operations/route.js';
import { demandFragmentPath, prepareDefinition } from '../../../resources/guides/prepare-definition.js';
import { findGuide, ownGuideId, updateDraft } from '../../../resources/guides/rows.js';
import { GuideParams, GuideSummary, GuideUpdate } from '../../../resources/guides/schemas.js';
import { presentGuide } from '../../../resources/guides/shown.js';
import { GUIDE_BYTES } from './create-guide.js';

export const updateGuideRoute = route({
  operation: 'UpdateGuide',
  family: 'guides',
  method: 'PUT',
  path: '/guides/:guideId',
  summary: 'Changes the draft of a guide; what is published stays until it is published anew',
  schemas: { params: GuideParams, body: GuideUpdate, response: { 200: GuideSummary } },
  keys: 'live',
  bodyLimit: GUIDE_BYTES,
  audit: { action: 'update', objectKind: 'guide', objectParam: 'guideId' },
  handle: async (call) => {
    const { services, caller, body } = call;
    const id = ownGuideId(call.params.guideId, await services.guides.builtIn());
    const before = await call.read((queries) => findGuide(queries, id));
    // What stands in the table has been a JSON object before.
    const definition = body.definition ?? (JSON.parse(before.draft ?? '{}') as Record<string, unknown>);
    const prepared = await prepareDefinition(services, caller.accountId, definition);
    const fragmentPath = body.fragmentPath === undefined ? before.draft_fragment_path : body.fragmentPath;
    if (fragmentPath !== null) demandFragmentPath(prepared.guide, fragmentPath);
    return call.commit(async (queries) => {
      const options = { name: body.name, fragmentPath: fragmentPath ?? undefined };
      const row = await updateDraft(queries, services.clock, before, prepared, options);
      return { body: presentGuide(row, 'draft') };
    });
  },
});
