import type { Benefit, EligibilityResponse } from 'ediloom/eligibility';
import type { Block, StandingBlock } from '../blocks.js';
import { notesOf } from './benefit-notes.js';
import { networkOf, servicesOf } from './benefit-words.js';
import { isUnread } from './rejections.js';
import { joined, lines } from './words.js';

const ACTIVE: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5']);
const INACTIVE: ReadonlySet<string> = new Set(['6', '7', '8']);
/** EB03 of a plan as a whole. */
const WHOLE_PLAN = '30';

/** Whether EB01 says that there is coverage, or that there is none. */
export function isCoverage({ code = '' }: Benefit): boolean {
  return ACTIVE.has(code) || INACTIVE.has(code);
}

/** What the plan as a whole says; where it says nothing, what its services say. */
export function planBenefits(benefits: readonly Benefit[]): readonly Benefit[] {
  const said = benefits.filter(isCoverage);
  const whole = said.filter(({ serviceTypeCodes = [] }) => {
    return serviceTypeCodes.length === 0 || serviceTypeCodes.includes(WHOLE_PLAN);
  });
  return whole.length > 0 ? whole : said;
}

const NO_GUARANTEE = 'It is what the payer has said at that time, and no guarantee of payment.';

/** Whether the patient is covered, in a word or two. */
export function coverageWord(response: EligibilityResponse): string {
  return standingOf(response).title.slice(TITLE.length);
}

const TITLE = 'Coverage: ';

/** Whether the patient is covered, in plain words. */
export function standingOf(response: EligibilityResponse): StandingBlock {
  const { benefitsInformation = [], errors, status } = response;
  const said = planBenefits(benefitsInformation);
  const isActive = said.some(({ code = '' }) => ACTIVE.has(code));
  const isInactive = said.some(({ code = '' }) => INACTIVE.has(code));
  if (isActive && isInactive) {
    return standing(
      'Active in part',
      'The payer says that some of the coverage is active and some is not: see Coverage.',
    );
  }
  if (isActive) return standing('Active', `The payer says that the patient has coverage. ${NO_GUARANTEE}`);
  if (isInactive)
    return standing('Inactive', `The payer says that the patient has no active coverage. ${NO_GUARANTEE}`);
  if (isUnread(response)) {
    return standing('Not checked', 'The payer could not read the request, and has not looked for the patient.');
  }
  if (errors.length > 0 || status === 'ERROR') {
    return standing(
      'Rejected',
      'The payer has not said whether the patient is covered: see what it says, and what to do.',
    );
  }
  return standing('Not stated', 'The payer has not said whether the coverage is active.');
}

function standing(title: string, text: string): StandingBlock {
  return { kind: 'standing', title: `${TITLE}${title}`, text };
}

/** What is said to be covered, and what not. */
export function coverageBlocks(benefits: readonly Benefit[]): readonly Block[] {
  const rows = benefits
    .filter(isCoverage)
    .map((benefit) => [
      benefit.name ?? `Status ${benefit.code}`,
      joined(servicesOf(benefit), ', '),
      lines([benefit.planCoverage, benefit.insuranceType ?? benefit.insuranceTypeCode]),
      lines([benefit.coverageLevel, networkLine(benefit)]),
      lines(notesOf(benefit)),
    ]);
  if (rows.length === 0) return [];
  const columns = [
    { title: 'Status', width: 16 },
    { title: 'Services', width: 34 },
    { title: 'Plan', width: 20 },
    { title: 'Who', width: 13 },
    { title: 'Notes', width: 24 },
  ];
  return [
    { kind: 'heading', text: 'Coverage' },
    { kind: 'table', columns, rows },
  ];
}

function networkLine(benefit: Benefit): string | undefined {
  return benefit.inPlanNetworkIndicatorCode === undefined ? undefined : networkOf(benefit);
}
