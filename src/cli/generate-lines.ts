import type { WriteItem } from '../engine/document-items.js';
import type { Engine } from '../engine/engine.js';
import type { GenerateStreamOptions } from '../engine/engine-options.js';
import type { WrittenRepair } from '../engine/written-characters.js';
import { isX12Error, X12Error } from '../model/error.js';
import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import type { CommandInput } from './command.js';
import type { Describer } from './describer.js';
import { CommandError, ExitCode } from './exit.js';
import { FindingLog } from './findings-text.js';
import type { Fillings } from './generate-fillings.js';
import { completedItem } from './generate-input.js';
import type { Line } from './lines.js';
import { RepairLog } from './repairs-text.js';

type Json = Readonly<Record<string, unknown>>;

const isList = (value: unknown): boolean => value === undefined || Array.isArray(value);
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRecordOrAbsent = (value: unknown): boolean => value === undefined || isRecord(value);

/** The lines of `parse --ndjson` by their kind, and what each needs so that it can be written; encode checks the data. */
const KINDS: Readonly<Record<string, (line: Json) => boolean>> = {
  interchange: ({ header, delimiters }) => isRecord(header) && isRecordOrAbsent(delimiters),
  acknowledgment: ({ acknowledgment }) => isRecord(acknowledgment),
  other: ({ segment }) => isRecord(segment) && typeof segment.segment === 'string',
  group: ({ header }) => isRecordOrAbsent(header),
  transaction: ({ header, unplaced }) => isRecordOrAbsent(header) && isList(unplaced),
  groupEnd: () => true,
  interchangeEnd: () => true,
  end: ({ trailing }) => trailing === undefined || typeof trailing === 'string',
};

/** Whether the input is lines of events, not one document: its first line is whole, and of a kind. */
export function beginsLines({ text }: Line): boolean {
  const json = parsed(text);
  return isRecord(json) && typeof json.kind === 'string';
}

export interface LineItemOptions {
  readonly flags: Pick<CommandInput, 'options'>;
  /** Of sets that name none. */
  readonly guide: string | undefined;
  /** Notices what the flags filled. */
  readonly fillings?: Fillings;
  /** Gives items their control numbers. */
  readonly numbered?: ((item: WriteItem) => Promise<WriteItem>) | undefined;
}

/** Lines as items to write; keeps the number of the one at hand for errors. */
export class LineItems {
  readonly #lines: AsyncIterable<Line>;
  readonly #options: LineItemOptions;
  #number = 0;

  constructor(lines: AsyncIterable<Line>, options: LineItemOptions) {
    this.#lines = lines;
    this.#options = options;
  }

  /** The line that is being written. */
  get number(): number {
    return this.#number;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WriteItem, void, undefined> {
    const { flags, guide, fillings, numbered } = this.#options;
    for await (const { number, text } of this.#lines) {
      this.#number = number;
      const item = completedItem(this.#item(parsed(text)), flags, guide);
      fillings?.item(item);
      yield numbered === undefined ? item : await numbered(item);
    }
  }

  /** An engine's error with the number of the line that it is about. */
  located(error: unknown): unknown {
    if (!isX12Error(error) || this.#number === 0) return error;
    const details = { ...error.details, line: this.#number };
    return new X12Error(error.code, `Line ${this.#number}: ${error.message}`, { details, cause: error });
  }

  // The parser's own words would quote the text around the fault, which may be patient data.
  #item(json: unknown): WriteItem {
    if (json === undefined) throw this.#refusal('is not JSON. Give one whole JSON object a line.');
    const kind = isRecord(json) && typeof json.kind === 'string' ? json.kind : '';
    if (kind === 'loop') throw this.#refusal('is a loop of a set. Parse with --ndjson, without --loop.');
    const check = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    if (check === undefined) throw this.#refusal('is no line of: ediloom parse --ndjson');
    if (!check(json as Json)) throw this.#refusal(`lacks a part of the kind "${kind}", or has it in another form.`); // a record, or there were no kind
    // Of several inputs each line names its file, which is none of the interchange's members.
    const { file: _, ...item } = json as WriteItem & { readonly file?: unknown }; // as far as writing needs it, checked on the line before
    return item;
  }

  #refusal(what: string): CommandError {
    return new CommandError(`Line ${this.#number} ${what}`, ExitCode.notX12);
  }
}

/** The bytes of items, one item in memory at a time. Findings go to stderr; without --despite-findings the first error stops it. */
export class WrittenLines {
  /** Some finding was an error. */
  wrong = false;
  readonly #items: LineItems;
  readonly #input: CommandInput;
  readonly #silent: boolean;
  readonly #describer: Describer;

  /** `silent`: findings and repairs were reported in an earlier round. */
  constructor(
    items: LineItems,
    input: CommandInput,
    { describer, silent = false }: { readonly describer: Describer; readonly silent?: boolean },
  ) {
    this.#describer = describer;
    this.#items = items;
    this.#input = input;
    this.#silent = silent;
  }

  async *bytes(engine: Engine, options: GenerateStreamOptions): AsyncGenerator<Uint8Array, void, undefined> {
    const { errors } = this.#input;
    const [findings, repairs] = [new FindingLog(errors, this.#describer), new RepairLog(errors)];
    const told = {
      onFinding: (found: Finding, guide?: Guide): void => {
        this.#describer.keep(found, guide);
        this.wrong ||= found.severity === 'error';
        if (!this.#silent) findings.add(found);
      },
      onRepair: (repair: WrittenRepair): void => (this.#silent ? undefined : repairs.add(repair)),
    };
    try {
      for await (const chunk of engine.generateStream(this.#items, { ...options, ...told, findings: 'report' })) {
        findings.end();
        await errors.flush();
        this.#stop();
        yield chunk;
      }
    } catch (error) {
      findings.end();
      throw this.#items.located(error);
    }
    findings.end();
    this.#stop();
    repairs.end();
  }

  #stop(): void {
    if (!this.wrong || this.#input.options['despite-findings'] === true) return;
    const text = `Line ${this.#items.number} was not written. Correct the data, or use --despite-findings.`;
    throw new CommandError(text, ExitCode.findings);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
