import { withoutControls } from './without-controls.js';

/** Declarations of a module of types, each under a name of its own; what is alike is declared once. */
export class TypeNames {
  /** Those of every module first. */
  readonly #used = new Set(['Data', 'Guide', 'Loops', 'TypedGuide']);
  readonly #byText = new Map<string, string>();
  readonly #declarations: string[] = [];

  /**
   * Declares a type, unless the same text has a name already that begins so.
   * @returns its name: the one wished for, made an identifier, with `_2` and so on where it is taken.
   */
  add(wish: string, text: string, title?: string): string {
    const key = `${wish}\n${text}`;
    const known = this.#byText.get(key);
    if (known !== undefined) return known;
    const name = this.reserve(wish);
    this.#byText.set(key, name);
    this.declare(name, text, title);
    return name;
  }

  /** A free name for a type that is declared later, such as one that stands inside itself. */
  reserve(wish: string): string {
    const stem = wish.replace(/[^A-Za-z0-9_]/g, '_').replace(/^\d/, '_$&');
    let name = stem;
    for (let count = 2; this.#used.has(name); count++) name = `${stem}_${count}`;
    this.#used.add(name);
    return name;
  }

  declare(name: string, text: string, title?: string): void {
    const doc = title === undefined ? '' : `/** ${commentText(title)} */\n`;
    this.#declarations.push(`${doc}export type ${name} =${text.startsWith('\n') ? '' : ' '}${text};\n`);
  }

  get text(): string {
    return this.#declarations.join('');
  }
}

/** Text of a guide that stands in a comment, which it must not end. */
export function commentText(text: string): string {
  return withoutControls(text.replace(/\s+/g, ' ')).replaceAll('*/', '* /');
}
