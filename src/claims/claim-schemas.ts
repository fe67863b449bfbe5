import type { FormSchema, ObjectSchema, WholeSchema } from '../form/form-schema.js';
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

const OTHERS = 'otherSubscriberInformation';
/** Loops 2320 of a claim. */
const MOST_OTHERS = 10;

/** The schema of an institutional claim with a list of other payers: its own has one object there, though several may pay before. */
export function schemaOfListedPayers(): WholeSchema {
  const whole = claimSchema('institutional');
  return { ...whole, ...changed(whole, 'claimInformation', (information) => changed(information, OTHERS, listOf)) };
}

function changed(schema: FormSchema, name: string, change: (inner: FormSchema) => FormSchema): ObjectSchema {
  const object = schema as ObjectSchema; // both are objects in the file
  const inner = object.properties[name];
  return inner === undefined ? object : { ...object, properties: { ...object.properties, [name]: change(inner) } };
}

function listOf(items: FormSchema): FormSchema {
  return { type: 'array', items, minItems: 1, maxItems: MOST_OTHERS };
}
