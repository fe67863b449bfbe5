import type { Clock } from '../../clock.js';
import { conflict, inUse, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { isStorable } from '../../store/bindable.js';
import { type AskedPage, mapPage, type Page, readPage } from '../../store/page.js';
import type { Profiles } from '../../store/tables.js';
import { partnershipsOfProfile } from '../partnerships/of-profile.js';
import { textOfIdentifiers } from './application-identifiers.js';
import { lockProfile } from './lock-profile.js';
import type { InterchangeIdentifier, NewProfile, Profile, ProfileUpdate } from './schemas.js';
import { showProfile } from './shown.js';

/**
 * @throws Problem `invalid` for application identifiers that do not go together; `conflict` where the profile's id is taken, or
 *   another profile has its interchange id: an interchange must find one profile.
 */
export async function createProfile(queries: AccountQueries, clock: Clock, given: NewProfile): Promise<Profiles> {
  const now = clock.now();
  const identifier = trimmed(given);
  const taken = await byInterchange(queries, identifier);
  if (taken !== undefined) {
    throw conflict(`Profile ${taken.profile_id} has these interchange ids. Use it, or choose others.`);
  }
  const made = await queries
    .insert('profiles', {
      profile_id: given.profileId,
      profile_type: given.profileType,
      interchange_qualifier: identifier.interchangeQualifier,
      interchange_id: identifier.interchangeId,
      application_identifiers: textOfIdentifiers(given.applicationIdentifiers ?? []),
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined)
    throw conflict('A profile of this id, or of these interchange ids, exists. Choose others, or update that one.');
  return made;
}

/** The profile of this id, if there is one. */
export function profileWithId(queries: AccountQueries, profileId: string): Promise<Profiles | undefined> {
  return queries.from('profiles').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** @throws Problem `not-found`. */
export async function findProfile(queries: AccountQueries, profileId: string): Promise<Profiles> {
  const profile = await profileWithId(queries, profileId);
  if (profile === undefined) throw notFound('profile');
  return profile;
}

/** The profile that an interchange names in ISA05 and ISA06, or in ISA07 and ISA08. @throws Problem `not-found`. */
export async function findProfileByInterchange(
  queries: AccountQueries,
  identifier: InterchangeIdentifier,
): Promise<Profiles> {
  const profile = await byInterchange(queries, trimmed(identifier));
  if (profile === undefined) throw notFound('profile');
  return profile;
}

/** The same, where the account has one. @param id ISA06 or ISA08 without its padding, whatever was received in it. */
export async function profileNamed(
  queries: AccountQueries,
  qualifier: string,
  id: string,
): Promise<Profiles | undefined> {
  // No store could keep such an id: nobody has it, and no statement takes it.
  if (!isStorable(qualifier) || !isStorable(id)) return undefined;
  return byInterchange(queries, { interchangeQualifier: qualifier, interchangeId: id });
}

/** All of the account, oldest first. */
export function allProfiles(queries: AccountQueries): Promise<readonly Profiles[]> {
  return queries.from('profiles').selectAll().orderBy('created_at').orderBy('profile_id').execute();
}

/** A page of them, oldest first. */
export async function listProfiles(queries: AccountQueries, page: AskedPage): Promise<Page<Profile>> {
  return mapPage(await readPage(queries.from('profiles').selectAll(), ['created_at', 'profile_id'], page), showProfile);
}

/**
 * Replaces the application identifiers, the only thing of a profile that changes: partnerships and their control numbers go by the rest.
 * @throws Problem `not-found`; `invalid` for a change of what cannot change.
 */
export async function updateProfile(
  queries: AccountQueries,
  clock: Clock,
  profileId: string,
  change: ProfileUpdate,
): Promise<Profiles> {
  const before = await lockedProfile(queries, profileId);
  demandSame(before, change);
  return queries
    .update('profiles')
    .set({ application_identifiers: textOfIdentifiers(change.applicationIdentifiers ?? []), updated_at: clock.now() })
    .where('profile_id', '=', profileId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws Problem `not-found`; `conflict` while partnerships have it: `errors` names up to 100 of them. */
export async function deleteProfile(queries: AccountQueries, profileId: string): Promise<void> {
  await lockedProfile(queries, profileId);
  const partnerships = await partnershipsOfProfile(queries, profileId);
  if (partnerships.length > 0) {
    const errors = partnerships.map((id) => ({ message: `Partnership ${id} has it.` }));
    throw inUse('The profile is in use. Delete its partnerships first.', errors);
  }
  await queries.delete('profiles').where('profile_id', '=', profileId).execute();
}

async function lockedProfile(queries: AccountQueries, profileId: string): Promise<Profiles> {
  const profile = await lockProfile(queries, profileId);
  if (profile === undefined) throw notFound('profile');
  return profile;
}

async function byInterchange(
  queries: AccountQueries,
  identifier: InterchangeIdentifier,
): Promise<Profiles | undefined> {
  return queries
    .from('profiles')
    .selectAll()
    .where('interchange_qualifier', '=', identifier.interchangeQualifier)
    .where('interchange_id', '=', identifier.interchangeId)
    .executeTakeFirst();
}

// X12.5: ISA06 and ISA08 are filled up with blanks; without them they are the same id.
function trimmed({ interchangeQualifier, interchangeId }: InterchangeIdentifier): InterchangeIdentifier {
  return { interchangeQualifier, interchangeId: interchangeId.trimEnd() };
}

function demandSame(before: Profiles, change: ProfileUpdate): void {
  const shown = showProfile(before);
  for (const name of ['profileId', 'profileType', 'interchangeQualifier', 'interchangeId'] as const) {
    const wanted = change[name];
    if (wanted === undefined || wanted.trimEnd() === shown[name]) continue;
    throw invalid(`${name} of a profile cannot change. Create another profile.`, {
      errors: [{ path: `/${name}`, message: 'This cannot change.' }],
    });
  }
}
