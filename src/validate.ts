// Checking alone: what `ediloom` has for it, without what builds JSON, checks guides, writes or answers.

export { createValidator } from './engine/create-validator.js';
export type { ValidatorOptions, X12Validator } from './engine/engine.js';
export type { ReadOptions, ValidateOptions, ValidationResult } from './engine/engine-options.js';
export type { FindingListener } from './engine/finding-listener.js';
export { type DescribeOptions, describeFinding, type FindingText } from './guide/describe/describe-finding.js';
export { isX12Error, X12Error, type X12ErrorCode } from './model/error.js';
export type { Finding } from './model/finding.js';
export type { Dictionary, Guide } from './model/guide.js';
export type { Source } from './syntax/source.js';
