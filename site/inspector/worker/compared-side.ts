import { type Delimiters, Tokenizer } from 'ediloom';
import { GrownList } from './grown-list.js';
import type { Pause } from './pause.js';
import type { SegmentIds } from './segment-ids.js';
import { Refused } from './trouble.js';

const CHUNK = 65_536;

/** The segments of one of two files that are compared: their places, and numbers that are equal where segments are. */
export interface Side {
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly ids: Int32Array;
  readonly tags: Int32Array;
  readonly delimiters: readonly { readonly from: number; readonly delimiters: Delimiters }[];
}

export interface SideOptions {
  /** Numbers of segments and of tags, the same for both sides. */
  readonly ids: SegmentIds;
  readonly tags: SegmentIds;
  readonly pause: Pause;
  /** Segments that may be there. */
  readonly most: number;
}

/** Cuts a file into segments. @throws X12Error for what is not X12; Refused where there are too many segments. */
export async function readSide(bytes: Uint8Array, { ids, tags, pause, most }: SideOptions): Promise<Side> {
  const lists = { starts: new GrownList(), ends: new GrownList(), ids: new GrownList(), tags: new GrownList() };
  const delimiters: { readonly from: number; readonly delimiters: Delimiters }[] = [];
  const tokenizer = new Tokenizer({ scan: true });
  let offset = 0;
  const take = (batches: ReturnType<Tokenizer['push']>): void => {
    for (const { opening, delimiters: own, baseOffset, marks, starts, count } of batches) {
      if (opening !== undefined) {
        offset = opening.inputOffset;
        delimiters.push({ from: lists.starts.length, delimiters: own });
      }
      if (lists.starts.length + count > most) throw new Refused('size', TOO_MANY);
      for (let i = 0; i < count; i++) {
        const mark = starts[i] ?? 0;
        const last = marks[(starts[i + 1] ?? 0) - 1] ?? 0;
        const from = offset + baseOffset + (marks[mark] ?? 0) + 1;
        const to = offset + baseOffset + last;
        lists.starts.push(from);
        lists.ends.push(to);
        lists.ids.push(ids.idOf(bytes, from, to));
        lists.tags.push(tags.idOf(bytes, from, offset + baseOffset + (marks[mark + 1] ?? last)));
      }
    }
  };
  for (let at = 0; at < bytes.length; at += CHUNK) {
    take(tokenizer.push(bytes.subarray(at, at + CHUNK)));
    await pause.turn();
  }
  take(tokenizer.end());
  return {
    bytes,
    starts: lists.starts.values(),
    ends: lists.ends.values(),
    ids: lists.ids.values(),
    tags: lists.tags.values(),
    delimiters,
  };
}

const TOO_MANY = 'These files have too many segments to be compared here: six million together are the most.';
