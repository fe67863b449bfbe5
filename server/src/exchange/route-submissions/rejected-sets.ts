import { isX12Error } from 'ediloom';
import type { EligibilityEngine } from '../eligibility/eligibility-engine.js';
import type { PayerReply } from '../payer-routes/payer-exchange.js';

/** What of a file a payer does not take: all of it, or sets by their places; each with the answer to one of them. */
export type Rejected =
  | { readonly kind: 'all'; readonly reply: PayerReply }
  | { readonly kind: 'sets'; readonly replies: ReadonlyMap<number, PayerReply> };

const NONE: Rejected = { kind: 'sets', replies: new Map() };

/** IK501 and AK901 by which a set, or a group, is not taken. */
const REJECTING: ReadonlySet<unknown> = new Set(['R', 'M', 'W', 'X']);

type Engine = EligibilityEngine['engine'];
type Interchange = Awaited<ReturnType<Engine['parse']>>['interchanges'][number];
type Tree = Interchange['groups'][number]['transactions'][number]['data'];

interface Loop {
  readonly transaction_set_response_header_AK2?: { readonly transaction_set_control_number_02?: unknown };
  readonly transaction_set_response_trailer_IK5?: { readonly transaction_set_acknowledgment_code_01?: unknown };
}
/** Of a 999 in guide JSON. */
interface Heading {
  readonly functional_group_response_header_AK1?: { readonly group_control_number_02?: unknown };
  readonly transaction_set_response_header_AK2_loop?: readonly Loop[];
  readonly functional_group_response_trailer_AK9?: { readonly functional_group_acknowledge_code_01?: unknown };
}

/**
 * Reads the acknowledgment of a file. One that cannot be read, or is about another file, says nothing.
 * @param numbers of the file.
 */
export async function rejectedSets(
  engine: Engine,
  x12: Uint8Array,
  numbers: { readonly interchange: string; readonly group: number },
): Promise<Rejected> {
  const interchanges = await parsed(engine, x12);
  const isRejected = interchanges
    .flatMap(({ acknowledgments }) => acknowledgments)
    .some(
      ({ interchangeControlNumber, acknowledgmentCode }) =>
        Number(interchangeControlNumber) === Number(numbers.interchange) && acknowledgmentCode === 'R',
    );
  if (isRejected) return { kind: 'all', reply: { kind: 'answer', x12 } };
  const replies = new Map<number, PayerReply>();
  for (const interchange of interchanges) {
    for (const group of interchange.groups) {
      for (const set of group.transactions) {
        const heading = (set.data as { readonly heading?: Heading }).heading ?? {};
        if (Number(heading.functional_group_response_header_AK1?.group_control_number_02) !== numbers.group) continue;
        const loops = heading.transaction_set_response_header_AK2_loop ?? [];
        const code = heading.functional_group_response_trailer_AK9?.functional_group_acknowledge_code_01;
        if (loops.length === 0 && REJECTING.has(code)) return { kind: 'all', reply: { kind: 'answer', x12 } };
        for (const loop of loops) {
          if (!REJECTING.has(loop.transaction_set_response_trailer_IK5?.transaction_set_acknowledgment_code_01))
            continue;
          const place = Number(loop.transaction_set_response_header_AK2?.transaction_set_control_number_02);
          const alone = about(engine, interchange, { group, set, heading, loop });
          replies.set(place, { kind: 'answer', x12: alone });
        }
      }
    }
  }
  return replies.size === 0 ? NONE : { kind: 'sets', replies };
}

async function parsed(engine: Engine, x12: Uint8Array): Promise<readonly Interchange[]> {
  try {
    return (await engine.parse(x12)).interchanges;
  } catch (error) {
    if (isX12Error(error)) return [];
    throw error;
  }
}

interface AboutOne {
  readonly group: Interchange['groups'][number];
  readonly set: Interchange['groups'][number]['transactions'][number];
  readonly heading: Heading;
  readonly loop: Loop;
}

/** A 999 that is about one of the sets alone: others may be about other patients. */
function about(engine: Engine, interchange: Interchange, { group, set, heading, loop }: AboutOne): Uint8Array {
  const trailer = {
    functional_group_acknowledge_code_01: 'R',
    number_of_transaction_sets_included_02: 1,
    number_of_received_transaction_sets_03: 1,
    number_of_accepted_transaction_sets_04: 0,
  };
  const data = {
    heading: {
      functional_group_response_header_AK1: heading.functional_group_response_header_AK1,
      transaction_set_response_header_AK2_loop: [loop],
      functional_group_response_trailer_AK9: trailer,
    },
  } as unknown as Tree;
  const { header, delimiters } = interchange;
  const groups = [{ header: group.header, transactions: [{ guide: set.guide, header: set.header, data }] }];
  return engine.generate({ interchanges: [{ header, delimiters, groups }] } as Parameters<Engine['generate']>[0], {
    findings: 'report',
  }).bytes;
}
