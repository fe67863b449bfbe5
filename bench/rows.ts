/** One line of the report: a stage of the engine beside the bare loop that does the same with nothing around it. */
export interface Row {
  readonly stage: StageName;
  readonly probe: ProbeName;
  /** More to compare with, printed beside the first: a bound that is lower than any JSON can come, or what JSON itself costs. */
  readonly references?: readonly ProbeName[];
  readonly title: string;
  /** Part of the probe's speed that we want at least; printed as met or not, never asserted. */
  readonly floor: number;
}

export type StageName =
  | 'offsets'
  | 'offsets-file'
  | 'few'
  | 'elements'
  | 'validate'
  | 'decode'
  | 'json'
  | 'encode'
  | 'repair';
export type ProbeName =
  | 'bytes'
  | 'bytes-file'
  | 'slices-few'
  | 'slices'
  | 'checks'
  | 'objects'
  | 'walk'
  | 'writes'
  | 'json-parse'
  | 'json-stringify'
  | 'encode';
export type PeerName = 'node-x12' | 'x12-parser';

export const ROWS: readonly Row[] = [
  { stage: 'offsets', probe: 'bytes', title: 'offsets only, from memory', floor: 1.5 },
  { stage: 'offsets-file', probe: 'bytes-file', title: 'offsets only, from a file', floor: 0.7 },
  { stage: 'few', probe: 'slices-few', title: 'segments, tag and 2 elements', floor: 0.4 },
  { stage: 'elements', probe: 'slices', title: 'every element as a string', floor: 1 },
  { stage: 'validate', probe: 'checks', title: 'validation alone', floor: 0.4 },
  { stage: 'decode', probe: 'objects', references: ['json-parse'], title: 'guide-validated decode', floor: 0.4 },
  { stage: 'json', probe: 'objects', references: ['json-stringify'], title: 'JSON text, no objects', floor: 0.5 },
  { stage: 'encode', probe: 'walk', references: ['writes', 'json-stringify'], title: 'encode', floor: 0.4 },
  { stage: 'repair', probe: 'encode', title: 'encode, checked and repaired', floor: 0.8 },
];

/** The stage that streams and validates the whole file and is asked for its memory only. */
export const MEMORY_STAGE = 'memory' as const;

export const PEERS: readonly PeerName[] = ['node-x12', 'x12-parser'];
