import { type AcknowledgedInterchange, type Engine, segmentsOf, Tokenizer } from 'ediloom';
import type { AnswerText } from '../shared/protocol.js';
import { cutText, visibleText } from '../shared/visible-text.js';

const [MOST_ANSWERS, MOST_SEGMENTS, MOST_CHARACTERS, MOST_GROUPS] = [50, 500, 300, 20];

/** Guides by which answers are written. */
export const ANSWER_GUIDES = ['999-005010X231A1', '997-004010', '997-005010'] as const;

const VERDICTS: Readonly<Record<string, string>> = {
  A: 'accepted',
  E: 'accepted with errors',
  P: 'partly accepted',
  R: 'rejected',
  M: 'rejected: authentication failed',
  W: 'rejected: assurance failed',
  X: 'rejected: cannot be decrypted',
};

/** What a partner would send back, interchange by interchange. */
export function answerTexts(acknowledged: readonly AcknowledgedInterchange[], engine: Engine): readonly AnswerText[] {
  return acknowledged.slice(0, MOST_ANSWERS).map((one) => {
    const { interchange, verdict, groups, reply } = one;
    const told = {
      interchange,
      verdict: VERDICTS[verdict.acknowledgmentCode] ?? verdict.acknowledgmentCode,
      groups: groups.slice(0, MOST_GROUPS).map(({ kind, verdict: code }, i) => {
        return `Group ${i + 1}: ${VERDICTS[code] ?? code}, by a ${kind}`;
      }),
    };
    if (reply === undefined) return { ...told, segments: [], more: 0 };
    const { bytes } = engine.generate({ interchanges: [reply] }, { findings: 'report' });
    return { ...told, ...segmentTexts(bytes), delimiters: reply.delimiters };
  });
}

function segmentTexts(bytes: Uint8Array): { readonly segments: readonly string[]; readonly more: number } {
  const segments: string[] = [];
  let total = 0;
  const tokenizer = new Tokenizer();
  const take = (batches: ReturnType<Tokenizer['push']>): void => {
    for (const batch of batches) {
      total += batch.count;
      if (segments.length >= MOST_SEGMENTS) continue;
      for (const { raw } of segmentsOf(batch)) {
        if (segments.length < MOST_SEGMENTS) segments.push(visibleText(cutText(raw, MOST_CHARACTERS).text));
      }
    }
  };
  for (let at = 0; at < bytes.length; at += 65_536) take(tokenizer.push(bytes.slice(at, at + 65_536)));
  take(tokenizer.end());
  return { segments, more: total - segments.length };
}
