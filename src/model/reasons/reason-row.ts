import type { AK905, IK304, IK403, IK502, TA105 } from '../codes.js';

/** What a finding takes of its reason: the place in the standard's codes, and how bad it is. */
export type ReasonMark = {
  readonly severity: 'error' | 'warning' | 'notice';
  /** WEDI SNIP type. */
  readonly snip: 1 | 2 | 3 | 4 | 5 | 6 | 7;
} & (
  | { readonly level: 'interchange'; readonly code: TA105 }
  | { readonly level: 'group'; readonly code: AK905 }
  | { readonly level: 'transaction'; readonly code: IK502 }
  | { readonly level: 'segment'; readonly code: IK304 }
  | { readonly level: 'element'; readonly code: IK403 }
  | { readonly level: 'content'; readonly code?: undefined }
);

/** What a reason says to a person. Apart, as most programs in a page only count findings. */
export interface ReasonText {
  /** One clause without a full stop; never holds a value. */
  readonly text: string;
  /** What to do next; one sentence. */
  readonly advice: string;
}

/** What a reason means: its place in the standard's codes, how bad it is, what it says and what to do. */
export type ReasonRow = ReasonMark & ReasonText;
