// A guide compiled, and what works on its plan: for tools that show or check guides. Plans change with the engine, so none of it is in `ediloom`.

export { type CompileOptions, compileGuide, compileInSteps } from './guide/compile/compile.js';
export { compileDictionary, type DictionaryPlan } from './guide/generic/generic.js';
export type { CodeTable, ElementPlan, GuidePlan, LoopPlan, SegmentPlan } from './guide/plan/plan.js';
export { TransactionReader } from './guide/read/read-transaction.js';
export type { TransactionReaderOptions } from './guide/read/transaction-read.js';
export { type EncodedTransaction, type EncodeOptions, encodeTransaction } from './guide/write/encode.js';
export { type ElementReader, elementReader } from './mapping/element-reader.js';
export { type ElementRules, elementRules, knownKeys } from './mapping/element-rules.js';
