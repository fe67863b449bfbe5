import { route } from '../../../operations/route.js';
import { demandFragmentPath, prepareDefinition } from '../../../resources/guides/prepare-definition.js';
import { createGuide } from '../../../resources/guides/rows.js';
import { GuideSummary, NewGuide } from '../../../resources/guides/schemas.js';
import { presentGuide } from '../../../resources/guides/shown.js';

/** Guides are larger than other bodies. */
export const GUIDE_BYTES = 2 * 1024 * 1024;

export const createGuideRoute = route({
  operation: 'CreateGuide',
  family: 'guides',
  method: 'POST',
  path: '/guides',
  summary: 'Creates the draft of a guide, or of an overlay that narrows one',
  schemas: { body: NewGuide, response: { 201: GuideSummary } },
  keys: 'live',
  bodyLimit: GUIDE_BYTES,
  audit: { action: 'create', objectKind: 'guide' },
  handle: async (call) => {
    const { definition, ...options } = call.body;
    const prepared = await prepareDefinition(call.services, call.caller.accountId, definition);
    if (options.fragmentPath !== undefined) demandFragmentPath(prepared.guide, options.fragmentPath);
    return call.commit(async (queries) => {
      const row = await createGuide(queries, call.services.clock, prepared, options);
      return { status: 201, body: presentGuide(row, 'draft'), objectId: row.id };
    });
  },
});
