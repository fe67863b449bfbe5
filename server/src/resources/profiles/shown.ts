import { isoTime } from '../../clock.js';
import type { Profiles } from '../../store/tables.js';
import { identifiersOf } from './application-identifiers.js';
import type { Profile } from './schemas.js';

/** A profile as answers and files show it. */
export function showProfile(row: Profiles): Profile {
  return {
    profileId: row.profile_id,
    profileType: row.profile_type,
    interchangeQualifier: row.interchange_qualifier,
    interchangeId: row.interchange_id,
    applicationIdentifiers: identifiersOf(row.application_identifiers),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
