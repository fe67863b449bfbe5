import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { findProfileByInterchange, presentProfile } from '../../../resources/profiles/rows.js';
import { InterchangeIdentifier, Profile } from '../../../resources/profiles/schemas.js';

export const getProfileByInterchangeRoute = route({
  operation: 'GetX12ProfileByInterchange',
  family: 'partners',
  method: 'POST',
  path: '/x12/get-profile-by-interchange',
  summary: 'Finds the profile of an interchange id',
  scope: 'partners:read',
  schemas: {
    body: Type.Object({ interchangeIdentifier: InterchangeIdentifier }, { additionalProperties: false }),
    response: { 200: Profile },
  },
  handle: async (call) => ({
    body: presentProfile(
      await call.read((queries) => findProfileByInterchange(queries, call.body.interchangeIdentifier)),
    ),
  }),
});
