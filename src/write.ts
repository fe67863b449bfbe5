// Writing alone: what `ediloom` has for it, without what reads, checks guides or answers.

export type { Checked, CheckOptions, Issue } from './engine/check-data.js';
export { createWriter } from './engine/create-writer.js';
export type { DocumentInput, GroupInput, InterchangeInput, TransactionInput } from './engine/document.js';
export type { WriteItem } from './engine/document-items.js';
export type { WriterOptions, X12Writer } from './engine/engine.js';
export type {
  GenerateOptions,
  GenerateResult,
  GenerateStreamOptions,
} from './engine/engine-options.js';
export type { FindingListener } from './engine/finding-listener.js';
export type { GuideSchema } from './engine/guide-schema.js';
export type { NumberingOptions } from './engine/number-document.js';
export { type DescribeOptions, describeFinding, type FindingText } from './guide/describe/describe-finding.js';
export { isX12Error, X12Error, type X12ErrorCode } from './model/error.js';
export type { Finding } from './model/finding.js';
export type { Dictionary, Guide } from './model/guide.js';
