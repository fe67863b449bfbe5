import type { BatchStatus } from '../../store/batch-tables.js';

/** What moves a batch: who hands it in, who looks through a table that was put, who lets it go, and the end of its last check. */
export type BatchMove = 'submit' | 'open' | 'sound-table' | 'faulty-table' | 'execute' | 'all-answered' | 'some-failed';

interface Move {
  readonly from: readonly (BatchStatus | 'none')[];
  readonly to: BatchStatus;
}

/** Every move there is. What was handed in as JSON or X12 was judged before it was taken, and is let go at once. */
export const BATCH_MOVES: Readonly<Record<BatchMove, Move>> = {
  submit: { from: ['none'], to: 'IN_PROGRESS' },
  open: { from: ['none'], to: 'PENDING' },
  'sound-table': { from: ['PENDING', 'VALIDATED', 'VALIDATION_FAILED'], to: 'VALIDATED' },
  'faulty-table': { from: ['PENDING', 'VALIDATED', 'VALIDATION_FAILED'], to: 'VALIDATION_FAILED' },
  execute: { from: ['VALIDATED'], to: 'IN_PROGRESS' },
  'all-answered': { from: ['IN_PROGRESS'], to: 'COMPLETED' },
  'some-failed': { from: ['IN_PROGRESS'], to: 'COMPLETED_WITH_ERRORS' },
};

/** In which count of its batch an item stands. */
export type BatchCount =
  | ('validated_count' | 'validation_failed_count')
  | ('in_progress_count' | 'success_count' | 'error_count');
