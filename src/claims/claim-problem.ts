import { pointerOf } from '../form/pointer.js';

/** What may be said of a property that is not refused. */
export type WarningRule = keyof typeof WARNINGS;

/** Texts of the warnings: what became of the property, and what to do. */
export const WARNINGS = {
  'no-place': 'It has no place in this claim and is not sent.',
  'role-unknown': 'Its providerType is no role of this claim, such as RenderingProvider: it is not sent.',
  'not-sent': 'It is not sent, for another property that was given takes its place.',
  moved: 'It was sent in the place of the property that has replaced it. Use that one.',
  'same-as-billing': 'It says what the billing provider says already and is not sent.',
  'same-as-claim': 'It says what the claim says already and is not sent.',
  'person-only': 'The claim has room for the name of a person alone: it was sent as the last name.',
  'organization-only': 'The claim has room for the name of an organisation alone: it was sent as that.',
  repaired: 'Its form was repaired.',
  'and-more': 'There is more than can be told at once. Mend this first.',
} as const;

/** How many problems or warnings are told at most: no honest request comes near, and an answer has an end. */
export const MOST_TOLD = 10_000;

/** What became of a property, without its value. */
export interface ClaimWarning {
  /** JSON pointer into the request as it was given. */
  readonly pointer: string;
  /** One of {@link WARNINGS}, of the form, or the id of an edit that only advises. */
  readonly rule: string;
  readonly text: string;
}

/** Takes warnings down. */
export type Warn = (trail: readonly (string | number)[], rule: WarningRule) => void;

/** A list and the function that adds to it, up to {@link MOST_TOLD}. */
export function warnings(): { readonly list: ClaimWarning[]; readonly warn: Warn } {
  const list: ClaimWarning[] = [];
  const add = (pointer: string, rule: WarningRule): void => void list.push({ pointer, rule, text: WARNINGS[rule] });
  return {
    list,
    warn: (trail, rule) => {
      if (list.length < MOST_TOLD) add(pointerOf(trail), rule);
      else if (list.length === MOST_TOLD) add('', 'and-more');
    },
  };
}
