import type { ClaimType } from '../../../src/claims/claim-type.js';
import type { ClaimLine } from './claim-lines.js';

/** What of an 837 does not come back from the request that it is read as, and why: the whole list. */
export interface Loss {
  readonly reason: string;
  readonly types?: readonly ClaimType[];
  /**
   * A line of the file, or of what was written, without what is lost: nothing where that is all of it, the same line where it is none of it.
   * `claim` is that of the file.
   */
  readonly change: (line: ClaimLine, claim: readonly ClaimLine[]) => ClaimLine | undefined;
}

export const LOSSES: readonly Loss[] = [
  {
    reason: 'of a subscriber who is not the patient a request has the name and the numbers alone',
    change: (line, claim) =>
      line.loop === '2010BA' && ['N3', 'N4', 'DMG', 'PER'].includes(tagOf(line)) && claim.some(inLoop('2000C'))
        ? undefined
        : line,
  },
  {
    reason: 'who renders is not named where it is who bills, by the NPI',
    types: ['professional'],
    change: (line, claim) =>
      ['2310B', '2420A'].includes(line.loop) && npiOf(claim, line.loop) === npiOf(claim, '2010AA') ? undefined : line,
  },
  {
    reason: 'a place of service is not repeated in a line',
    change: (line, claim) => {
      const at = { SV1: 5, SV3: 3 }[tagOf(line)];
      const place = claim.find(({ elements }) => elements[0] === 'CLM')?.elements[5]?.split(':')[0];
      return at === undefined || line.elements[at] !== place ? line : withElement(line, at, '');
    },
  },
  {
    reason: 'a request has the id that a payer has of its own (PI), no national one',
    change: (line) =>
      line.loop === '2010BB' && tagOf(line) === 'NM1' && line.elements[8] === 'XV' ? withElement(line, 8, 'PI') : line,
  },
  {
    reason: 'whether the address for payments is of a person follows from who bills',
    change: (line, claim) => {
      if (line.loop !== '2010AB' || tagOf(line) !== 'NM1') return line;
      return withElement(
        line,
        2,
        claim.find((one) => inLoop('2010AA')(one) && tagOf(one) === 'NM1')?.elements[2] ?? '',
      );
    },
  },
  {
    reason: 'the period of a statement is a range, also of one day',
    types: ['institutional'],
    change: (line) => {
      const [tag, qualifier, , period = ''] = line.elements;
      if (tag !== 'DTP' || qualifier !== '434' || period.includes('-')) return line;
      return { ...line, elements: ['DTP', '434', 'RD8', `${period}-${period}`] };
    },
  },
  {
    reason: 'what kind of place CLM05 names is always B, and A on the bills of hospitals',
    change: (line) => {
      if (tagOf(line) !== 'CLM') return line;
      const [place = '', , frequency = ''] = (line.elements[5] ?? '').split(':');
      return withElement(line, 5, `${place}::${frequency}`);
    },
  },
  {
    reason: 'the composites of the file have another separator than its ISA says, and are no composites',
    change: (line, claim) =>
      claim.some((one) => tagOf(one) === tagOf(line) && one.elements.some((element) => /\w>\w/.test(element)))
        ? undefined
        : line,
  },
  {
    reason: 'the guide has no place for the segment',
    change: (line) => (line.isUnknown ? undefined : line),
  },
  {
    reason: 'CLM06 is not used on the bills of hospitals',
    types: ['institutional'],
    change: (line) => (tagOf(line) === 'CLM' ? withElement(line, 6, '') : line),
  },
  {
    reason: 'a group that has a number has no name, nor has one that pays a hospital',
    change: (line, claim) =>
      tagOf(line) === 'SBR' && (line.elements[3] !== '' || isOfHospital(claim)) ? withElement(line, 4, '') : line,
  },
  {
    reason: 'tax numbers are written without hyphens',
    change: (line) =>
      tagOf(line) === 'REF' && ['EI', 'SY'].includes(line.elements[1] ?? '')
        ? withElement(line, 2, (line.elements[2] ?? '').replaceAll('-', ''))
        : line,
  },
  {
    reason: 'the receiver of a dental claim is the payer that it goes to',
    types: ['dental'],
    change: (line, claim) => {
      if (line.loop !== '1000B') return line;
      return withElement(
        line,
        9,
        claim.find((one) => inLoop('2010BB')(one) && tagOf(one) === 'NM1')?.elements[9] ?? '',
      );
    },
  },
];

function tagOf({ elements }: ClaimLine): string {
  return elements[0] ?? '';
}

function inLoop(loop: string): (line: ClaimLine) => boolean {
  return (line) => line.loop === loop;
}

function npiOf(claim: readonly ClaimLine[], loop: string): string | undefined {
  return claim.find((line) => line.loop === loop && tagOf(line) === 'NM1' && line.elements[8] === 'XX')?.elements[9];
}

function isOfHospital(claim: readonly ClaimLine[]): boolean {
  return claim.some((line) => tagOf(line) === 'SV2');
}

function withElement(line: ClaimLine, at: number, value: string): ClaimLine {
  const elements = line.elements.map((element, position) => (position === at ? value : element));
  while (elements.at(-1) === '') elements.pop();
  return { ...line, elements };
}
