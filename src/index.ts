// The public face of the core, in the order of the stages. Nothing here needs Node, and nothing happens at import.

// engine: all of it joined
export type { AcknowledgedInterchange } from './engine/acknowledge.js';
export type { Checked, CheckOptions, Issue } from './engine/check-data.js';
export { createEngine } from './engine/create-engine.js';
export type {
  Document,
  DocumentInput,
  GroupDocument,
  GroupInput,
  InterchangeDocument,
  InterchangeInput,
  TransactionDocument,
  TransactionInput,
  UnplacedSegment,
} from './engine/document.js';
export type { WriteItem } from './engine/document-items.js';
export type { Engine } from './engine/engine.js';
export type { EngineEvent, LoopEvent, LoopedEvent, TransactionEvent } from './engine/engine-event.js';
export type {
  AcknowledgeOptions,
  EngineOptions,
  GenerateOptions,
  GenerateResult,
  GenerateStreamOptions,
  LineOptions,
  ReadOptions,
  StreamOptions,
  TextOptions,
  ValidateOptions,
  ValidationResult,
  WrittenTransaction,
} from './engine/engine-options.js';
export type { Received, SendOptions, Sent } from './engine/exchange.js';
export type { FindingListener } from './engine/finding-listener.js';
export type { GuideSchema, SchemaIssue, SchemaResult } from './engine/guide-schema.js';
export type { LoopFound } from './engine/loops.js';
export type { NumberingOptions } from './engine/number-document.js';
export type { PerSet } from './engine/per-set.js';
export type { Ancestor, GenericData, GenericId } from './engine/typed.js';
export type { CharacterOptions, WrittenRepair } from './engine/written-characters.js';
// envelope: interchanges, groups, transaction sets, control numbers
export {
  type ControlNumberScope,
  type GroupScope,
  type InterchangeScope,
  scopeKey,
} from './envelope/control-number-scope.js';
export {
  type ControlNumberOptions,
  type ControlNumberRule,
  type ControlNumbers,
  controlNumberRule,
  MAX_CONTROL_NUMBER,
  type RollOver,
  type SetControlNumberOptions,
  setControlNumber,
  takeControlNumbers,
} from './envelope/control-numbers.js';
export type {
  EnvelopeHandler,
  GroupEnd,
  GroupStart,
  InterchangeEnd,
  InterchangeStart,
  LoosePlace,
  TransactionEnd,
  TransactionStart,
} from './envelope/envelope-handler.js';
export { EnvelopeReader } from './envelope/envelope-reader.js';
export { EnvelopeWriter, type InterchangeLayout } from './envelope/envelope-writer.js';
export { functionalIdOf } from './envelope/functional-groups.js';
export type {
  GroupHeader,
  GroupHeaderInput,
  InterchangeHeader,
  InterchangeHeaderInput,
  TransactionHeader,
} from './envelope/headers.js';
export { type InterchangeAcknowledgment, readAcknowledgment } from './envelope/interchange-acknowledgment.js';
export { type LocalMoment, localMoment } from './envelope/local-moment.js';
export { createMemoryControlNumbers } from './envelope/memory-control-numbers.js';
export { type NumberPlace, replaceControlNumbers } from './envelope/number-places.js';
export { type EnvelopeEvent, readInterchanges } from './envelope/read-interchanges.js';
export { type InterchangeAddress, readdressInterchange } from './envelope/readdress.js';
export { checkGuide, type GuideProblem } from './guide/check/check-guide.js';
export type { CodeChoice } from './guide/describe/code-choices.js';
export { type DescribeOptions, describeFinding, type FindingText } from './guide/describe/describe-finding.js';
export { exampleOf } from './guide/document/example.js';
export { type GuideTypesOptions, guideTypes, type SharedCodes } from './guide/document/guide-types.js';
// guide: what a set may hold; segments and JSON
export { applyOverlay, type Overlay } from './guide/overlay/apply-overlay.js';
export { type Matcher, nativeMatcher, type RuleBounds, type TextTest } from './guide/plan/matcher.js';
// model: the words every stage shares
export type { AK905, IK304, IK403, IK502, TA105 } from './model/codes.js';
export { DEFAULT_DELIMITERS, type Delimiters } from './model/delimiters.js';
export { isX12Error, X12Error, type X12ErrorCode } from './model/error.js';
export type {
  DataDetails,
  DetailProblem,
  GuideDetails,
  InputDetails,
  LimitDetails,
  OptionDetails,
  OtherDetails,
  PathDetails,
  ProblemDetails,
  TransportDetails,
  X12ErrorDetails,
} from './model/error-details.js';
export { type Finding, isImplementationFinding, type Severity, type SnipType } from './model/finding.js';
export type {
  ChildNode,
  CodesNode,
  CompositeNode,
  Dictionary,
  ElementChild,
  ElementNode,
  Guide,
  LoopNode,
  RuleNode,
  SectionName,
  SectionNode,
  SegmentNode,
} from './model/guide.js';
export type { JsonObject, JsonValue } from './model/json.js';
export type { DataOf, IdOf, LoopDataOf, LoopIdOf, LoopsOf } from './model/known-guide.js';
export { DEFAULT_LIMITS, type Limits } from './model/limits.js';
export type { Position } from './model/position.js';
export { REASONS, type Reason, type ReasonRow } from './model/reasons.js';
export { type SegmentBatch, SegmentFlag, type SegmentSink } from './model/segments.js';
// path: places in a transaction set
export type { ElementPath, ElementReference, NamePart, PathFilter, PathStep } from './path/element-path.js';
export { formatPath } from './path/format-path.js';
export { matchLoopId } from './path/match-loop-id.js';
export { parsePath } from './path/parse-path.js';
// syntax: bytes and segments
export type { InterchangeOpening, TokenBatch } from './syntax/batch.js';
export { ascii, type Encoding, latin1, utf8 } from './syntax/encoding.js';
export { type IsaHeader, type IsaReading, type ReadIsaOptions, readIsa } from './syntax/read-isa.js';
export { Segment, segmentsOf } from './syntax/segment.js';
export { SegmentWriter, type SegmentWriterOptions } from './syntax/segment-writer.js';
export type { Source } from './syntax/source.js';
export { type TokenizeOptions, tokenize } from './syntax/tokenize.js';
export { Tokenizer, type TokenizerOptions } from './syntax/tokenizer.js';
