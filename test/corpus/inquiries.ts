import type { RequestCodec } from '../../src/eligibility/request/request-codec.js';
import type { Document, TransactionDocument } from '../../src/engine/document.js';
import type { Engine } from '../../src/engine/engine.js';

const GUIDE = '270-005010X279A1';
/** What a request leaves to whoever sends it: ST02 and SE02, BHT04 and BHT05, HL04 of levels that need none. */
const OPEN: Readonly<Record<string, readonly number[]>> = { ST: [2], SE: [2], BHT: [4, 5] };

export interface InquiryResult {
  readonly requests: number;
  /** Sets of one patient that come back segment for segment. */
  readonly same: number;
  readonly compared: number;
}

/** Reads every 270 of a document as requests, writes each again, and compares sets of one patient segment for segment. */
export async function inquiriesOf(document: Document, engine: Engine, codec: RequestCodec): Promise<InquiryResult> {
  const sets = document.interchanges.flatMap(({ groups, header, delimiters }) =>
    groups.flatMap(({ transactions }) => transactions.map((set) => ({ set, header, delimiters }))),
  );
  const result = { requests: 0, same: 0, compared: 0 };
  for (const { set, header, delimiters } of sets) {
    if (set.guide !== GUIDE) continue;
    const requests = codec.decode(set.data);
    result.requests += requests.length;
    const [only] = requests;
    if (only === undefined || requests.length > 1) continue;
    result.compared++;
    const { document: written } = codec.encode(only.request, {
      sender: { qualifier: header.senderQualifier, id: header.senderId },
      receiver: { qualifier: header.receiverQualifier, id: header.receiverId },
      transactionId: 'X',
      now: 0,
      traces: only.traces,
      delimiters,
    });
    if (written === undefined) continue;
    const back = await engine.parse(engine.generate(written, { findings: 'report' }).bytes);
    const again = back.interchanges[0]?.groups[0]?.transactions[0];
    if (again !== undefined && segmentsOf(engine, again) === segmentsOf(engine, set)) result.same++;
  }
  return result;
}

function segmentsOf(engine: Engine, set: TransactionDocument): string {
  const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
  const moment = { date: '2026-01-01', time: '10:00' };
  const { bytes } = engine.generate(
    { interchanges: [{ header: { ...header, ...moment }, groups: [{ header: moment, transactions: [set] }] }] },
    { findings: 'report' },
  );
  const segments = new TextDecoder().decode(bytes).split('~').slice(2, -3);
  return segments.map(withoutOpen).join('~');
}

function withoutOpen(segment: string): string {
  const elements = segment.split('*');
  const open = OPEN[elements[0] ?? ''] ?? [];
  return elements.map((element, position) => (open.includes(position) ? '' : element)).join('*');
}
