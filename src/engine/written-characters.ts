import { type CharacterSet, type CharacterSetName, characterSet, EXTENDED } from '../charset/character-set.js';
import { createRepairer } from '../charset/repairer.js';
import type { RepairChange, Repairs } from '../charset/repairs.js';
import type { GroupHeader, InterchangeHeader } from '../envelope/headers.js';
import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import { acknowledgmentElements } from '../envelope/interchange-acknowledgment.js';
import { type CharacterRules, outsideSet } from '../guide/write/character-rules.js';
import type { Delimiters } from '../model/delimiters.js';
import { type Finding, finding } from '../model/finding.js';
import { type Position, segmentIdOf } from '../model/position.js';
import type { Reason } from '../model/reasons.js';

/** One change that a repair made, and where. It names single characters only, never a value. */
export interface WrittenRepair extends RepairChange {
  readonly at: Position;
}

export interface CharacterOptions {
  /**
   * Characters that data may hold; others are errors. Default: `Extended`, as errors where repairs are asked for, else as
   * warnings: one for each value, of a transaction set the first hundred. `none` looks at control characters only.
   */
  readonly characterSet?: CharacterSetName | CharacterSet | 'none' | undefined;
  /** What is repaired before anything is checked. Default: nothing. */
  readonly repairs?: Repairs | undefined;
}

/** All that can be data: for repairs without a set. */
const ANY: CharacterSet = { name: 'none', has: (codePoint) => codePoint >= 0x20 && codePoint !== 0x7f };

type OnRepair = (repair: WrittenRepair) => void;

const ISA_VALUES = [
  ['authorizationInformation', 2, 'isa-authorization'],
  ['securityInformation', 4, 'isa-security'],
  ['senderId', 6, 'isa-sender'],
  ['receiverId', 8, 'isa-receiver'],
] as const satisfies readonly (readonly [keyof InterchangeHeader, number, Reason])[];
const GS_VALUES = [
  ['functionalIdentifierCode', 1],
  ['applicationSenderCode', 2],
  ['applicationReceiverCode', 3],
  ['release', 8],
] as const satisfies readonly (readonly [keyof GroupHeader, number])[];

/** Set and repairs of what is being written, interchange by interchange: each has its own delimiters. */
export class WrittenCharacters {
  /** `undefined`: the set is the usual one, which nobody asked for. */
  readonly #repairs: Repairs | undefined;
  readonly #onRepair: OnRepair;
  readonly #rules: Pick<CharacterRules, 'set' | 'usual'>;

  private constructor(set: CharacterSet, repairs: Repairs | undefined, onRepair: OnRepair) {
    this.#repairs = repairs;
    this.#onRepair = onRepair;
    this.#rules = { set, usual: repairs === undefined };
  }

  /**
   * `undefined` for `none` without repairs.
   * @throws X12Error `X12_OPTION_INVALID` for an unknown set.
   */
  static of({ characterSet: set, repairs }: CharacterOptions, onRepair: OnRepair): WrittenCharacters | undefined {
    if (set === undefined) return new WrittenCharacters(EXTENDED, repairs, onRepair);
    if (set === 'none') return repairs === undefined ? undefined : new WrittenCharacters(ANY, repairs, onRepair);
    return new WrittenCharacters(typeof set === 'string' ? characterSet(set) : set, repairs ?? {}, onRepair);
  }

  rules(delimiters: Delimiters): CharacterRules {
    const { set, usual } = this.#rules;
    const repairer = this.#repairs && createRepairer(this.#repairs, { set, delimiters });
    return { set, usual, repairer, onRepair: (change, at) => this.#onRepair({ ...change, at }) };
  }

  /** Ids are never repaired: another id is another partner. */
  checkInterchange(header: InterchangeHeader, at: Position): readonly Finding[] {
    const findings: Finding[] = [];
    for (const [name, element, reason] of ISA_VALUES)
      for (const outside of outsideSet(header[name] ?? '', this.#rules))
        findings.push(finding(reason, { ...at, segmentId: 'ISA', element }, outside));
    return findings;
  }

  checkGroup(header: GroupHeader, at: Position): readonly Finding[] {
    const findings: Finding[] = [];
    for (const [name, element] of GS_VALUES)
      for (const outside of outsideSet(header[name], this.#rules))
        findings.push(finding('group-header', { ...at, segmentId: 'GS', element }, outside));
    return findings;
  }

  checkAcknowledgment(ta1: InterchangeAcknowledgment, at: Position): readonly Finding[] {
    return acknowledgmentElements(ta1).flatMap((value, index) =>
      this.#check(value, 'element-character-set', { ...at, segmentId: 'TA1', element: index + 1 }),
    );
  }

  /** Segments that go out as raw text are never repaired: nothing distinguishes their codes from their texts. */
  checkRaw(raw: string, { element, component, repetition }: Delimiters, at: Position): readonly Finding[] {
    const [tag = '', ...values] = raw.split(element);
    const segmentId = segmentIdOf(tag);
    const place = segmentId === undefined ? at : { ...at, segmentId };
    const separators = new Set([component, repetition]);
    return [tag, ...values].flatMap((text, position) => {
      const where = position === 0 ? place : { ...place, element: position };
      return this.#check(text, 'element-character-set', where, separators);
    });
  }

  #check(
    text: string,
    reason: Reason,
    at: Position,
    separators: ReadonlySet<string | undefined> = new Set(),
  ): readonly Finding[] {
    const isData = ({ codePoint }: { codePoint: number }): boolean => !separators.has(String.fromCodePoint(codePoint));
    return outsideSet(text, this.#rules, isData).map((outside) => finding(reason, at, outside));
  }
}
