import { type Clock, isoTime } from '../../clock.js';
import { conflict, inUse, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, mapPage, type Page, readPage } from '../../store/page.js';
import type { Profiles } from '../../store/tables.js';
import type { InterchangeIdentifier, NewProfile, Profile, ProfileUpdate } from './schemas.js';

type ApplicationIdentifiers = Profile['applicationIdentifiers'];

/** @throws Problem `invalid`, `conflict`. */
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
      application_identifiers: textOf(given.applicationIdentifiers ?? []),
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) throw conflict('A profile of this id exists. Choose another id, or update that one.');
  return made;
}

/** @throws Problem `not-found`. */
export async function findProfile(queries: AccountQueries, profileId: string): Promise<Profiles> {
  const profile = await queries.from('profiles').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
  if (profile === undefined) throw notFound('profile');
  return profile;
}

/** @throws Problem `not-found`. */
export async function findProfileByInterchange(
  queries: AccountQueries,
  identifier: InterchangeIdentifier,
): Promise<Profiles> {
  const profile = await byInterchange(queries, trimmed(identifier));
  if (profile === undefined) throw notFound('profile');
  return profile;
}

/** Oldest first. */
export async function listProfiles(queries: AccountQueries, page: AskedPage): Promise<Page<Profile>> {
  return mapPage(
    await readPage(queries.from('profiles').selectAll(), ['created_at', 'profile_id'], page),
    presentProfile,
  );
}

/** @throws Problem `invalid` for a change of what cannot change, `not-found`. */
export async function updateProfile(
  queries: AccountQueries,
  clock: Clock,
  profileId: string,
  change: ProfileUpdate,
): Promise<Profiles> {
  const before = await findProfile(queries, profileId);
  demandSame(before, change);
  return queries
    .update('profiles')
    .set({ application_identifiers: textOf(change.applicationIdentifiers ?? []), updated_at: clock.now() })
    .where('profile_id', '=', profileId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws Problem `not-found`; `conflict` while partnerships have it, with those. */
export async function deleteProfile(queries: AccountQueries, profileId: string): Promise<void> {
  await findProfile(queries, profileId);
  const partnerships = await queries
    .from('partnerships')
    .select('partnership_id')
    .where((is) => is.or([is('local_profile_id', '=', profileId), is('partner_profile_id', '=', profileId)]))
    .limit(100)
    .execute();
  if (partnerships.length > 0) {
    const errors = partnerships.map(({ partnership_id }) => ({ message: `Partnership ${partnership_id} has it.` }));
    throw inUse('The profile is in use. Delete its partnerships first.', errors);
  }
  await queries.delete('profiles').where('profile_id', '=', profileId).execute();
}

export function presentProfile(row: Profiles): Profile {
  return {
    profileId: row.profile_id,
    profileType: row.profile_type,
    interchangeQualifier: row.interchange_qualifier,
    interchangeId: row.interchange_id,
    // Written by `textOf`.
    applicationIdentifiers: JSON.parse(row.application_identifiers) as ApplicationIdentifiers,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
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
  const shown = presentProfile(before);
  for (const name of ['profileId', 'profileType', 'interchangeQualifier', 'interchangeId'] as const) {
    const wanted = change[name];
    if (wanted === undefined || wanted.trimEnd() === shown[name]) continue;
    throw invalid(`${name} of a profile cannot change. Create another profile.`, {
      errors: [{ path: `/${name}`, message: 'This cannot change.' }],
    });
  }
}

function textOf(identifiers: ApplicationIdentifiers): string {
  const values = identifiers.map(({ value }) => value);
  if (new Set(values).size < values.length) throw invalid('An application identifier is there twice.');
  if (identifiers.filter(({ isDefault }) => isDefault === true).length > 1) {
    throw invalid('Only one application identifier can be the default.');
  }
  return JSON.stringify(identifiers.map(({ value, isDefault = false }) => ({ value, isDefault })));
}

/** The profile of this id; `undefined` where there is none. */
export async function profileWithId(queries: AccountQueries, profileId: string): Promise<Profiles | undefined> {
  return queries.from('profiles').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** All of the account, oldest first. */
export async function allProfiles(queries: AccountQueries): Promise<readonly Profiles[]> {
  return queries.from('profiles').selectAll().orderBy('created_at').orderBy('profile_id').execute();
}
