import type { GroupInput, InterchangeInput } from '../engine/document.js';
import type { WriteItem } from '../engine/document-items.js';
import type { Engine } from '../engine/engine.js';
import type { NumberingOptions } from '../engine/number-document.js';
import type { CommandInput } from './command.js';
import { numberingOptions, tellNumbers } from './control-numbers.js';

interface Headers {
  readonly header: InterchangeInput['header'];
  readonly groups: GroupInput[];
}

/** Gives the interchanges and groups of a stream their control numbers, each as it begins. */
export class ItemNumbers {
  readonly #engine: Engine;
  readonly #input: CommandInput;
  readonly #before: Headers[] = [];
  readonly #after: Headers[] = [];

  constructor(engine: Engine, input: CommandInput) {
    this.#engine = engine;
    this.#input = input;
  }

  readonly number = async (item: WriteItem): Promise<WriteItem> => {
    const options = numberingOptions(this.#input);
    if (item.kind === 'interchange') {
      const header = (await this.#numbered({ header: item.header }, options)).header;
      this.#before.push({ header: item.header, groups: [] });
      this.#after.push({ header, groups: [] });
      return { ...item, header };
    }
    const open = this.#after.at(-1);
    if (item.kind !== 'group' || open === undefined) return item;
    const header = await this.#groupHeader(item.header ?? {}, open, options);
    this.#before.at(-1)?.groups.push({ header: item.header, transactions: [] });
    open.groups.push({ header, transactions: [] });
    return { ...item, header };
  };

  /** Says what was taken. */
  tell(): void {
    tellNumbers(this.#input, { interchanges: this.#before }, { interchanges: this.#after });
  }

  // Not to be renumbered as a whole: its interchange has its number by now.
  async #groupHeader(given: GroupInput['header'], open: Headers, { renumber, ...options }: NumberingOptions) {
    const header = renumber === true ? { ...given, controlNumber: undefined } : given;
    const { groups } = await this.#numbered({ header: open.header, groups: [{ header, transactions: [] }] }, options);
    return groups?.[0]?.header ?? header;
  }

  async #numbered(interchange: InterchangeInput, options: NumberingOptions): Promise<InterchangeInput> {
    const { interchanges } = await this.#engine.number({ interchanges: [interchange] }, options);
    return interchanges[0] ?? interchange;
  }
}
