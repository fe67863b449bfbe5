import { listRoute } from '../../../operations/route.js';
import { PAGED, PageOf } from '../answers.js';
import { listProfiles } from './queries.js';
import { Profile } from './schemas.js';

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
