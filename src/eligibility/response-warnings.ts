import { NOTE_REASONS } from '../mapping/note-reasons.js';
import type { MappingNote } from '../mapping/notes.js';
import type { Finding } from '../model/finding.js';
import { findingWords } from '../model/finding-words.js';
import type { ResponseWarning } from './response.js';

/** What reading found wrong with a set; notices are no warnings. */
export function findingWarnings(findings: readonly Finding[]): readonly ResponseWarning[] {
  return findings
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map((found) => {
      const { place, text } = findingWords(found);
      return { code: warningCode(found.reason), description: `${place}: ${text}` };
    });
}

/** What the table had to pass on as it is, or to leave out. */
export function noteWarnings(notes: readonly MappingNote[]): readonly ResponseWarning[] {
  return notes.map(({ reason, pointer, path }) => ({
    code: warningCode(reason),
    description: `${[pointer, path].filter((part) => part !== '').join(', ')}: ${NOTE_REASONS[reason]}`,
  }));
}

function warningCode(reason: string): string {
  return `response::271::${reason.replaceAll('-', '_')}`;
}
