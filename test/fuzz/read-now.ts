import { GuideChooser } from '../../src/engine/choose-guide.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Document } from '../../src/engine/document.js';
import { DocumentBuilder } from '../../src/engine/document-builder.js';
import type { ValidationCounts } from '../../src/engine/engine-options.js';
import { EventReader } from '../../src/engine/event-reader.js';
import { SetCounter } from '../../src/engine/set-counter.js';
import type { EnvelopeHandler } from '../../src/envelope/envelope-handler.js';
import { EnvelopeReader } from '../../src/envelope/envelope-reader.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import type { GuidePlan } from '../../src/guide/plan/plan.js';
import type { Finding } from '../../src/model/finding.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/model/limits.js';
import { Tokenizer, type TokenizerOptions } from '../../src/syntax/tokenizer.js';
import { allGuides, dictionary } from '../engine/guides.js';

export interface ReadNowOptions extends Omit<TokenizerOptions, 'limits'> {
  readonly limits?: Partial<Limits>;
}

export interface Validation extends ValidationCounts {
  readonly findings: readonly Finding[];
  readonly findingsTotal: number;
}

// The same guides for all, so that each is compiled once.
const guides = allGuides();
const dictionaries = [dictionary('005010'), dictionary('004010')];
/** Chooses among everything that ships. */
export const chooser = new GuideChooser(guides, { dictionaries, compile: compileGuide });

/** With everything that ships. The clock stands still. */
export const engine = createEngine({ guides, dictionaries, clock: () => 0 });
/** A plan of every guide. */
export const plans: readonly GuidePlan[] = guides.map((guide) => compileGuide(guide, { dictionaries }));

/** What `engine.parse` does, in one go: promises would cost more than small inputs do. */
export function parseNow(chunks: readonly Uint8Array[], options: ReadNowOptions): Document {
  const builder = new DocumentBuilder();
  const { depth, findings } = { ...DEFAULT_LIMITS, ...options.limits };
  readNow(chunks, options, new EventReader(chooser, builder, { depth, findings }));
  return builder.document();
}

/** What `engine.validate` does, in one go. */
export function validateNow(chunks: readonly Uint8Array[], options: ReadNowOptions): Validation {
  const { depth, findings } = { ...DEFAULT_LIMITS, ...options.limits };
  const counter = new SetCounter(chooser, { depth, findings });
  readNow(chunks, options, counter);
  return counter.result();
}

/** Sends chunks through tokenizer and envelopes to a handler. */
export function readNow(
  chunks: readonly Uint8Array[],
  options: ReadNowOptions,
  handler: EnvelopeHandler & { end?(trailing: string): void },
): void {
  const tokenizer = new Tokenizer(options);
  const envelopes = new EnvelopeReader(handler);
  for (const chunk of chunks) envelopes.push(tokenizer.push(chunk));
  envelopes.push(tokenizer.end());
  envelopes.end();
  handler.end?.(tokenizer.trailing);
}
