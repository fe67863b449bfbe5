import type { AcknowledgedInterchange } from 'ediloom';
import { envelopeMoment } from '../../clock.js';
import { hashOf } from './read-claim-sets.js';

type Reply = NonNullable<AcknowledgedInterchange['reply']>;

/** What an answer is of: by that it has its number, so that it is the same however often it is written. */
export interface AnswerOf {
  readonly x12: Uint8Array;
  readonly kind: string;
  /** Among those of its kind. */
  readonly place: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** From 1 to 999999999: two answers to one partner have the same about once in many thousands, and are told apart by what they say. */
export function answerNumber({ x12, kind, place, at }: AnswerOf): number {
  const text = Buffer.from(x12.buffer, x12.byteOffset, x12.length).toString('latin1');
  return (Number.parseInt(hashOf(text, kind, String(place), String(at)).slice(0, 12), 16) % 999_999_999) + 1;
}

/** An acknowledgment with date, time and numbers. */
export function numberedAnswer(reply: Reply, of: AnswerOf) {
  const { header, groups } = reply;
  const moment = envelopeMoment(of.at);
  const number = answerNumber(of);
  return {
    ...reply,
    header: { ...header, ...moment, controlNumber: String(number).padStart(9, '0') },
    groups: groups.map((group, place) => ({
      ...group,
      header: { ...group.header, ...moment, controlNumber: ((number + place - 1) % 999_999_999) + 1 },
    })),
  };
}
