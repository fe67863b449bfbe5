import type { RequestProblem } from 'ediloom/eligibility';
import type { RowProblem } from '../../resources/eligibility-batches/columns.js';
import type { NamedPayer, PayerFound } from '../../resources/payers/find-payer.js';
import { columnAt } from './table-columns.js';

/*
 * What is wrong with a row, for people who have never heard of a property or a pointer.
 */

type Rule = RequestProblem['rule'];

const WORDS: Readonly<Partial<Record<Rule, string>>> = {
  required: 'It is empty.',
  blank: 'It is empty.',
  form: 'It is not written in the form that is expected.',
  length: 'It is too short or too long.',
  entries: 'There are too few or too many of them.',
  'check-digit': 'It is no NPI: one of its digits is wrong, or two have changed places.',
  'code-unknown': 'It is none of the codes that may stand here.',
  'delimiter-inside': 'It has one of the signs * > ^ ~ in it, or a line break.',
  'half-character': 'It is cut in the middle of a character.',
};

/** In place of what is to be written in the column, which says nothing of them. */
const REMEDIES: Readonly<Partial<Record<Rule, string>>> = {
  'delimiter-inside': 'Leave the sign or the line break out, or write a blank in its place.',
};

/** Rules about several cells. */
const OF_ROW: Readonly<Partial<Record<Rule, RowProblem>>> = {
  'provider-identifier': {
    column: 'Provider NPI',
    problem: 'It is empty.',
    remedy: 'Write the ten digits of the NPI.',
  },
  'provider-name': {
    column: 'Provider organization',
    problem: 'The provider has no name.',
    remedy: 'Write the name of the practice, or Provider last name for a person.',
  },
  'subscriber-search': {
    column: 'Member ID',
    problem: 'Nothing says who the subscriber is.',
    remedy: 'Write the member id, or the last name or date of birth of the subscriber.',
  },
  'date-range': {
    column: 'Date of service',
    problem: 'The days of service do not fit together.',
    remedy: 'Write Date of service alone, or Service from and Service to with the later day in Service to.',
  },
};

export function wordsOfRule({ pointer, rule, text }: RequestProblem): RowProblem {
  const ofRow = OF_ROW[rule];
  if (ofRow !== undefined) return ofRow;
  const column = columnAt(pointer);
  return {
    column: column?.heading,
    problem: WORDS[rule] ?? text,
    remedy: REMEDIES[rule] ?? column?.remedy ?? 'Correct the row.',
  };
}

const PAYER = 'Payer ID';
type NoPayer = Exclude<PayerFound, { kind: 'found' }>;

export const TAKES_NO_CHECKS: RowProblem = {
  column: PAYER,
  problem: 'This payer answers no eligibility checks over this service.',
  remedy: 'Take the row out, and ask the payer in another way.',
};

/** @param found nobody, or several payers with this alias. @param called payers whose names are much like the cell. */
export function wordsOfPayer(found: NoPayer, called: readonly NamedPayer[] = []): RowProblem {
  if (found.kind === 'ambiguous') {
    const remedy = `Write the id of one of them: ${namesOf(found.candidates)}.`;
    return { column: PAYER, problem: 'Several payers are called so.', remedy };
  }
  if (called.length > 0) {
    const remedy = `Perhaps one of these is meant: ${namesOf(called)}. Write its id, not its name.`;
    return { column: PAYER, problem: 'No payer has this id.', remedy };
  }
  return found.near.length === 0
    ? {
        column: PAYER,
        problem: 'No payer has this id.',
        remedy: 'Look the payer up in the list of payers, and write its id.',
      }
    : {
        column: PAYER,
        problem: 'No payer has this id; zeros in front and capitals count.',
        remedy: `Perhaps one of these is meant: ${namesOf(found.near)}. A spreadsheet program keeps zeros in a column of text.`,
      };
}

function namesOf(payers: readonly NamedPayer[]): string {
  return payers.map(({ displayName, primaryPayerId }) => `${primaryPayerId} (${displayName})`).join(', ');
}
