/** A stream to write text to: standard output, or a stand-in for it. */
export interface TextStream {
  readonly isTTY?: boolean;
  /** False when the reader is slow and `drain` will follow. */
  write(data: string | Uint8Array): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

const UPPER_CONTROLS = /[\u0080-\u009f]/g;
const escaped = (control: string): string => `\\u00${control.charCodeAt(0).toString(16)}`;

/** Text on its way to a stream; it waits when the reader is slow. */
export class Output {
  readonly #stream: TextStream;
  #pending = '';

  constructor(stream: TextStream) {
    this.#stream = stream;
  }

  /** True when a person looks on. */
  get terminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Paints for a terminal, unless somebody said NO_COLOR; gives the text back elsewhere. */
  get paint(): Painter {
    return this.terminal && (process.env.NO_COLOR ?? '') === '' ? painted : plain;
  }

  /** Collects text; call `flush` now and then. */
  text(text: string): void {
    this.#pending += text;
  }

  line(text = ''): void {
    this.text(`${text}\n`);
  }

  /** Writes what was collected once it is worth a write, or all of it when `all` is set. */
  async flush(options: { readonly all?: boolean } = {}): Promise<void> {
    if (this.#pending === '' || (options.all !== true && this.#pending.length < 64 * 1024)) return;
    const text = this.#pending;
    this.#pending = '';
    await this.#write(text);
  }

  /** Writes bytes as they are, behind the text collected so far. */
  async bytes(data: Uint8Array): Promise<void> {
    await this.flush({ all: true });
    await this.#write(data);
  }

  async #write(data: string | Uint8Array): Promise<void> {
    // JSON may hold controls of the upper range, which terminals obey; escaped, it is the same JSON.
    const shown = typeof data === 'string' && this.terminal ? data.replace(UPPER_CONTROLS, escaped) : data;
    if (!this.#stream.write(shown)) await new Promise<void>((resolve) => this.#stream.once('drain', resolve));
  }
}

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof STYLES;
export type Painter = (style: Style, text: string) => string;

const painted: Painter = (style, text) => `\x1b[${STYLES[style]}m${text}\x1b[0m`;
const plain: Painter = (_style, text) => text;
