import { compileGuide } from '../guide/compile/compile.js';
import { compileMapping, type Mapping } from '../mapping/compile-mapping.js';
import { requireSet, setData } from '../mapping/guide-data.js';
import type { MappingNote } from '../mapping/notes.js';
import { compileSplit } from '../mapping/split.js';
import type { Guide } from '../model/guide.js';
import type { JsonObject } from '../model/json.js';
import { objectMaker } from '../model/object-maker.js';
import { requireGuide } from '../model/require-guide.js';
import { type AnswerDocument, answerDocument, type EncodeResponseOptions } from './answer-document.js';
import { decodeAcknowledgments } from './decode-acknowledgments.js';
import { entries } from './normalise/json.js';
import { normaliseResponse } from './normalise/normalise.js';
import {
  type DecodeResponseOptions,
  interchangeProperties,
  type ReceivedAnswer,
  requireAnswer,
} from './received-answer.js';
import type { EligibilityResponse, ResponseWarning } from './response.js';
import { responseTable } from './response-table/response-table.js';
import { findingWarnings, noteWarnings } from './response-warnings.js';

/** 271 and response JSON, both ways, by one guide. No state. */
export interface ResponseCodec {
  /**
   * The answers of a document that `engine.parse` gave, in order: one for each patient, and one for each 999 or TA1 where
   * there is no 271. An answer about a dependent has the subscriber's data too; of a subscriber with several dependents
   * each has an answer. What breaks the standard is passed on, and said in `warnings`.
   * @throws X12Error `X12_DOCUMENT_INVALID` for what is no document.
   */
  decode(document: ReceivedAnswer, options?: DecodeResponseOptions): readonly EligibilityResponse[];
  /** Guide JSON of a 271 alone, without its envelope. @throws X12Error `X12_DATA_INVALID` for what is no data of a set. */
  decodeTransaction(data: JsonObject): readonly EligibilityResponse[];
  /**
   * The 271 of an answer, as a document that `engine.generate` writes. It says what {@link normaliseResponse} leaves; notes
   * name what it has no room for.
   */
  encode(response: EligibilityResponse, options: EncodeResponseOptions): EncodedResponse;
}

export interface EncodedResponse {
  readonly document: AnswerDocument;
  readonly notes: readonly MappingNote[];
}

/**
 * Ties the response table to a guide for 271, once.
 * @throws X12Error `X12_OPTION_INVALID` for what is no guide, `X12_GUIDE_INVALID`, or `X12_PATH_INVALID` when the guide is not one of a 271.
 */
export function createResponseCodec(guide: Guide): ResponseCodec {
  requireGuide('createResponseCodec', guide);
  const plan = compileGuide(guide);
  requireSet(plan, '2110C/EB', '271-005010X279A1, or an overlay of it');
  const about = {
    subscriber: compileMapping(responseTable('C'), plan),
    dependent: compileMapping(responseTable('D'), plan),
  };
  const split = compileSplit(['2000A', '2000B', '2000C', '2000D'], plan);
  const answersOf = (data: JsonObject, around: Around): readonly EligibilityResponse[] =>
    split(data).map((branch) => answer(branch.depth === 4 ? about.dependent : about.subscriber, branch.data, around));
  return {
    decode(document, options = {}) {
      requireAnswer(document);
      const answers = document.interchanges.flatMap((interchange) => {
        const sets = interchange.groups.flatMap(({ transactions }) => transactions);
        const own = interchangeProperties(interchange, options);
        const found = sets
          .filter(({ guide }) => guide === plan.id)
          .flatMap((set) => answersOf(set.data, { own, warnings: findingWarnings(set.findings) }));
        return found.length > 0 ? found : decodeAcknowledgments(interchange, own);
      });
      return answers;
    },
    decodeTransaction: (data) => answersOf(setData(data), { own: {}, warnings: [] }),
    encode(response, options) {
      const normal = normaliseResponse(response);
      const [dependent] = normal.dependents;
      const mapping = dependent === undefined ? about.subscriber : about.dependent;
      // JSON by its type: the mapping reads it and nothing else.
      const json = { ...normal, dependent, created: options.created } as unknown as JsonObject;
      const { data, notes } = mapping.put(json);
      const surplus = response.dependents.length > 1 ? [TOO_MANY_DEPENDENTS] : [];
      return {
        document: answerDocument({ guide: plan.id, data }, response, options),
        notes: [...surplus, ...notes.map(asListed)],
      };
    },
  };
}

const Answer = objectMaker();
const Meta = objectMaker();
const TOO_MANY_DEPENDENTS: MappingNote = { reason: 'too-many', pointer: '/dependents/1', path: '2000D' };

/** What an answer says beside its set. */
interface Around {
  readonly own: Partial<EligibilityResponse>;
  readonly warnings: readonly ResponseWarning[];
}

function answer(mapping: Mapping, data: JsonObject, { own, warnings }: Around): EligibilityResponse {
  // What the envelope says about the answer stands beside what the set does. `meta` is added to.
  const around = copied(own as JsonObject, new Answer()); // JSON by its type
  if (own.meta !== undefined) around.meta = copied(own.meta as JsonObject, new Meta()); // it, too
  const { json, notes } = mapping.get(data, around);
  const { dependent } = json;
  const levels = [json.payer, json.provider, json.subscriber, dependent];
  const errors = levels.flatMap((level) => (isObject(level) ? entries(level, 'aaaErrors') : []));
  const all = notes.length === 0 ? warnings : [...warnings, ...noteWarnings(notes.map(asListed))];
  const response: Record<string, unknown> = dependent === undefined ? json : copied(json, new Answer(), 'dependent');
  response.dependents = isObject(dependent) ? [dependent] : [];
  response.errors = errors;
  if (all.length > 0) response.warnings = all;
  // The rows of the table make just these properties; a test holds them against the schema.
  return response as unknown as EligibilityResponse;
}

// Inside, an answer has one dependent; outside, a list of it.
function asListed(note: MappingNote): MappingNote {
  return { ...note, pointer: note.pointer.replace(/^\/dependent(?=\/|$)/, '/dependents/0') };
}

// Taking `left` out of the object itself would make that one slow.
function copied(json: JsonObject, into: JsonObject, left?: string): JsonObject {
  for (const name of Object.keys(json)) {
    const value = json[name];
    if (value !== undefined && name !== left) into[name] = value;
  }
  return into;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
