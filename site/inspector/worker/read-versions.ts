import { type EnvelopeHandler, EnvelopeReader, Tokenizer, type TransactionStart } from 'ediloom';
import { type SetVersion, versionKey } from './guide-shelf.js';
import type { Pause } from './pause.js';

const CHUNK = 64 * 1024;
/** Kinds of sets that guides are looked for; a file that has more is no honest one. */
const MOST_VERSIONS = 500;

/** Which kinds of sets a file holds: a quick run over the envelopes, before guides are fetched. */
export async function readVersions(bytes: Uint8Array, pause: Pause): Promise<readonly SetVersion[]> {
  const found = new Map<string, SetVersion>();
  const envelopes = new EnvelopeReader(new VersionHandler(found));
  const tokenizer = new Tokenizer({ scan: true });
  for (let from = 0; from < bytes.length; from += CHUNK) {
    envelopes.push(tokenizer.push(bytes.subarray(from, from + CHUNK)));
    const rest = pause.turn();
    if (rest !== undefined) await rest;
  }
  envelopes.push(tokenizer.end());
  envelopes.end();
  return [...found.values()];
}

export function versionOf({ header, groupHeader }: TransactionStart): SetVersion {
  return {
    transactionSet: header.transactionSet,
    implementation: header.implementation ?? '',
    release: groupHeader?.release ?? '',
  };
}

class VersionHandler implements EnvelopeHandler {
  readonly #found: Map<string, SetVersion>;

  constructor(found: Map<string, SetVersion>) {
    this.#found = found;
  }

  transactionStart(start: TransactionStart): void {
    if (this.#found.size >= MOST_VERSIONS) return;
    const version = versionOf(start);
    this.#found.set(versionKey(version), version);
  }

  interchangeStart(): void {}
  groupStart(): void {}
  segments(): void {}
  transactionEnd(): void {}
  groupEnd(): void {}
  interchangeEnd(): void {}
  loose(): void {}
  finding(): void {}
}
