import { listRoute } from '../../../operations/route.js';
import { listProfiles } from '../../../resources/profiles/rows.js';
import { Profile } from '../../../resources/profiles/schemas.js';
import { PAGED, PageOf } from '../../../schemas/common.js';

export const listProfilesRoute = listRoute({
  operation: 'ListX12Profiles',
  family: 'partners',
  method: 'GET',
  path: '/x12/profiles',
  summary: 'Lists profiles, oldest first',
  schemas: { response: { 200: PageOf(Profile) } },
  paged: PAGED,
  list: (call) => call.read((queries) => listProfiles(queries, call.page)),
});
