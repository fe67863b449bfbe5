import { writeReceipt, writeResponse } from '../src/caqh-core/answer.js';
import { checkRequest } from '../src/caqh-core/check-request.js';
import type { ReceivedEnvelope } from '../src/caqh-core/envelope.js';
import { INTERACTIONS, type Interaction } from '../src/caqh-core/interactions.js';
import { PAYLOAD_TYPES } from '../src/caqh-core/payload-types.js';
import { readEnvelope } from '../src/caqh-core/read-envelope.js';
import type { WrittenEnvelope } from '../src/caqh-core/write-envelope.js';
import { quickAnswer } from '../test/support/quick-answer.js';

/** 271s of one part of results, of which the next is there once it was acknowledged. */
const PART = 1_000;
/** All of a batch. */
const TAKEN = (Object.keys(INTERACTIONS) as Interaction[]).filter((name) => INTERACTIONS[name].mode === 'Batch');

/** Files that payers of the bench have taken: the parts of their results that are not acknowledged, by PayloadID. */
export class SlowFiles {
  readonly #parts = new Map<string, Uint8Array[]>();

  /** Answers an envelope of the batch mode of CAQH CORE: each 270 by a 271 that says "active". There is no 999 to be had. */
  answer(bytes: Uint8Array, contentType: string): WrittenEnvelope {
    const received = readEnvelope(bytes, contentType) as ReceivedEnvelope;
    const checked = checkRequest(received, TAKEN);
    const now = Date.now();
    if ('error' in checked) throw new Error(`The envelope is none of a batch: ${checked.error.message}`);
    const { interaction, payloadId, x12 } = checked.request;
    const parts = this.#parts.get(payloadId);
    switch (interaction) {
      case 'submission':
        this.#parts.set(payloadId, parts ?? resultsOf(Buffer.from(x12).toString('latin1')));
        return writeReceipt(received, PAYLOAD_TYPES.batchReceipt, now);
      case 'resultsRetrieval':
        return parts?.[0] === undefined
          ? writeReceipt(received, PAYLOAD_TYPES.noResults, now)
          : writeResponse(received, parts[0], now);
      case 'resultsAcknowledgment':
        parts?.shift();
        return writeReceipt(received, PAYLOAD_TYPES.acknowledgmentReceipt, now);
      default:
        return writeReceipt(received, PAYLOAD_TYPES.noAcknowledgment, now);
    }
  }
}

/** The 271s of a file of 270s in one group, in parts, each of which is an interchange. */
function resultsOf(file: string): Uint8Array[] {
  const separator = file[3] ?? '*';
  const terminator = file[105] ?? '~';
  const first = file.indexOf(`${terminator}ST${separator}`) + 1;
  const head = file.slice(0, first);
  const sets = file.slice(first).split(new RegExp(`(?<=\\${terminator}SE[^${terminator}]*\\${terminator})`));
  // What is behind the last is GE and IEA.
  const [tail = ''] = sets.splice(-1);
  const parts: Uint8Array[] = [];
  for (let from = 0; from < sets.length; from += PART) {
    const answers = sets.slice(from, from + PART).map((set) => quickAnswer(head + set + tail).x12);
    const [whole = ''] = answers;
    const begin = whole.indexOf(`${terminator}ST${separator}`) + 1;
    const end = whole.indexOf(`${terminator}GE${separator}`) + 1;
    const bodies = answers.map((one) =>
      one.slice(one.indexOf(`${terminator}ST${separator}`) + 1, one.indexOf(`${terminator}GE${separator}`) + 1),
    );
    const close = whole.slice(end).replace(/^GE\W1/, (text) => text.slice(0, 3) + String(bodies.length));
    parts.push(Buffer.from(whole.slice(0, begin) + bodies.join('') + close, 'latin1'));
  }
  return parts;
}
