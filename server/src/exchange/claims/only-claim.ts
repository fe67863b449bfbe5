import { type Document, describeFinding, type Guide, type TransactionDocument, X12Error } from 'ediloom';
import { CLAIM_GUIDES, CLAIM_TYPES, type ClaimType } from 'ediloom/claims';
import type { Run } from '../services.js';
import type { X12Claim } from './claim.js';
import { type ClaimEngine, claimRelease } from './claim-engines.js';
import { ofOtherType, wrongX12 } from './refusals.js';

/** An interchange with one set, as its sender wrote it. */
export interface OnlySet {
  readonly interchange: Document['interchanges'][number];
  readonly set: TransactionDocument;
}

/** Faults that are told at once. */
const MOST_FAULTS = 100;

/** Whoever reads a file of many passes it over. Here it may be a second claim whose ISA is damaged, which would be lost in silence. */
const OUTSIDE = 'text-outside';
const BEHIND = 'Something stands beside the interchange, which cannot be read: send the interchange alone.';
const ACKNOWLEDGES = 'It has a TA1, which answers something else: send the claim alone.';

/**
 * The set of an interchange that has no other, without a fault that a TA1 or a 999 would tell.
 * @throws Problem `invalid`: in the order of their levels, so that a set of another guide is not told all that it lacks of this one.
 */
export async function onlyClaim(run: Run, codecs: ClaimEngine, { type, x12, placeFor }: X12Claim): Promise<OnlySet> {
  const { interchanges, findings } = await parsed(run, codecs, x12);
  const [interchange, ...moreInterchanges] = interchanges;
  const groups = interchange?.groups ?? [];
  const sets = groups.flatMap(({ transactions }) => transactions);
  const [set] = sets;
  demandNone([...findings, ...(interchange?.findings ?? []), ...groups.flatMap((group) => group.findings)]);
  if (interchange === undefined || set === undefined)
    throw wrongX12([{ place: 'ISA', message: 'It has no transaction set.' }]);
  if (moreInterchanges.length > 0 || groups.length > 1 || sets.length > 1)
    throw wrongX12([{ place: 'ST', message: 'It has several transaction sets: send each by itself.' }]);
  if (findings.some(({ reason }) => reason === OUTSIDE)) throw wrongX12([{ place: 'IEA', message: BEHIND }]);
  if (interchange.acknowledgments.length > 0) throw wrongX12([{ place: 'TA1', message: ACKNOWLEDGES }]);
  const guide = CLAIM_GUIDES[type];
  if (set.guide !== guide) {
    const message = `It is no ${guide.replace('-', ' of version ')} (GS08, ST03), which this operation takes.`;
    const other = typeOfRelease(groups[0]?.header?.release) ?? type;
    throw wrongX12([{ place: 'ST', message: other === type ? message : `${message} ${ofOtherType(other, placeFor)}` }]);
  }
  demandNone(set.findings, codecs.guide);
  return { interchange, set };
}

function typeOfRelease(release: string | undefined): ClaimType | undefined {
  return CLAIM_TYPES.find((type) => claimRelease(type) === release?.trim());
}

/**
 * @param guide of the set that they are about.
 * @throws Problem `invalid` with each of the findings that is an error.
 */
function demandNone(findings: Document['findings'], guide?: Guide): void {
  // What no acknowledgment tells, such as amounts that do not agree, is told by the rules of claims.
  const errors = findings
    .filter(({ severity, level }) => severity === 'error' && level !== 'content')
    .slice(0, MOST_FAULTS);
  if (errors.length === 0) return;
  throw wrongX12(
    errors.map((error) => {
      const { code, place, text, advice } = describeFinding(error, { guide });
      return { place, message: `${text}${code === '' ? '' : ` (${code})`}. ${advice}`.trim() };
    }),
  );
}

async function parsed({ services, caller }: Run, { engine }: ClaimEngine, x12: string): Promise<Document> {
  try {
    return await engine.parse(services.heavyTurns.pieces(caller.accountId, Buffer.from(x12, 'utf8')));
  } catch (error) {
    if (!(error instanceof X12Error)) throw error;
    throw wrongX12([
      { place: 'ISA', message: 'It is no interchange: it does not begin with an ISA that can be read.' },
    ]);
  }
}
