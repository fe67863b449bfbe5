// Checking alone: what `ediloom` has for it, without what builds JSON, checks guides, writes or answers.

export { createValidator } from './engine/create-validator.js';
export type { ValidatorOptions, X12Validator } from './engine/engine.js';
export type { ReadOptions, ValidationResult } from './engine/engine-options.js';
export { describeFinding, type FindingText } from './model/describe-finding.js';
export { isX12Error, X12Error, type X12ErrorCode } from './model/error.js';
export type { Finding } from './model/finding.js';
export type { Dictionary, Guide } from './model/guide.js';
export type { Source } from './syntax/source.js';
