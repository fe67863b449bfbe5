import { eligibilityAnswers } from './eligibility-answers.js';
import { professionalClaims } from './professional-claims.js';
import { purchaseOrder } from './purchase-order.js';
import { Random } from './random.js';
import { remittance } from './remittance.js';
import type { SegmentText } from './segment-text.js';

export type SetName = '837P' | '271' | '835' | '850';

export interface GenerateOptions {
  readonly set: SetName;
  /** Bytes wanted; the file ends with the transaction set that reaches them. */
  readonly bytes: number;
  /** The same seed gives the same bytes. Default 1. */
  readonly seed?: number | undefined;
  /** Written after every terminator. Default none. */
  readonly newline?: '' | '\n' | '\r\n' | undefined;
  /** Largest number of claims, patients or order lines of one set. Default: as the set's own mix says. */
  readonly largestSet?: number | undefined;
}

/**
 * A file of one kind of transaction set as chunks of about 64 KiB or one set, whichever is more: a gigabyte needs no
 * more memory than its largest set.
 */
export function* generateFile(options: GenerateOptions): Generator<Uint8Array, void, undefined> {
  const file = new FileWriter(options);
  while (file.bytes < options.bytes) {
    file.addTransaction();
    if (file.waiting >= CHUNK_CHARACTERS) yield file.take();
  }
  file.close();
  yield file.take();
}

/** Names accepted by {@link generateFile}. */
export const SET_NAMES: readonly SetName[] = ['837P', '271', '835', '850'];

const CHUNK_CHARACTERS = 64 * 1024;
/** A new group and a new interchange begin after so many sets and bytes: readers meet several of both. */
const SETS_PER_GROUP = 400;
const BYTES_PER_INTERCHANGE = 24 * 1024 * 1024;

interface Recipe {
  readonly functionalId: string;
  readonly version: string;
  readonly control: string;
  readonly build: (random: Random, control: string, units: number) => SegmentText;
  /** Claims, patients or lines of one set, each as likely. */
  readonly sizes: readonly number[];
  /** One set of a hundred is this long. */
  readonly largest: number;
  /** About the bytes of one of them, so that the last set fits what is left. */
  readonly unitBytes: number;
}

const RECIPES: Readonly<Record<SetName, Recipe>> = {
  '837P': {
    functionalId: 'HC',
    version: '005010X222A1',
    control: '00501',
    build: professionalClaims,
    sizes: [1, 5, 10, 20, 20, 50, 50, 100, 100, 250, 500, 1000],
    largest: 5000,
    unitBytes: 1_000,
  },
  '271': {
    functionalId: 'HB',
    version: '005010X279A1',
    control: '00501',
    build: eligibilityAnswers,
    sizes: [1, 1, 1, 1, 1, 1, 2, 5, 20, 100],
    largest: 500,
    unitBytes: 1_500,
  },
  '835': {
    functionalId: 'HP',
    version: '005010X221A1',
    control: '00501',
    build: remittance,
    sizes: [1, 5, 20, 50, 100, 100, 250, 500, 1000],
    largest: 5000,
    unitBytes: 650,
  },
  '850': {
    functionalId: 'PO',
    version: '004010',
    control: '00401',
    build: purchaseOrder,
    sizes: [1, 3, 5, 10, 10, 20, 40, 80, 200],
    largest: 2000,
    unitBytes: 190,
  },
};

/** Writes the envelope around the sets and keeps its counts. */
class FileWriter {
  /** Characters made so far; all are ASCII, so they are the bytes. */
  bytes = 0;
  readonly #options: GenerateOptions;
  readonly #recipe: Recipe;
  readonly #random: Random;
  #text = '';
  #interchange = 0;
  #interchangeStart = 0;
  #group = 0;
  #groups = 0;
  #sets = 0;

  constructor(options: GenerateOptions) {
    this.#options = options;
    this.#recipe = RECIPES[options.set];
    this.#random = new Random(options.seed ?? 1);
  }

  get waiting(): number {
    return this.#text.length;
  }

  take(): Uint8Array {
    const chunk = Buffer.from(this.#text, 'latin1');
    this.#text = '';
    return chunk;
  }

  addTransaction(): void {
    if (this.#interchange > 0 && this.bytes - this.#interchangeStart > BYTES_PER_INTERCHANGE) this.close();
    if (this.#sets === SETS_PER_GROUP) this.#closeGroup();
    if (this.#groups === 0) this.#openInterchange();
    if (this.#sets === 0) this.#openGroup();
    this.#sets++;
    const left = Math.max(1, Math.ceil((this.#options.bytes - this.bytes) / this.#recipe.unitBytes));
    const wanted = this.#random.chance(1) ? this.#recipe.largest : this.#random.pick(this.#recipe.sizes);
    const units = Math.min(wanted, left, this.#options.largestSet ?? wanted);
    this.#put(this.#recipe.build(this.#random, String(this.#sets).padStart(4, '0'), units).toString());
  }

  /** Writes GE and IEA. */
  close(): void {
    this.#closeGroup();
    this.#put(`IEA*${this.#groups}*${String(this.#interchange).padStart(9, '0')}~`);
    this.#groups = 0;
  }

  #openInterchange(): void {
    this.#interchange++;
    this.#interchangeStart = this.bytes;
    const { control } = this.#recipe;
    const number = String(this.#interchange).padStart(9, '0');
    const repetition = control === '00501' ? '^' : 'U';
    const parties = `ZZ*${'BENCHSENDER'.padEnd(15)}*ZZ*${'BENCHRECEIVER'.padEnd(15)}`;
    const blanks = ' '.repeat(10);
    this.#put(`ISA*00*${blanks}*00*${blanks}*${parties}*260302*1015*${repetition}*${control}*${number}*0*T*>~`);
  }

  #openGroup(): void {
    this.#group++;
    this.#groups++;
    const { functionalId, version } = this.#recipe;
    this.#put(`GS*${functionalId}*BENCHSENDER*BENCHRECEIVER*20260302*1015*${this.#group}*X*${version}~`);
  }

  #closeGroup(): void {
    this.#put(`GE*${this.#sets}*${this.#group}~`);
    this.#sets = 0;
  }

  #put(text: string): void {
    const { newline } = this.#options;
    const laid = newline === undefined || newline === '' ? text : text.replaceAll('~', `~${newline}`);
    this.#text += laid;
    this.bytes += laid.length;
  }
}
