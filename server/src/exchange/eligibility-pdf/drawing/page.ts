import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { PrintedDocument } from '../blocks.js';

type Pdf = InstanceType<typeof PDFDocument>;
type Struct = ReturnType<Pdf['struct']>;

/** Points; a page is US letter, 612 by 792. */
export const MARGIN = { left: 46, right: 46, top: 46, bottom: 58 } as const;
export const WIDTH = 612 - MARGIN.left - MARGIN.right;
const BOTTOM = 792 - MARGIN.bottom;
/** Of a page that is empty. */
export const HEIGHT = BOTTOM - MARGIN.top;
const LINE = 1.28;
/** Shades of grey: nothing is told by a colour. */
export const INK = { text: '#111111', quiet: '#555555', line: '#bbbbbb', shade: '#eeeeee' } as const;

/** How a text looks. */
export interface Style {
  readonly size: number;
  readonly isBold?: boolean;
  readonly color?: string;
}

const { resolve } = createRequire(import.meta.url);
/** By their files: pdfkit opens a font that has a name of ours again with each use. */
const FONTS = {
  regular: resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
} as const;

/** Letters are drawn as they are: to move pairs of them closer takes most of the time. */
const NO_FEATURES: [] = [];
/** Of letters at one point, for all documents. */
const WIDTHS = { regular: new Map<string, number>(), bold: new Map<string, number>() };

/** As much of a font as tells what it has: pdfkit's types leave it out. */
interface OpenFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(point: number): boolean } };
}

/** Pages that grow downwards: what is drawn stands at `y`, and each part is tagged for who hears a document read. */
export class Pages {
  readonly pdf: Pdf;
  readonly #root: Struct;
  y: number = MARGIN.top;

  constructor({ title, createdAt }: PrintedDocument) {
    this.pdf = new PDFDocument({
      ...{ size: 'LETTER', margin: 0, font: FONTS.regular, bufferPages: true },
      ...{ pdfVersion: '1.7', lang: 'en-US', tagged: true, displayTitle: true },
      // Its id is made of these, so that the same check gives the same bytes.
      info: { Title: title, Creator: 'ediloom', Producer: 'ediloom', CreationDate: new Date(createdAt) },
    });
    // Fonts are numbered as they are first used: always in this order.
    this.pdf.font(FONTS.bold).font(FONTS.regular);
    this.#root = this.pdf.struct('Document');
    this.pdf.addStructure(this.#root);
  }

  /** Begins a new page where less than so many points are left. @returns whether it did. */
  need(height: number): boolean {
    if (this.y + height <= BOTTOM || this.y === MARGIN.top) return false;
    this.pdf.addPage();
    this.y = MARGIN.top;
    return true;
  }

  /** An element of the document's structure. @param type of PDF: `Table`, `TR`, `P`. */
  element(type: string, parent: Struct = this.#root): Struct {
    const element = this.pdf.struct(type);
    parent.add(element);
    return element;
  }

  /** Draws a part of the text. @param parent its element; default: one of this type right in the document. */
  tagged(type: string, draw: () => void, parent: Struct = this.#root): void {
    parent.add(this.pdf.struct(type, {}, draw));
  }

  /** Draws what no reader reads out: lines, frames, feet. */
  silent(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.pdf.endMarkedContent();
  }

  /** Lines of a text, top left at a place. */
  lines(lines: readonly string[], x: number, y: number, style: Style, right?: number): void {
    const { pdf } = this;
    // First, as to measure changes the font.
    const begins = lines.map((line) => (right === undefined ? x : right - this.width(line, style)));
    pdf.font(style.isBold ? FONTS.bold : FONTS.regular).fontSize(style.size);
    pdf.fillColor(style.color ?? INK.text);
    for (const [at, line] of lines.entries()) {
      pdf.text(line === '' ? ' ' : line, begins[at], y + at * heightOf(style), {
        lineBreak: false,
        features: NO_FEATURES,
      });
    }
  }

  /** A text as lines that are no wider than that; what the font has no letter for is shown by its number. */
  wrapped(text: string, width: number, style: Style): readonly string[] {
    return text.split('\n').flatMap((line) => this.#wrappedLine(this.#printable(line, style), width, style));
  }

  #wrappedLine(text: string, width: number, style: Style): readonly string[] {
    const lines: string[] = [];
    let line = '';
    // Blanks go with the word before them, however many there are: no text is looked at again and again.
    // Dates, amounts and telephone numbers stay whole.
    for (const word of text.split(/(?<=[\s/,;-])(?<!\d[/,-](?=\d))(?!\s)/)) {
      if (line !== '' && this.width((line + word).trimEnd(), style) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      const parts = this.#fitting(line + word.trimEnd(), width, style);
      lines.push(...parts.slice(0, -1));
      line = (parts.at(-1) ?? '') + word.slice(word.trimEnd().length);
    }
    return [...lines, line.trimEnd()];
  }

  /** A word without an end in parts that a line has room for, of one letter at least. */
  #fitting(word: string, width: number, style: Style): readonly string[] {
    const parts: string[] = [];
    let [begin, at, used] = [0, 0, 0];
    for (const letter of word) {
      const own = this.width(letter, style);
      if (at > begin && used + own > width) {
        parts.push(word.slice(begin, at));
        [begin, used] = [at, 0];
      }
      at += letter.length;
      used += own;
    }
    return [...parts, word.slice(begin)];
  }

  /** Of a text as it is drawn: letter by letter, as no letters are moved closer together. */
  width(text: string, { size, isBold = false }: Style): number {
    const font = isBold ? 'bold' : 'regular';
    const known = WIDTHS[font];
    let width = 0;
    for (const letter of text) {
      let own = known.get(letter);
      if (own === undefined) {
        own = this.pdf.font(FONTS[font]).fontSize(1).widthOfString(letter, { features: NO_FEATURES });
        known.set(letter, own);
      }
      width += own;
    }
    return width * size;
  }

  #printable(text: string, { isBold }: Style): string {
    if (/^[\x20-\x7e]*$/.test(text)) return text;
    this.pdf.font(isBold ? FONTS.bold : FONTS.regular);
    const { font } = (this.pdf as unknown as OpenFont)._font;
    return [...text.normalize('NFC').replaceAll(/\p{Cc}/gu, ' ')]
      .map((letter) => {
        const point = letter.codePointAt(0) ?? 0;
        return font.hasGlyphForCodePoint(point) ? letter : `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
      })
      .join('');
  }

  /** The foot of each page, and then the bytes. */
  async finish(foot: string): Promise<Uint8Array> {
    const { count } = this.pdf.bufferedPageRange();
    const style = { size: 7.5, color: INK.quiet };
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      this.silent(() => {
        const y = BOTTOM + 16;
        this.rule(y - 6);
        this.lines([foot], MARGIN.left, y, style);
        this.lines([`Page ${page + 1} of ${count}`], 0, y, style, MARGIN.left + WIDTH);
      });
    }
    this.#root.end();
    const parts: Uint8Array[] = [];
    this.pdf.on('data', (part: Uint8Array) => void parts.push(part));
    const ended = new Promise((resolve, reject) => this.pdf.on('end', resolve).on('error', reject));
    this.pdf.end();
    await ended;
    return Buffer.concat(parts);
  }

  rule(y: number, x: number = MARGIN.left, width: number = WIDTH): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .strokeColor(INK.line)
      .stroke();
  }
}

/** Of a line. */
export function heightOf({ size }: Style): number {
  return size * LINE;
}
