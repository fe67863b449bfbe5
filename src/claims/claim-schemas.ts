import type { WholeSchema } from '../form/form-schema.js';
import type { ClaimType } from './claim-type.js';
import dental from './schema/dental.json' with { type: 'json' };
import institutional from './schema/institutional.json' with { type: 'json' };
import professional from './schema/professional.json' with { type: 'json' };

// The files have no more keywords than `WholeSchema` knows; a test compiles them.
const SCHEMAS: Readonly<Record<ClaimType, unknown>> = { professional, institutional, dental };

/** The JSON Schema (2020-12) of the requests of a claim type. `"x12": false` marks what has no place in the 837. */
export function claimSchema(type: ClaimType): WholeSchema {
  return SCHEMAS[type] as WholeSchema;
}
