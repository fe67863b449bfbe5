import type {
  FileOutline,
  OutlinedInterchange,
  ReadFragment,
  ReadingOptions,
  ReadingRefusal,
  ReadPlan,
  ReadSet,
} from './reader.js';

// What goes through the pipes of a reader process: a task, then the file in frames of bytes alone, then a frame of nothing at all. Back come
// results and one end; the next task is given behind both ends.

export type ReadTask = (
  | { readonly kind: 'outline' }
  | { readonly kind: 'judge'; readonly plan: ReadPlan }
  | { readonly kind: 'read'; readonly plan: ReadPlan }
  | { readonly kind: 'unpack'; readonly packed: 'gzip' | 'zip' }
) &
  Pick<ReadingOptions, 'accountId' | 'encoding'>;

export type ReadResult =
  | { readonly kind: 'interchange'; readonly interchange: OutlinedInterchange }
  | { readonly kind: 'outline'; readonly outline: Omit<FileOutline, 'interchanges'> }
  /** What the engine has decided of one. */
  | { readonly kind: 'judged'; readonly judged: unknown }
  /** Their data are the frame's bytes. */
  | Omit<ReadSet, 'data'>
  | Omit<ReadFragment, 'data'>
  /** The bytes of the frame. */
  | { readonly kind: 'bytes' }
  | ReadEnd;

export type ReadEnd =
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly code: ReadingRefusal; readonly text: string }
  /** A fault of ours; nothing of the file is in it. */
  | { readonly kind: 'failed'; readonly where: string };
