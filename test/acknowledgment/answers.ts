import type { Reply } from '../../src/acknowledgment/reply.js';
import type { AcknowledgedInterchange } from '../../src/engine/acknowledge.js';
import type { Engine } from '../../src/engine/engine.js';
import type { AcknowledgeOptions } from '../../src/engine/engine-options.js';
import { baseText } from '../conformance/bases.js';
import { inputOf } from '../conformance/run-case.js';
import { fullEngine } from '../engine/guides.js';

const MOMENT = Date.UTC(2026, 3, 1, 9, 31);
export const engine = fullEngine({ clock: () => MOMENT });

/** How an input is answered: what was decided, and the segments of all that is sent. */
export interface Answered {
  readonly acknowledged: readonly AcknowledgedInterchange[];
  readonly segments: readonly string[];
}

export interface AnswerOptions extends AcknowledgeOptions {
  /** ISA13 and GS06 of the answer. */
  readonly controlNumber?: number;
  readonly by?: Engine;
}

export async function answered(source: Uint8Array, options: AnswerOptions = {}): Promise<Answered> {
  const { controlNumber, by = engine, ...policy } = options;
  const acknowledged = await by.acknowledge(source, policy);
  const replies = acknowledged.flatMap(({ reply }) => (reply === undefined ? [] : [reply]));
  const numbered = controlNumber === undefined ? replies : replies.map((reply) => withNumber(reply, controlNumber));
  const { bytes } = by.generate({ interchanges: numbered }, { newline: '\n' });
  const segments = new TextDecoder().decode(bytes).split('\n');
  return { acknowledged, segments: segments.filter((segment) => segment !== '') };
}

function withNumber(reply: Reply, controlNumber: number): Reply {
  const groups = reply.groups.map((group) => ({ ...group, header: { ...group.header, controlNumber } }));
  return { ...reply, header: { ...reply.header, controlNumber }, groups };
}

/** A 270 in its envelopes, damaged. */
export function inquiry(
  edit: Readonly<Record<string, string>> = {},
  base: '270' | '270 three times' = '270',
): Uint8Array {
  return inputOf({ name: '', base, edit, expect: [] });
}

/** Several groups, each the group of an input, in the interchange of the first one. */
export function inOneInterchange(...inputs: readonly Uint8Array[]): Uint8Array {
  const texts = inputs.map((bytes) => Buffer.from(bytes).toString('latin1'));
  const groups = texts.map((text) => /GS\*.*GE\*[^~]*~/s.exec(text)?.[0] ?? '');
  const [first = ''] = texts;
  const text = first.replace(/GS\*.*GE\*[^~]*~/s, groups.join('')).replace(/IEA\*\d+/, `IEA*${groups.length}`);
  return new TextEncoder().encode(text);
}

/** An 850 of 004010, which is answered by a 997. */
export function order(): Uint8Array {
  return new TextEncoder().encode(baseText('850'));
}

/** The segments with such a tag, without their terminators. */
export function only({ segments }: Answered, ...tags: readonly string[]): readonly string[] {
  return segments.filter((segment) => tags.some((tag) => segment.startsWith(`${tag}*`))).map((one) => one.slice(0, -1));
}
