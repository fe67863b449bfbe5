import { createHash } from 'node:crypto';
import type { JournalEntry } from '../delivery/journal.js';

/*
 * Two lines: the entry as JSON, and the SHA-256 of that line. The second shows a file that a failing disk or an editor changed
 * from one that is as it was written; what is not is never taken for "not delivered".
 */

/** What a file of the journal holds. */
export function journalText(entry: JournalEntry): string {
  const { kind, id, state, facts, at } = entry;
  const line = JSON.stringify({ kind, id, state, at, facts });
  return `${line}\n${digestOf(line)}\n`;
}

/** The entry; `undefined` if the text is not as {@link journalText} makes it. */
export function readJournalText(text: string): JournalEntry | undefined {
  const [line = '', digest, rest, ...more] = text.split('\n');
  if (digest !== digestOf(line) || rest !== '' || more.length > 0) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

function isEntry(value: unknown): value is JournalEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['kind', 'id', 'state', 'at'].every((member) => typeof Reflect.get(value, member) === 'string') &&
    typeof Reflect.get(value, 'facts') === 'object'
  );
}
