import { loadGuide } from 'ediloom/guides';
import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { notFound } from '../../../problems.js';
import { parseGuideId } from '../../../resources/guides/guide-id.js';
import { prepareDefinition } from '../../../resources/guides/prepare-definition.js';
import { findGuide } from '../../../resources/guides/rows.js';
import { Guide, GuideParams } from '../../../resources/guides/schemas.js';
import { presentEntry, presentGuide } from '../../../resources/guides/shown.js';

export const getGuideRoute = route({
  operation: 'GetGuide',
  family: 'guides',
  method: 'GET',
  path: '/guides/:guideId',
  summary: 'Reads a guide with its definition',
  schemas: {
    params: GuideParams,
    query: Type.Object({
      outputFormat: Type.Optional(
        Type.Enum(['default', 'schema'], {
          description: '`default`: the definition as it was given; `schema`: an overlay is shown as the whole guide.',
        }),
      ),
    }),
    response: { 200: Guide },
  },
  handle: async (call) => {
    const { services, caller } = call;
    const entry = (await services.guides.builtIn()).find(({ id }) => id === call.params.guideId);
    if (entry !== undefined) return { body: { ...presentEntry(entry), definition: await loadGuide(entry.id) } };
    const id = parseGuideId(call.params.guideId);
    if (id === undefined) throw notFound('guide');
    const row = await call.read((queries) => findGuide(queries, id.ulid));
    const bare = row.live === null ? 'draft' : 'live';
    const status = id.form === 'bare' ? bare : id.form;
    const text = status === 'live' ? row.live : row.draft;
    if (text === null) throw notFound('published guide of this id');
    // What stands in the table has been a JSON object before.
    const definition = JSON.parse(text) as Record<string, unknown>;
    const isWhole = call.query.outputFormat !== 'schema' || !('overlay' in definition);
    if (isWhole) return { body: { ...presentGuide(row, status), definition } };
    if (status === 'live' && row.resolved !== null) {
      return { body: { ...presentGuide(row, status), definition: JSON.parse(row.resolved) } };
    }
    const { guide } = await prepareDefinition(services, caller.accountId, definition);
    return { body: { ...presentGuide(row, status), definition: guide } };
  },
});
