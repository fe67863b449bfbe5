import type { CallName, Trouble } from '../shared/protocol.js';
import { CallFailed } from './link.js';

/** What did not happen, where a question that a person asked for was not answered. */
const UNDONE: Readonly<Partial<Record<CallName, string>>> = {
  open: 'The file was not opened.',
  bytes: 'The file was not saved.',
  edit: 'The change was not made.',
  writeJson: 'The change was not made.',
  undo: 'Nothing was taken back.',
  redo: 'Nothing was done again.',
  compare: 'The files were not compared.',
  find: 'Nothing was searched for.',
};

/**
 * What is to be told of a failure that nothing on the page dealt with: every answer that the worker could not give. Undefined where
 * the question was about something that a newer one has taken the place of, and for faults of the page itself, which the browser reports.
 */
export function failureToTell(reason: unknown): Trouble | undefined {
  if (!(reason instanceof CallFailed) || isLate(reason)) return undefined;
  const { call, trouble } = reason;
  // All that were asked fail alike, and the reason says what is gone.
  if (trouble.code === 'worker') return trouble;
  return { ...trouble, text: `${UNDONE[call] ?? 'Something could not be shown.'} ${trouble.text}` };
}

/** True for an answer that no longer matters. */
export function isLate(reason: unknown): boolean {
  return reason instanceof CallFailed && reason.trouble.code === 'superseded';
}
