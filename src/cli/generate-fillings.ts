import type { DocumentInput } from '../engine/document.js';
import type { WriteItem } from '../engine/document-items.js';
import { type CommandInput, textOption } from './command.js';
import { headerFlags } from './generate-input.js';

type Flags = Pick<CommandInput, 'options'>;
type Part = Readonly<Record<string, unknown>>;
type Place = 'interchange' | 'group' | 'transaction';

/** A flag that only fills what the input lacks. */
interface Filling {
  readonly flag: string;
  readonly places: readonly Place[];
  /** Whether what is written has what the flag says, or has what it fills in. */
  fits(part: Part): boolean;
  /** What the input has instead. */
  readonly own: string;
}

/** Notices which flags filled nothing, because the input has all of its own: ignored in silence, they would seem to have been heeded. */
export class Fillings {
  readonly #fillings: readonly Filling[];
  readonly #seen = new Set<Filling>();
  readonly #fitting = new Set<Filling>();

  constructor(flags: Flags, guide: string | undefined) {
    this.#fillings = fillingsOf(flags, guide).filter(({ flag }) => textOption(flags, flag) !== undefined);
  }

  /** @param document completed by the flags. */
  document({ interchanges }: DocumentInput): void {
    for (const { header, groups = [] } of interchanges) {
      this.#see('interchange', header);
      for (const group of groups) {
        this.#see('group', group.header);
        for (const { guide } of group.transactions) this.#see('transaction', { guide });
      }
    }
  }

  /** @param item of a stream, completed by the flags. */
  item(item: WriteItem): void {
    if (item.kind === 'transaction') this.#see('transaction', { guide: item.guide });
    else if (item.kind === 'interchange' || item.kind === 'group') this.#see(item.kind, item.header);
  }

  tell({ errors }: Pick<CommandInput, 'errors'>): void {
    for (const filling of this.#fillings) {
      if (!this.#seen.has(filling) || this.#fitting.has(filling)) continue;
      errors.line(
        `--${filling.flag} was not used: the input has ${filling.own}. To use it, take that out of the input.`,
      );
    }
  }

  #see(place: Place, part: object = {}): void {
    for (const filling of this.#fillings) {
      if (!filling.places.includes(place)) continue;
      this.#seen.add(filling);
      if (filling.fits({ ...part })) this.#fitting.add(filling);
    }
  }
}

function fillingsOf(flags: Flags, guide: string | undefined): readonly Filling[] {
  const given: Part = { ...headerFlags(flags) };
  const has =
    (...names: readonly string[]) =>
    (part: Part): boolean =>
      names.every((name) => String(part[name]).trimEnd() === given[name]);
  const interchange = ['interchange'] as const;
  return [
    { flag: 'sender', places: interchange, fits: has('senderQualifier', 'senderId'), own: 'its own ISA05 or ISA06' },
    {
      flag: 'receiver',
      places: interchange,
      fits: has('receiverQualifier', 'receiverId'),
      own: 'its own ISA07 or ISA08',
    },
    { flag: 'usage', places: interchange, fits: has('usageIndicatorCode'), own: 'its own ISA15' },
    {
      flag: 'guide',
      places: ['transaction'],
      fits: (set) => set.guide === guide,
      own: 'a guide of its own in each set',
    },
    {
      flag: 'time-zone',
      places: ['interchange', 'group'],
      fits: ({ date, time }) => date === undefined || time === undefined,
      own: 'its own dates and times',
    },
    { flag: 'group-time', places: ['group'], fits: ({ time }) => time === undefined, own: 'its own GS05' },
  ];
}
