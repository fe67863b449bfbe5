import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import { objectIn } from '../moves/json-parts.js';
import { ALL, type ClaimAtHand, type Edit, type Trail } from './edit.js';
import { entityOf, told } from './entities.js';
import { lookFor } from './everywhere.js';

/** What providers are called, and whom to ask. */
export const PROVIDER_NAME_EDITS: readonly Edit[] = [
  {
    id: 'V16',
    types: ALL,
    status: 'A6:125',
    text: 'A provider has a name: organizationName, or lastName.',
    judge: (claim, tell) => {
      for (const [at, provider] of namedProviders(claim)) {
        if (provider.organizationName !== undefined || provider.lastName !== undefined) continue;
        const name =
          claim.type === 'institutional' && ORGANISATIONS.has(String(at[0])) ? 'organizationName' : 'lastName';
        told(tell, [...at, name], entityOf(at));
      }
    },
  },
  {
    id: 'V17',
    types: ALL,
    status: 'A6:124:41',
    text: 'The submitter can be asked: its contactInformation has a telephone, a fax or an e-mail address.',
    judge: ({ request }, tell) => {
      const contact = objectIn(objectIn(request.submitter).contactInformation);
      if (['phoneNumber', 'faxNumber', 'email'].every((name) => contact[name] === undefined))
        tell(['submitter', 'contactInformation']);
    },
  },
];

/** Never a person on institutional claims. */
const ORGANISATIONS: ReadonlySet<string> = new Set(['submitter', 'billing']);

/** They are always there. */
const REQUIRED = ['submitter', 'billing'];
const OF_REQUEST = [
  ...['referring', 'rendering', 'supervising', 'assistantSurgeon', 'attending'],
  ...['operatingPhysician', 'otherOperatingPhysician'],
];
const OF_LINE = [
  ...['renderingProvider', 'referringProvider', 'supervisingProvider', 'orderingProvider', 'assistantSurgeon'],
  ...['operatingPhysician', 'otherOperatingPhysician'],
];

lookFor(OF_LINE);

function* namedProviders({ request, lines, found }: ClaimAtHand): Generator<readonly [Trail, JsonObject]> {
  for (const name of REQUIRED) yield [[name], objectIn(request[name])];
  for (const name of OF_REQUEST) if (isObject(request[name])) yield [[name], objectIn(request[name])];
  const ofLine = OF_LINE.filter((name) => found.has(name));
  if (ofLine.length === 0) return;
  for (const [at, line] of lines.entries())
    for (const name of ofLine)
      if (isObject(line[name])) yield [['claimInformation', 'serviceLines', at, name], objectIn(line[name])];
}
