import { readFile, stat } from 'node:fs/promises';
import { ConfigError } from '../../config.js';

/** As the engine's servers take it, in PEM. */
export interface OwnCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

export interface CertificateFilesOptions {
  readonly certFile: string;
  readonly keyFile: string;
  /** Settings that name the files, for errors: `FTPS_CERT, FTPS_KEY`. */
  readonly settings: string;
}

/** What a listener shows those who connect, in files of the operator, who renews them while it listens. */
export class CertificateFiles {
  readonly #options: CertificateFilesOptions;
  /** Of the files as they were when they were used last. */
  #used: string | undefined;

  constructor(options: CertificateFilesOptions) {
    this.#options = options;
  }

  /** @param use is given them; while it throws, the same files are tried again. @throws ConfigError where they cannot be read. */
  async use<Result>(use: (certificate: OwnCertificate) => Result): Promise<Result> {
    const version = await this.#version();
    const result = use(await this.#read());
    this.#used = version;
    return result;
  }

  /** The same where they are others than those that were used last. */
  async useRenewed(use: (certificate: OwnCertificate) => void): Promise<void> {
    if ((await this.#version()) !== this.#used) await this.use(use);
  }

  async #version(): Promise<string> {
    const { certFile, keyFile } = this.#options;
    const found = await this.#reading(Promise.all([stat(certFile), stat(keyFile)]));
    return JSON.stringify(found.map(({ ino, size, mtimeMs }) => [ino, size, mtimeMs]));
  }

  async #read(): Promise<OwnCertificate> {
    const { certFile, keyFile } = this.#options;
    const [certificate, privateKey] = await this.#reading(
      Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]),
    );
    return { certificate, privateKey };
  }

  async #reading<Result>(reading: Promise<Result>): Promise<Result> {
    try {
      return await reading;
    } catch (cause) {
      throw new ConfigError(`A certificate or its key cannot be read: ${this.#options.settings}.`, { cause });
    }
  }
}
