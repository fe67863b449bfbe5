/**
 * Standard output that waits when the reader is slow. A closed pipe (`| head`) ends the process quietly, as other
 * tools do: see `main`.
 */
export class Output {
  readonly #stream: NodeJS.WriteStream;
  #pending = '';

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream;
  }

  /** True when colours may be used: a terminal, and nobody said NO_COLOR. */
  get colour(): boolean {
    return this.#stream.isTTY === true && (process.env.NO_COLOR ?? '') === '';
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
    await this.bytes(text);
  }

  async bytes(data: string | Uint8Array): Promise<void> {
    if (!this.#stream.write(data)) await new Promise<void>((resolve) => this.#stream.once('drain', resolve));
  }
}

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof STYLES;
export type Painter = (style: Style, text: string) => string;

/** Paints for terminals; gives the text back elsewhere. */
export function painter(colour: boolean): Painter {
  return colour ? (style, text) => `\x1b[${STYLES[style]}m${text}\x1b[0m` : (_style, text) => text;
}
