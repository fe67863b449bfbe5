import { EnvelopeReader } from '../../src/envelope/envelope-reader.js';
import type { Delimiters } from '../../src/model/delimiters.js';
import { isX12Error } from '../../src/model/error.js';
import type { Finding } from '../../src/model/finding.js';
import type { Reason } from '../../src/model/reasons.js';
import type { TokenBatch } from '../../src/syntax/batch.js';
import { latin1 } from '../../src/syntax/encoding.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';

/** What tokenizer and envelope reader make of an input, in the terms of the grammar. */
export interface EngineReading {
  readonly interchanges: readonly EngineInterchange[];
  readonly reports: readonly Report[];
}

export interface EngineInterchange {
  readonly offset: number;
  readonly delimiters: Delimiters;
  readonly segments: readonly EngineSegment[];
  readonly groups: { readonly offset: number; readonly transactions: { offset: number; segments: number }[] }[];
}

export interface EngineSegment {
  readonly offset: number;
  readonly tag: string;
  readonly elements: readonly string[];
  readonly flags: number;
}

/** A finding, or an X12Error that ended the reading; `offset` in octets from the start of the input. */
export interface Report {
  readonly offset: number;
  readonly what: Reason | 'X12Error';
  readonly severity: Finding['severity'];
}

interface Growing extends EngineInterchange {
  readonly segments: EngineSegment[];
}
