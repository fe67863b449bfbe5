import type { ProbeName } from '../rows.js';
import { countSegments, readEveryElement } from '../stages/read-tokens.js';
import { decode, validate } from '../stages/use-engine.js';
import {
  answerOfBytes,
  type ComparedInput,
  jsonLines,
  jsonText,
  loopByLoop,
  type Prepared,
  parseAnswer,
  reading,
  requestToX12,
  small,
  tokens,
  writing,
  writingSmall,
} from './prepare-stage.js';
import type { Side } from './side.js';
import { amongOthers, oneOf } from './small-inputs.js';

/** One line of the report: what both do, on one input. */
export interface ComparedStage {
  readonly name: string;
  /** What it is measured on: a generated file, the same with faults, a single small input, or the eligibility messages. */
  readonly on: 'files' | 'faults' | 'small' | 'eligibility';
  /** The bare loop that is measured beside them; of large inputs alone. */
  readonly probe?: ProbeName;
  /** Makes everything ready that is not measured. */
  prepare(side: Side, input: ComparedInput): Promise<Prepared>;
}

/** A stage more is a row more. */
export const STAGES: readonly ComparedStage[] = [
  { name: 'offsets', on: 'files', probe: 'bytes', prepare: (side, input) => tokens(side, input, countSegments) },
  { name: 'elements', on: 'files', probe: 'slices', prepare: (side, input) => tokens(side, input, readEveryElement) },
  { name: 'validate', on: 'files', probe: 'checks', prepare: (side, input) => reading(side, input, validate) },
  { name: 'decode', on: 'files', probe: 'objects', prepare: (side, input) => reading(side, input, decode) },
  {
    name: 'decode beside JSON.parse',
    on: 'files',
    probe: 'json-parse',
    prepare: (side, input) => reading(side, input, decode),
  },
  { name: 'JSON text', on: 'files', probe: 'objects', prepare: (side, input) => reading(side, input, jsonText) },
  { name: 'JSON lines', on: 'files', probe: 'objects', prepare: (side, input) => reading(side, input, jsonLines) },
  { name: 'JSON text, full of faults', on: 'faults', prepare: (side, input) => reading(side, input, jsonText) },
  { name: 'loops', on: 'files', probe: 'objects', prepare: loopByLoop },
  { name: 'encode', on: 'files', probe: 'walk', prepare: writing },
  { name: 'encode beside JSON.stringify', on: 'files', probe: 'json-stringify', prepare: writing },
  { name: 'validate, full of faults', on: 'faults', prepare: (side, input) => reading(side, input, validate) },
  { name: 'decode, full of faults', on: 'faults', prepare: (side, input) => reading(side, input, decode) },
  {
    name: 'validate 1 kB',
    on: 'small',
    prepare: (side, { set }) => small(side, set, oneOf(set), (engine, bytes) => engine.validate(bytes)),
  },
  {
    name: 'validate 1 kB among others',
    on: 'small',
    prepare: (side, { set }) => small(side, set, amongOthers(set), (engine, bytes) => engine.validate(bytes)),
  },
  {
    name: 'parse 1 kB',
    on: 'small',
    prepare: (side, { set }) => small(side, set, oneOf(set), (engine, bytes) => engine.parse(bytes)),
  },
  {
    name: 'parse 1 kB among others',
    on: 'small',
    prepare: (side, { set }) => small(side, set, amongOthers(set), (engine, bytes) => engine.parse(bytes)),
  },
  { name: 'generate 1 kB', on: 'small', prepare: (side, input) => writingSmall(side, input, oneOf(input.set)) },
  { name: 'parse the 271 of 40 EB loops', on: 'eligibility', prepare: parseAnswer },
  { name: 'its bytes to the answer', on: 'eligibility', prepare: answerOfBytes },
  { name: 'request to a 270', on: 'eligibility', prepare: requestToX12 },
];
