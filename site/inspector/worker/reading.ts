import type { Engine } from 'ediloom';
import type { FileState } from '../shared/protocol.js';
import type { Definitions } from './definitions.js';
import { Folds } from './folds.js';
import type { GuideShelf } from './guide-shelf.js';
import { versionKey } from './guide-shelf.js';
import type { Pause } from './pause.js';
import { PlacedFindings } from './placed-findings.js';
import { readStructure } from './read-structure.js';
import { readVersions } from './read-versions.js';
import type { RowSources } from './row-window.js';
import { SegmentIndex } from './segment-index.js';
import { SegmentTexts } from './segment-text.js';
import { ToldFindings } from './told-findings.js';
import { Refused } from './trouble.js';

const CHUNK = 64 * 1024;

/** One state of a file's bytes, and all that is known of them so far. */
export class Reading implements RowSources {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly index = new SegmentIndex();
  readonly texts: SegmentTexts;
  readonly folds: Folds;
  readonly definitions: Definitions;
  findings = new PlacedFindings();
  phase: FileState['phase'] = 'reading';
  read = 0;
  readonly #shelf: GuideShelf;

  constructor(bytes: Uint8Array<ArrayBuffer>, shelf: GuideShelf, definitions: Definitions) {
    this.bytes = bytes;
    this.#shelf = shelf;
    this.definitions = definitions;
    this.texts = new SegmentTexts(bytes, this.index);
    this.folds = new Folds(this.index);
  }

  get engine(): Engine {
    return this.#shelf.engine;
  }

  /**
   * Reads the bytes: which guides they need, then where everything is, then what is wrong.
   * @throws X12Error for what cannot be read further; what was read until then stays.
   */
  async run(pause: Pause, onProgress: () => void): Promise<void> {
    const progress = (read: number): void => {
      this.read = read;
      onProgress();
    };
    try {
      if (this.bytes.every(isBlank))
        throw new Refused('empty', 'This file is empty: there is nothing in it, or nothing but white space.');
      await this.#structure(pause, progress);
      this.phase = 'checking';
      progress(0);
      const told = this.listen();
      const source = this.#chunks(pause, progress);
      const { findings } = await this.engine.validate(source, { scan: true, onFinding: told.take });
      this.findings = new PlacedFindings(findings, told, this.index);
      this.phase = 'done';
    } catch (error) {
      this.phase = 'failed';
      throw error;
    }
  }

  /** For findings that are to be put into words. */
  listen(): ToldFindings {
    return new ToldFindings(this.#shelf.dictionaries);
  }

  guideOf(segment: number): string {
    return this.index.setOf(segment)?.guide ?? '';
  }

  async #structure(pause: Pause, onProgress: (read: number) => void): Promise<void> {
    const versions = await readVersions(this.bytes, pause);
    await this.#shelf.fetchFor(versions);
    const guides = new Map<string, string>();
    for (const version of versions) guides.set(versionKey(version), await this.#shelf.chosen(version));
    const { definitions } = this;
    await readStructure(this.bytes, this.index, { shelf: this.#shelf, definitions, guides, pause, onProgress });
  }

  async *#chunks(pause: Pause, onProgress: (read: number) => void): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < this.bytes.length; from += CHUNK) {
      yield this.bytes.subarray(from, from + CHUNK);
      const rest = pause.turn();
      if (rest === undefined) continue;
      onProgress(from);
      await rest;
    }
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
