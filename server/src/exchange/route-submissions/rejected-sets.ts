import { type EngineEvent, isX12Error } from 'ediloom';
import { inPieces, type Steps, stepsInTurns } from '../../heavy-turns.js';
import { type Around, aloneSet } from '../eligibility/alone-set.js';
import type { EligibilityEngine } from '../eligibility/eligibility-engine.js';
import type { PayerReply } from '../payer-routes/payer-exchange.js';

/** What of a file a payer does not take: all of it, or sets by their places; each with the answer to one of them. */
export type Rejected =
  | { readonly kind: 'all'; readonly reply: PayerReply }
  | { readonly kind: 'sets'; readonly replies: ReadonlyMap<number, PayerReply> };

/** IK501 and AK901 by which a set, or a group, is not taken. */
const REJECTING: ReadonlySet<unknown> = new Set(['R', 'M', 'W', 'X']);
/** 999s that are written at a stretch: some milliseconds of work. */
const AT_A_STRETCH = 20;

type Engine = EligibilityEngine['engine'];
type EventOf<Kind> = Extract<EngineEvent, { readonly kind: Kind }>;
type SetEvent = EventOf<'transaction'>;

interface Loop {
  readonly transaction_set_response_header_AK2?: { readonly transaction_set_control_number_02?: unknown };
  readonly transaction_set_response_trailer_IK5?: { readonly transaction_set_acknowledgment_code_01?: unknown };
}
/** Of a 999 in guide JSON. */
interface Heading {
  readonly functional_group_response_header_AK1?: {
    readonly functional_identifier_code_01?: unknown;
    readonly group_control_number_02?: unknown;
  };
  readonly transaction_set_response_header_AK2_loop?: readonly Loop[];
  readonly functional_group_response_trailer_AK9?: Trailer;
}
interface Trailer {
  readonly functional_group_acknowledge_code_01?: unknown;
  readonly number_of_accepted_transaction_sets_04?: unknown;
}

/** A file as its acknowledgment names it. */
interface Numbers {
  readonly interchange: string;
  readonly group: number;
  /** ST02 of its sets are 1 to that. */
  readonly sets: number;
}

/**
 * Reads the acknowledgment of a file, in turns: it may be long. What is about another file says nothing, and nothing behind where it cannot be
 * read. An answer has no more of it than is about its check: all of it would be stored with each of thousands, and may be about other patients.
 */
export async function rejectedSets(engine: Engine, x12: Uint8Array, numbers: Numbers): Promise<Rejected> {
  const around: Around = {};
  const replies = new Map<number, PayerReply>();
  let ofOthers: PayerReply | undefined;
  try {
    for await (const event of engine.stream(inPieces(x12))) {
      if (event.kind === 'interchange') around.interchange = event;
      if (event.kind === 'group') around.group = event;
      if (event.kind === 'acknowledgment' && isRejected(event, numbers)) {
        return { kind: 'all', reply: answer(aloneTa1(engine, around, event)) };
      }
      if (event.kind !== 'transaction') continue;
      const heading = (event.data as { readonly heading?: Heading }).heading ?? {};
      if (!isAbout(heading, numbers)) continue;
      const { transaction_set_response_header_AK2_loop: loops = [], functional_group_response_trailer_AK9: trailer } =
        heading;
      if (REJECTING.has(trailer?.functional_group_acknowledge_code_01)) {
        const reply = answer(aloneSet(engine, around, about(event, [], trailer)));
        if (loops.length === 0) return { kind: 'all', reply };
        // Who takes no set where one is wrong may name that one alone.
        if (Number(trailer?.number_of_accepted_transaction_sets_04 ?? 0) === 0) ofOthers ??= reply;
      }
      await stepsInTurns(writeReplies(engine, around, { event, loops, replies, sets: numbers.sets }));
    }
  } catch (error) {
    // What came before it is whole.
    if (!isX12Error(error)) throw error;
  }
  for (let place = 1; ofOthers !== undefined && place <= numbers.sets; place++) {
    if (!replies.has(place)) replies.set(place, ofOthers);
  }
  return { kind: 'sets', replies };
}

function answer(x12: Uint8Array): PayerReply {
  return { kind: 'answer', x12 };
}

/** GS01 and GS06 of the group, as AK101 and AK102 say them: groups of other transaction sets have numbers of their own. */
function isAbout({ functional_group_response_header_AK1: group }: Heading, { group: number }: Numbers): boolean {
  return group?.functional_identifier_code_01 === 'HS' && Number(group.group_control_number_02) === number;
}

function isRejected({ acknowledgment }: EventOf<'acknowledgment'>, { interchange }: Numbers): boolean {
  const { interchangeControlNumber, acknowledgmentCode } = acknowledgment;
  return acknowledgmentCode === 'R' && Number(interchangeControlNumber) === Number(interchange);
}

function aloneTa1(engine: Engine, { interchange }: Around, { acknowledgment }: EventOf<'acknowledgment'>): Uint8Array {
  if (interchange === undefined) throw new Error('A TA1 was found outside an interchange.');
  const { header, delimiters } = interchange;
  const alone = { header, delimiters, acknowledgments: [acknowledgment], groups: [] };
  return engine.generate({ interchanges: [alone] }, { findings: 'report' }).bytes;
}

interface Writing {
  readonly event: SetEvent;
  readonly loops: readonly Loop[];
  readonly replies: Map<number, PayerReply>;
  readonly sets: number;
}

/** A 999 for each set that is rejected, by its place; of what is said of one more than once the first. */
function* writeReplies(engine: Engine, around: Around, { event, loops, replies, sets }: Writing): Steps<void> {
  for (const loop of loops) {
    const code = loop.transaction_set_response_trailer_IK5?.transaction_set_acknowledgment_code_01;
    const place = Number(loop.transaction_set_response_header_AK2?.transaction_set_control_number_02);
    if (!REJECTING.has(code) || !(place >= 1 && place <= sets) || replies.has(place)) continue;
    replies.set(place, answer(aloneSet(engine, around, about(event, [loop], REJECTED))));
    if (replies.size % AT_A_STRETCH === 0) yield;
  }
}

/** AK9 of a group in which one set is told, and rejected. */
const REJECTED = {
  functional_group_acknowledge_code_01: 'R',
  number_of_transaction_sets_included_02: 1,
  number_of_received_transaction_sets_03: 1,
  number_of_accepted_transaction_sets_04: 0,
};

/** A 999 with these loops alone. */
function about(event: SetEvent, loops: readonly Loop[], trailer: unknown): SetEvent {
  const { heading = {} } = event.data as { readonly heading?: Heading };
  const data = {
    heading: {
      functional_group_response_header_AK1: heading.functional_group_response_header_AK1,
      transaction_set_response_header_AK2_loop: loops,
      functional_group_response_trailer_AK9: trailer,
    },
  };
  return { ...event, data: data as unknown as SetEvent['data'] };
}
