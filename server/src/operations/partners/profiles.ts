import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import {
  createProfile,
  deleteProfile,
  findProfile,
  findProfileByInterchange,
  listProfiles,
  updateProfile,
} from '../../resources/profiles/rows.js';
import {
  InterchangeIdentifier,
  NewProfile,
  Profile,
  ProfileId,
  ProfileUpdate,
} from '../../resources/profiles/schemas.js';
import { showProfile } from '../../resources/profiles/shown.js';
import { PAGED, PageOf } from '../../schemas/pages.js';
import { closed, Nothing } from '../../schemas/shapes.js';
import { listRoute, route } from '../route.js';

/** Ids of profiles are the client's. */
const ProfileParams = Type.Object({ profileId: ProfileId });
/** As an interchange names a side of it: ISA05 and ISA06, or ISA07 and ISA08. */
const ByInterchange = Type.Object({ interchangeIdentifier: InterchangeIdentifier }, closed);

/** 409 where another profile has the interchange id: what is received must find one profile. */
const createProfileRoute = route({
  operation: 'CreateX12Profile',
  family: 'partners',
  method: 'POST',
  path: '/x12/profiles',
  summary: 'Create a profile',
  description: 'A 409 where another profile has the interchange id, or the profile id.',
  schemas: { body: NewProfile, response: { 201: Profile } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'create', objectKind: 'profile' },
  handle: (call) =>
    call.commit(async (queries) => {
      const row = await createProfile(queries, call.services.clock, call.body);
      return { status: 201, body: showProfile(row), objectId: row.profile_id };
    }),
});

/** All in one list, local ones and partners'. */
const listProfilesRoute = listRoute({
  operation: 'ListX12Profiles',
  family: 'partners',
  method: 'GET',
  path: '/x12/profiles',
  summary: 'List profiles, oldest first',
  schemas: { response: { 200: PageOf(Profile) } },
  paged: PAGED,
  list: (call) => call.read((queries) => listProfiles(queries, call.page)),
});

/** By its id; by what stands in an ISA, see `get-profile-by-interchange`. */
const getProfileRoute = route({
  operation: 'GetX12Profile',
  family: 'partners',
  method: 'GET',
  path: '/x12/profiles/:profileId',
  summary: 'Get a profile',
  schemas: { params: ProfileParams, response: { 200: Profile } },
  handle: async (call) => ({
    body: showProfile(await call.read((queries) => findProfile(queries, call.params.profileId))),
  }),
});

/**
 * Application identifiers (GS02, GS03) alone change. The rest may be sent back as it is, so that a client can change what it has read;
 * a changed interchange id would be another pair of control numbers, and is a 400.
 */
const updateProfileRoute = route({
  operation: 'UpdateX12Profile',
  family: 'partners',
  method: 'PUT',
  path: '/x12/profiles/:profileId',
  summary: 'Replace the application ids of a profile',
  description: 'The rest may be sent back as it is, and cannot change: control numbers belong to the interchange id.',
  schemas: { params: ProfileParams, body: ProfileUpdate, response: { 200: Profile } },
  keys: 'live',
  audit: { action: 'update', objectKind: 'profile', objectParam: 'profileId' },
  handle: (call) =>
    call.commit(async (queries) => ({
      body: showProfile(await updateProfile(queries, call.services.clock, call.params.profileId, call.body)),
    })),
});

/** 409 while partnerships have it, with their ids in `errors`. */
const deleteProfileRoute = route({
  operation: 'DeleteX12Profile',
  family: 'partners',
  method: 'DELETE',
  path: '/x12/profiles/:profileId',
  summary: 'Delete a profile that no partnership has',
  description: 'A 409 names the partnerships that have it.',
  schemas: { params: ProfileParams, response: { 204: Nothing } },
  keys: 'live',
  problems: ['conflict'],
  audit: { action: 'delete', objectKind: 'profile', objectParam: 'profileId' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteProfile(queries, call.params.profileId);
      return { status: 204, body: undefined };
    }),
});

/** POST as clients know it; it changes nothing, so that a key that may read is enough. */
const getProfileByInterchangeRoute = route({
  operation: 'GetX12ProfileByInterchange',
  family: 'partners',
  method: 'POST',
  path: '/x12/get-profile-by-interchange',
  summary: 'Find the profile of an interchange id',
  scope: 'partners:read',
  schemas: { body: ByInterchange, response: { 200: Profile } },
  handle: async (call) => ({
    body: showProfile(await call.read((queries) => findProfileByInterchange(queries, call.body.interchangeIdentifier))),
  }),
});

/** Who sends and receives: interchange ids with the application ids that go with them. */
export const profileRoutes: readonly AnyRoute[] = [
  createProfileRoute,
  listProfilesRoute,
  getProfileRoute,
  updateProfileRoute,
  deleteProfileRoute,
  getProfileByInterchangeRoute,
];
