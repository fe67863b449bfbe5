import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { prepareChange, prepareNewDraft, prepareToPublish } from '../../resources/guides/prepare-draft.js';
import { readGuide } from '../../resources/guides/read-guide.js';
import {
  createGuide,
  deleteGuide,
  listGuides,
  ownGuideId,
  publishDraft,
  revertDraft,
  updateDraft,
} from '../../resources/guides/rows.js';
import { Guide, GuideSummary, GuideUpdate, NewGuide } from '../../resources/guides/schemas.js';
import { listEntries, showGuide } from '../../resources/guides/shown.js';
import { PAGED, PageOf } from '../../schemas/pages.js';
import { Nothing } from '../../schemas/shapes.js';
import { listRoute, route } from '../route.js';

/** The prefix chooses between draft and published; operations that change take any of the forms. */
const GuideParams = Type.Object({
  guideId: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,60}$',
    description:
      '`DRFT_…`, `LIVE_…`, the same without a prefix (published if it is), or the id of a guide of the server.',
  }),
});

/** An overlay says only what it changes of its base: `schema` is for who needs all of it. */
const OutputFormat = Type.Enum(['default', 'schema'], {
  description:
    '`default`: the definition as it was given; `schema`: an overlay is shown as the whole guide, so that it is a JSON Schema in each case.',
});

/** The account's own guides and the server's are two lists, each with its own order. */
const Listed = Type.Object({
  status: Type.Optional(Type.Enum(['draft', 'live'], { description: 'Default: live where it is published.' })),
  managedBy: Type.Optional(Type.Enum(['customer', 'platform'], { description: 'Default customer.' })),
});

/** Guides are larger than other bodies. */
const GUIDE_BYTES = 2 * 1024 * 1024;

/** The worker compiles the definition before the transaction: 400 with every problem, by its pointer below `/definition`. */
const createGuideRoute = route({
  operation: 'CreateGuide',
  family: 'guides',
  method: 'POST',
  path: '/guides',
  summary: 'Create the draft of a guide, or of an overlay that narrows one',
  description: 'A definition that cannot be used is a 400 with every problem, by its pointer below `/definition`.',
  schemas: { body: NewGuide, response: { 201: GuideSummary } },
  keys: 'live',
  bodyLimit: GUIDE_BYTES,
  problems: ['conflict'],
  audit: { action: 'create', objectKind: 'guide' },
  handle: async (call) => {
    const { services, caller, body } = call;
    const { prepared, options } = await prepareNewDraft(services, caller.accountId, body);
    return call.commit(async (queries) => {
      const row = await createGuide(queries, services.clock, prepared, options);
      return { status: 201, body: showGuide(row, 'draft'), objectId: row.id };
    });
  },
});

/** Without definitions, which are large. */
const listGuidesRoute = listRoute({
  operation: 'ListGuides',
  family: 'guides',
  method: 'GET',
  path: '/guides',
  summary: 'List guides without their definitions',
  description: 'Those of the account; with `managedBy=platform` those that come with the server.',
  schemas: {
    query: Listed,
    response: { 200: PageOf(GuideSummary) },
  },
  paged: PAGED,
  list: async (call) => {
    const { status, managedBy } = call.query;
    if (managedBy === 'platform') return listEntries(await call.services.guides.builtIn(), status, call.page);
    return call.read((queries) => listGuides(queries, status, call.page));
  },
});

/** The form that the id and `outputFormat` ask for is chosen by {@link readGuide}. */
const getGuideRoute = route({
  operation: 'GetGuide',
  family: 'guides',
  method: 'GET',
  path: '/guides/:guideId',
  summary: 'Get a guide with its definition',
  schemas: {
    params: GuideParams,
    query: Type.Object({ outputFormat: Type.Optional(OutputFormat) }),
    response: { 200: Guide },
  },
  handle: async ({ services, caller, params, query }) => ({
    body: await readGuide(services, caller.accountId, params.guideId, query.outputFormat),
  }),
});

/**
 * The guide is read, its draft checked, and written only if it is still the one that was read: 409 otherwise. A guide for another set or
 * version would break the settings that name it, and is a 400.
 */
const updateGuideRoute = route({
  operation: 'UpdateGuide',
  family: 'guides',
  method: 'PUT',
  path: '/guides/:guideId',
  summary: 'Change the draft of a guide',
  description:
    'What is published stays until it is published anew. A 409 where somebody else has changed the draft meanwhile.',
  schemas: { params: GuideParams, body: GuideUpdate, response: { 200: GuideSummary } },
  keys: 'live',
  bodyLimit: GUIDE_BYTES,
  problems: ['conflict'],
  audit: { action: 'update', objectKind: 'guide', objectParam: 'guideId' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    const { before, prepared, options } = await prepareChange(services, caller.accountId, params.guideId, body);
    return call.commit(async (queries) => ({
      body: showGuide(await updateDraft(queries, services.clock, before, prepared, options), 'draft'),
    }));
  },
});

/** 409 while settings, overlays or fragments that wait need it, with those in `errors`. */
const deleteGuideRoute = route({
  operation: 'DeleteGuide',
  family: 'guides',
  method: 'DELETE',
  path: '/guides/:guideId',
  summary: 'Delete a guide, draft and published, that nothing refers to',
  description: 'A 409 names the settings, overlays and fragments that need it.',
  schemas: { params: GuideParams, response: { 204: Nothing } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'delete', objectKind: 'guide', objectParam: 'guideId' },
  handle: async (call) => {
    const id = ownGuideId(call.params.guideId, await call.services.guides.builtIn());
    return call.commit(async (queries) => {
      await deleteGuide(queries, id);
      return { status: 204, body: undefined };
    });
  },
});

/** The draft is checked once more: the base of an overlay may have been published anew since. */
const publishGuideRoute = route({
  operation: 'PublishGuide',
  family: 'guides',
  method: 'PUT',
  path: '/guides/:guideId/publish',
  summary: 'Publish the draft of a guide',
  description: 'Settings use it from now on. An overlay is applied to its base as that is published now.',
  schemas: { params: GuideParams, response: { 200: GuideSummary } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'publish', objectKind: 'guide', objectParam: 'guideId' },
  handle: async (call) => {
    const { services, caller, params } = call;
    const { before, prepared } = await prepareToPublish(services, caller.accountId, params.guideId);
    return call.commit(async (queries) => ({
      body: showGuide(await publishDraft(queries, services.clock, before, prepared), 'live'),
    }));
  },
});

/** 409 where nothing was ever published: then there is only the draft. */
const revertGuideRoute = route({
  operation: 'RevertGuide',
  family: 'guides',
  method: 'PUT',
  path: '/guides/:guideId/revert',
  summary: 'Revert the draft of a guide to what is published',
  description: 'A 409 where nothing was ever published.',
  schemas: { params: GuideParams, response: { 200: GuideSummary } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'revert', objectKind: 'guide', objectParam: 'guideId' },
  handle: async (call) => {
    const { services, params } = call;
    const id = ownGuideId(params.guideId, await services.guides.builtIn());
    return call.commit(async (queries) => ({
      body: showGuide(await revertDraft(queries, services.clock, id), 'draft'),
    }));
  },
});

/** What transaction sets may hold: an account's guides, of which it works on a draft and uses what is published, and the server's. */
export const guideRoutes: readonly AnyRoute[] = [
  createGuideRoute,
  listGuidesRoute,
  getGuideRoute,
  updateGuideRoute,
  deleteGuideRoute,
  publishGuideRoute,
  revertGuideRoute,
];
