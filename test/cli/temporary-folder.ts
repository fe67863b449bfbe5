import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the files of one test file, gone when it ends. */
export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'ediloom-'));

  constructor() {
    afterAll(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** Writes a file and gives its path; other than text and bytes is written as JSON. */
  file(name: string, content: unknown): string {
    const path = this.at(name);
    const raw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(path, raw ? content : JSON.stringify(content));
    return path;
  }

  at(name: string): string {
    return join(this.path, name);
  }

  get names(): readonly string[] {
    return readdirSync(this.path).sort();
  }
}

/** The input of a fixture. */
export function fixture(name: string): string {
  return new URL(`../../fixtures/${name}/input.edi`, import.meta.url).pathname;
}
