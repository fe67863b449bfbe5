// Reading alone: what `ediloom` has for it, without what checks guides, writes or answers.

export { createReader } from './engine/create-reader.js';
export type {
  Document,
  GroupDocument,
  InterchangeDocument,
  TransactionDocument,
  UnplacedSegment,
} from './engine/document.js';
export type { ReaderOptions, X12Reader } from './engine/engine.js';
export type { EngineEvent } from './engine/engine-event.js';
export type { LineOptions, ReadOptions, StreamOptions, TextOptions } from './engine/engine-options.js';
export type { LoopFound } from './engine/loops.js';
export { type Selected, selectFrom } from './engine/select.js';
export type { TracedLoop, TracedNode, TracedSegment, TracedSet } from './engine/trace.js';
export { type DescribeOptions, describeFinding, type FindingText } from './guide/describe/describe-finding.js';
export { isX12Error, X12Error, type X12ErrorCode } from './model/error.js';
export type { Finding } from './model/finding.js';
export type { Dictionary, Guide } from './model/guide.js';
export type { JsonObject, JsonValue } from './model/json.js';
export { parsePath } from './path/parse-path.js';
export type { Source } from './syntax/source.js';
