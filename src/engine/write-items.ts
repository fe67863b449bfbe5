import {
  completeGroupHeader,
  completeInterchangeHeader,
  requireHeader,
  requireText,
} from '../envelope/complete-headers.js';
import { EnvelopeWriter } from '../envelope/envelope-writer.js';
import { functionalIdOf } from '../envelope/functional-groups.js';
import type { GroupHeader, InterchangeHeader } from '../envelope/headers.js';
import type { LocalMoment } from '../envelope/local-moment.js';
import type { NumberPlace } from '../envelope/number-places.js';
import { setNumber, UsedNumbers } from '../envelope/used-numbers.js';
import { encodeGenericTransaction } from '../guide/generic/generic-encode.js';
import { ofDictionary, releaseOf } from '../guide/generic/of-dictionary.js';
import type { CharacterRules } from '../guide/write/character-rules.js';
import { encodeTransaction } from '../guide/write/encode.js';
import type { Bytes } from '../model/bytes.js';
import { DEFAULT_DELIMITERS, type Delimiters } from '../model/delimiters.js';
import { X12Error } from '../model/error.js';
import { type Finding, finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import type { Newline } from '../model/option-rules.js';
import type { Position } from '../model/position.js';
import type { Encoding } from '../syntax/encoding.js';
import type { ChosenGuide, GuideChooser } from './choose-guide.js';
import { controlNumberOf, implementationOf } from './control-number-of.js';
import type { GroupInput, InterchangeStartInput, TransactionInput, UnplacedSegment } from './document.js';
import type { WriteItem } from './document-items.js';
import { requireLayout } from './document-members.js';
import { encodingOf } from './encoding-of.js';
import type { WrittenTransaction } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { translateSegment } from './raw-segment.js';
import { ofLevel } from './set-findings.js';
import { misfitsOf } from './set-misfits.js';
import type { WrittenCharacters } from './written-characters.js';
import { besideTerminator, fitting } from './written-layout.js';

export interface ItemWriterOptions extends Pick<EngineParts, 'shortWayOf' | 'limits'> {
  /** Overrides the delimiters of an interchange. */
  readonly delimiters?: ((interchange: InterchangeStartInput) => Delimiters | undefined) | undefined;
  readonly newline?: Newline | undefined;
  readonly encodings: readonly Encoding[];
  readonly now: () => LocalMoment;
  /** GS05 with seconds. */
  readonly seconds?: boolean | undefined;
  readonly characters: WrittenCharacters | undefined;
  /** The guide is that of the set which the finding is about. */
  readonly onFinding: (found: Finding, guide?: Guide) => void;
}

/**
 * Writes items in the order they come. Headers wait until what they depend on is known: a GS without version takes it
 * from the guide of its first set, an ISA its control version from its first group.
 */
export class ItemWriter {
  readonly #chooser: GuideChooser;
  readonly #options: ItemWriterOptions;
  readonly #envelope: EnvelopeWriter;
  #waitingInterchange: InterchangeStartInput | undefined;
  #waitingGroup: GroupInput['header'] | undefined;
  #inInterchange = false;
  #inGroup = false;
  #header: InterchangeHeader | undefined;
  #group: GroupHeader | undefined;
  #release = '';
  /** Delimiters of raw segments, and those they are written with. */
  #given: Delimiters = DEFAULT_DELIMITERS;
  #written: Delimiters = DEFAULT_DELIMITERS;
  #newline: Newline = '';
  #characters: CharacterRules | undefined;
  readonly #numbers = new UsedNumbers();
  readonly transactions: WrittenTransaction[] = [];

  constructor(chooser: GuideChooser, options: ItemWriterOptions) {
    this.#chooser = chooser;
    this.#options = options;
    this.#envelope = new EnvelopeWriter(options.onFinding);
  }

  /** Where ISA13, GS06, GE02 and IEA02 stand in all that was written. */
  get numberPlaces(): readonly NumberPlace[] {
    return this.#envelope.numberPlaces;
  }

  /** Bytes since the last call. */
  take(): Bytes {
    return this.#envelope.take();
  }

  write(item: WriteItem): void {
    switch (item.kind) {
      case 'interchange':
        this.#closeInterchange();
        requireHeader('interchange', item.header);
        requireText('before', item.before);
        requireLayout(item);
        this.#waitingInterchange = item;
        return;
      case 'acknowledgment':
        this.#closeGroup();
        this.#openInterchange(undefined);
        this.#sayAll(this.#options.characters?.checkAcknowledgment(item.acknowledgment, this.#place()));
        return this.#envelope.acknowledgment(item.acknowledgment);
      case 'other':
        return this.#other(item.segment);
      case 'group':
        this.#closeGroup();
        if (item.header !== undefined) requireHeader('group', item.header);
        this.#waitingGroup = item.header ?? {};
        return;
      case 'transaction':
        return this.#transaction(item);
      case 'groupEnd':
        return this.#closeGroup();
      case 'interchangeEnd':
        return this.#closeInterchange();
      case 'end':
        this.#closeInterchange();
        requireText('trailing', item.trailing);
        return this.#envelope.trailing(item.trailing ?? this.#newline);
    }
  }

  #other({ segment, transactions }: { segment: string; transactions?: number | undefined }): void {
    if (transactions === undefined) this.#closeGroup();
    else this.#openGroup(undefined);
    this.#openInterchange(undefined);
    const text = translateSegment(segment, this.#given, this.#written);
    if (text === undefined) return this.#say('delimiter-in-data');
    this.#checkRaw(text);
    this.#envelope.raw(text);
  }

  #openInterchange(release: string | undefined): void {
    const waiting = this.#waitingInterchange;
    this.#waitingInterchange = undefined;
    if (waiting === undefined) {
      if (this.#inInterchange) return;
      throw new X12Error(
        'X12_DOCUMENT_INVALID',
        'A group or set comes before its interchange. Begin with the interchange.',
      );
    }
    const { now, encodings, newline } = this.#options;
    const { interchange } = this.#envelope.place;
    const controlNumber = this.#numbers.freeInterchange(waiting.header, interchange + 1);
    this.#header = completeInterchangeHeader(waiting.header, { controlNumber, release, now });
    this.#given = waiting.delimiters ?? DEFAULT_DELIMITERS;
    this.#written = fitting(this.#options.delimiters?.(waiting) ?? this.#given, this.#header);
    const usualBefore = interchange === 0 ? '' : this.#newline;
    this.#newline = besideTerminator(newline ?? waiting.newline ?? '', this.#written);
    this.#inInterchange = true;
    const { characters } = this.#options;
    this.#characters = characters?.rules(this.#written);
    this.#sayAll(characters?.checkInterchange(this.#header, { interchange: interchange + 1 }));
    if (!this.#numbers.takeInterchange(this.#header)) {
      const at = { interchange: interchange + 1, segmentId: 'ISA', element: 13 };
      this.#options.onFinding(finding('interchange-duplicate', at));
    }
    this.#envelope.beginInterchange(this.#header, {
      delimiters: this.#written,
      plain: this.#characters?.repairer?.untouched,
      newline: this.#newline,
      encoding: encodingOf(waiting.encoding, encodings),
      before: waiting.before ?? usualBefore,
      repeatsIds: waiting.repeatsIds,
    });
  }

  #closeInterchange(): void {
    this.#closeGroup();
    if (this.#waitingInterchange !== undefined) this.#openInterchange(undefined);
    if (this.#inInterchange) this.#envelope.endInterchange();
    this.#inInterchange = false;
  }

  #openGroup(chosen: ChosenGuide | undefined, transactionSet = ''): void {
    if (this.#inGroup) return;
    const input = this.#waitingGroup ?? {};
    this.#waitingGroup = undefined;
    const x12 = chosen?.plan?.guide.x12;
    const release = input.release ?? x12?.version;
    this.#openInterchange(release);
    const interchange = this.#header;
    if (interchange === undefined) throw new RangeError('no interchange is open');
    const complete = (controlNumber: number): GroupHeader =>
      completeGroupHeader(input, {
        interchange,
        controlNumber,
        functionalIdentifierCode: x12?.functionalId ?? functionalIdOf(transactionSet),
        release,
        now: this.#options.now,
        seconds: this.#options.seconds,
      });
    const first = this.#envelope.place.group + 1;
    const header = input.controlNumber === undefined ? this.#numbers.freeGroup(complete, first) : complete(first);
    this.#release = header.release;
    this.#group = header;
    this.#inGroup = true;
    this.#envelope.beginGroup(header);
    const { interchange: ordinal, group } = this.#envelope.place;
    if (!this.#numbers.takeGroup(header)) {
      const at = { interchange: ordinal, group, segmentId: 'GS', element: 6 };
      this.#options.onFinding(finding('group-duplicate', at));
    }
    this.#sayAll(this.#options.characters?.checkGroup(header, { interchange: ordinal, group }));
  }

  #closeGroup(): void {
    if (this.#waitingGroup !== undefined) this.#openGroup(undefined);
    if (this.#inGroup) this.#envelope.endGroup();
    this.#inGroup = false;
  }

  #transaction(item: TransactionInput): void {
    if (item.header !== undefined && item.header !== null) requireHeader('transaction', item.header);
    const chosen = this.#guideOf(item);
    this.#openGroup(chosen, item.header?.transactionSet);
    this.#envelope.countTransaction();
    const { interchange, group, transaction } = this.#envelope.place;
    const pointer = `/interchanges/${interchange - 1}/groups/${group - 1}/transactions/${transaction - 1}/data`;
    const own = this.#setNumber(controlNumberOf(chosen.plan, item.data) ?? item.header?.controlNumber);
    this.transactions.push({ interchange, group, transaction, controlNumber: own });
    this.#sayAll(misfitsOf(chosen.plan, item, this.#group, this.#place()), chosen.plan?.guide);
    const options = {
      controlNumber: own,
      unplaced: chosen.plan === undefined ? undefined : this.#unplaced(item.unplaced),
      at: { interchange, group, transaction, pointer },
      limits: this.#options.limits,
      characters: this.#characters,
      shortWay: chosen.plan && this.#options.shortWayOf?.(chosen.plan),
    };
    if (chosen.plan === undefined) {
      const { findings } = encodeGenericTransaction(chosen.dictionary, item.data, this.#envelope.sink, options);
      const release = releaseOf(item.header?.implementation, this.#release);
      for (const found of findings) this.#options.onFinding(ofDictionary(found, chosen.dictionary, release));
      return;
    }
    const { findings } = encodeTransaction(chosen.plan, item.data, this.#envelope.sink, options);
    const { plan } = chosen;
    this.#sayAll(ofLevel(findings, plan.guide, implementationOf(plan, item.data)), plan.guide);
  }

  // Numbers count from 1 in a group, passing over those that sets brought with them.
  #setNumber(given: string | number | undefined): string {
    const { interchange, group, transaction } = this.#envelope.place;
    if (given === undefined) return this.#numbers.freeSet(transaction);
    const number = setNumber(given);
    if (!this.#numbers.takeSet(number)) {
      const at = { interchange, group, transaction, segment: 1, segmentId: 'ST', element: 2 };
      this.#options.onFinding(finding('transaction-duplicate', at));
    }
    return number;
  }

  #guideOf({ guide, header }: TransactionInput): ChosenGuide {
    if (guide !== undefined) return this.#chooser.byId(guide);
    if (header === undefined || header === null) {
      throw new X12Error(
        'X12_GUIDE_UNKNOWN',
        'A transaction set names neither its guide nor its kind. Give guide or header.',
      );
    }
    const release = this.#waitingGroup?.release ?? this.#release;
    return this.#chooser.choose({
      transactionSet: header.transactionSet,
      implementation: header.implementation,
      release,
    });
  }

  #unplaced(segments: readonly UnplacedSegment[] | undefined): readonly UnplacedSegment[] | undefined {
    return segments?.flatMap(({ segment, after }) => {
      const text = translateSegment(segment, this.#given, this.#written);
      if (text === undefined) this.#say('delimiter-in-data');
      else this.#checkRaw(text);
      return text === undefined ? [] : [{ segment: text, after }];
    });
  }

  #say(reason: Finding['reason']): void {
    this.#options.onFinding(finding(reason, this.#place()));
  }

  #sayAll(findings: readonly Finding[] = [], guide?: Guide): void {
    for (const found of findings) this.#options.onFinding(found, guide);
  }

  #checkRaw(text: string): void {
    this.#sayAll(this.#options.characters?.checkRaw(text, this.#written, this.#place()));
  }

  #place(): Position {
    const { interchange, group, transaction } = this.#envelope.place;
    return { interchange, ...(group === 0 ? {} : { group }), ...(transaction === 0 ? {} : { transaction }) };
  }
}
