import type { JsonObject, JsonValue } from '../../model/json.js';
import type { ClaimType } from '../claim-type.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { ALL, type ClaimAtHand, type Edit, type Trail } from './edit.js';

const ATTACHMENT = { id: 'V73', types: ALL, status: 'A7:21' } as const;
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

/** The list of a line; dental lines have none. */
const OF_LINE: Readonly<Record<ClaimType, string>> = {
  professional: 'serviceLineSupplementalInformation',
  institutional: 'serviceLineSupplementalInformations',
  dental: '',
};

function* listsOf({ type, information, lines }: ClaimAtHand): Generator<readonly [Trail, readonly JsonObject[]]> {
  const { reportInformations } = objectIn(information.claimSupplementalInformation);
  yield [['claimInformation', 'claimSupplementalInformation', 'reportInformations'], objectsIn(reportInformations)];
  const name = OF_LINE[type];
  for (const [line, { [name]: reports }] of lines.entries())
    yield [['claimInformation', 'serviceLines', line, name], objectsIn(reports)];
}

function* reportsOf(claim: ClaimAtHand): Generator<readonly [Trail, JsonObject]> {
  for (const [at, reports] of listsOf(claim))
    for (const [index, report] of reports.entries()) yield [[...at, index], report];
}
