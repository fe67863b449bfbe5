import type { GuideDifference } from './guide-difference.js';
import type { GuideOutline } from './outline.js';

/** What a document of a guide may have beside the guide. */
export interface GuideDocumentExtras {
  /** Of an overlay: the id of its base, and what it changes. */
  readonly base?: { readonly id: string; readonly differences: readonly GuideDifference[] } | undefined;
  /** X12 of a small set, made up, a segment a line. */
  readonly example?: string | undefined;
}

/** What a reader is told first. */
export function introduction(
  { kind, confidence }: Pick<GuideOutline, 'kind' | 'confidence'>,
  { base }: GuideDocumentExtras,
): string {
  const whole =
    kind === 'guide'
      ? 'What an implementation guide asks for: segments, elements and codes in the order in which they stand.'
      : 'What the standard itself allows: partners agree on less.';
  const what = base === undefined ? whole : `What partners have agreed on: ${base.id}, narrowed.`;
  return `${what} Confidence of this description: ${confidence}.`;
}

export const ENVELOPE_NOTE = 'Made up, and as small as the guide allows.';
