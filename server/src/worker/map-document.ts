import { isObject } from '../json.js';
import { DATA_LIMITS } from './code-limits.js';
import type { Evaluator } from './evaluator.js';
import { mergeJson } from './merge-json.js';
import type { Work } from './protocol.js';
import { limitedText, plainResult } from './result-text.js';
import type { SchemaChecks } from './schema-checks.js';

type MapWork = Extract<Work, { kind: 'map' }>;

/** What a document is mapped to, as JSON text; `isRefusal`: what a schema has against it. */
interface Mapped {
  readonly text: string;
  readonly isRefusal?: true;
}

/**
 * Maps a document. A strict mapping holds its source against the input, and its target against the output; where the input is wrong, there is no
 * output.
 * @throws Failure, and what JSONata throws.
 */
export async function mapDocument(work: MapWork, evaluator: Evaluator, schemas: SchemaChecks): Promise<Mapped> {
  const { isStrict, source, target } = work;
  // The expression gets a copy of its own, so that whatever it does to it changes nothing here.
  const input: unknown = JSON.parse(work.input);
  const againstInput = isStrict && source !== undefined ? await schemas.errorsOf(source, input, 'source') : [];
  if (againstInput.length > 0) return refusal('source', 'mapping_input', input, againstInput);
  const made = plainResult(await evaluator.evaluate(work));
  const merged = mergeJson(baseOf(work, input), made);
  // An expression may give nothing, but an answer has a body.
  const output = merged === undefined ? {} : merged;
  const text = limitedText(output);
  const againstOutput = isStrict && target !== undefined ? await schemas.errorsOf(target, output, 'target') : [];
  return againstOutput.length > 0 ? refusal('target', 'mapping_output', output, againstOutput) : { text };
}

function baseOf({ over, target }: MapWork, input: unknown): unknown {
  if (over === 'input') return input;
  if (over === 'nothing' || target === undefined) return undefined;
  const schema: unknown = JSON.parse(target);
  return isObject(schema) ? schema.default : undefined;
}

/** With the document, where an answer has room for all of it. */
function refusal(
  side: 'source' | 'target',
  name: 'mapping_input' | 'mapping_output',
  document: unknown,
  errors: readonly object[],
): Mapped {
  const whole = JSON.stringify({ [side]: { [name]: document, errors } });
  const fits = Buffer.byteLength(whole) <= DATA_LIMITS.length - ROOM_FOR_WORDS;
  return { text: fits ? whole : JSON.stringify({ [side]: { errors } }), isRefusal: true };
}

/** Bytes that an answer has beside the refusal. */
const ROOM_FOR_WORDS = 4096;
