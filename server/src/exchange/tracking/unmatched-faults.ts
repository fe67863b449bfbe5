import type { AppliedAnswers, Unmatched } from './received-answers.js';

/** Numbers that a fault names; of the others it says how many there are. */
const MOST_NUMBERS = 10;

/** What each kind of answer names. */
const NAMED: Readonly<Record<Unmatched['kind'], string>> = {
  TA1: 'interchanges (ISA13)',
  '997 or 999': 'functional groups (GS06)',
  'transaction set': 'transaction sets (ST02)',
  '277CA': 'submissions of claims',
};

/** Faults of the file that the answers came in: one a kind, however many there are. */
export function unmatchedFaults(unmatched: readonly Unmatched[]): AppliedAnswers['faults'] {
  return (Object.keys(NAMED) as Unmatched['kind'][]).flatMap((kind) => {
    const ofKind = unmatched.filter((one) => one.kind === kind);
    return ofKind.length === 0 ? [] : [{ code: 'FILE_NOT_FOUND' as const, message: messageOf(kind, ofKind) }];
  });
}

function messageOf(kind: Unmatched['kind'], unmatched: readonly Unmatched[]): string {
  const numbers = [...new Set(unmatched.flatMap(({ number }) => number ?? []))];
  const named = numbers.slice(0, MOST_NUMBERS).join(', ');
  const more = numbers.length > MOST_NUMBERS ? ` and ${numbers.length - MOST_NUMBERS} more` : '';
  const which = named === '' ? '' : `: ${named}${more}`;
  return `Acknowledgments name ${NAMED[kind]} that this server did not send to this partner${which}. Nothing was changed. Ask the partner what they answer, or whether another system sends to them under the same ids.`;
}
