import type { JsonObject, JsonValue } from '../../model/json.js';
import type { ClaimType } from '../claim-type.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { ALL, type ClaimAtHand, type Edit, type Trail } from './edit.js';

/** Lists of reports, of the claim and of its lines; dental lines have none. */
const OF_CLAIM = 'reportInformations';
const OF_LINE: Readonly<Record<ClaimType, string>> = {
  professional: 'serviceLineSupplementalInformation',
  institutional: 'serviceLineSupplementalInformations',
  dental: '',
};

const ATTACHMENT = {
  ...{ id: 'V73', types: ALL, status: 'A7:21' },
  onlyWith: [OF_CLAIM, OF_LINE.professional, OF_LINE.institutional],
} as const;
const NUMBER = 'attachmentControlNumber';
/** PWK: so many of a claim, and of each line. */
const MOST = 10;

/** Reports that come besides the claim (PWK). */
export const ATTACHMENT_EDITS: readonly Edit[] = [
  {
    ...ATTACHMENT,
    text: 'Each report of a claim has its own attachmentControlNumber: this one is there before.',
    judge: (claim, tell) => {
      const taken = new Set<JsonValue>();
      for (const [at, { [NUMBER]: number }] of reportsOf(claim)) {
        if (number === undefined) continue;
        if (taken.has(number)) tell([...at, NUMBER]);
        taken.add(number);
      }
    },
  },
  {
    ...ATTACHMENT,
    text: 'A report that stays with the provider (AA) is not sent and has no attachmentControlNumber.',
    judge: (claim, tell) => {
      for (const [at, report] of reportsOf(claim))
        if (report.attachmentTransmissionCode === 'AA' && report[NUMBER] !== undefined) tell([...at, NUMBER]);
    },
  },
  {
    ...ATTACHMENT,
    text: `A claim has room for ${MOST} reports, and so has each line.`,
    judge: (claim, tell) => {
      for (const [at, reports] of listsOf(claim)) if (reports.length > MOST) tell(at);
    },
  },
];

function* listsOf(claim: ClaimAtHand): Generator<readonly [Trail, readonly JsonObject[]]> {
  const { type, information, lines, found } = claim;
  const { [OF_CLAIM]: reportsOfClaim } = objectIn(information.claimSupplementalInformation);
  yield [['claimInformation', 'claimSupplementalInformation', OF_CLAIM], objectsIn(reportsOfClaim)];
  const name = OF_LINE[type];
  if (!found.has(name)) return;
  for (const [line, { [name]: reports }] of lines.entries())
    yield [['claimInformation', 'serviceLines', line, name], objectsIn(reports)];
}

function* reportsOf(claim: ClaimAtHand): Generator<readonly [Trail, JsonObject]> {
  for (const [at, reports] of listsOf(claim))
    for (const [index, report] of reports.entries()) yield [[...at, index], report];
}
