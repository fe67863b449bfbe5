import fc from 'fast-check';

/** A well-formed input, and as much of its make-up as mutations want to know. Texts are ISO 8859-1: a character an octet. */
export interface GeneratedInput {
  readonly text: string;
  /** Offsets where segments begin, ascending. */
  readonly starts: readonly number[];
  /** Characters that structure some interchange of the input. */
  readonly delimiters: string;
}

interface Shape {
  readonly version: string;
  readonly delimiters: Delimiters;
  readonly layout: readonly string[];
  readonly optional: readonly string[];
  readonly parts: readonly ('TA1' | readonly (readonly Content[])[])[];
  readonly isa: string;
}

interface Delimiters {
  readonly element: string;
  readonly component: string;
  readonly repetition: string;
  readonly segment: string;
}

/** Element > repetition > component. */
type Element = readonly (readonly string[])[];
type Content =
  | { readonly tag: string; readonly elements: readonly Element[] }
  | { readonly binary: 'BIN' | 'BDS'; readonly octets: string };

const CONTROLS = [1, 2, 7, 9, 10, 11, 12, 13, 0x11, 0x17, 0x1c, 0x1d, 0x1e, 0x1f].map((code) =>
  String.fromCharCode(code),
);
const LEGAL = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', ...CONTROLS];
/** What stands in for a delimiter in data, and for an element separator in an ISA. */
const HARMLESS = 'x';

const delimiters: fc.Arbitrary<Delimiters> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ element: '*', component: ':', repetition: '^', segment: '~' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('\n', '\r', '\x1c')
      .map((segment) => ({ element: '|', component: '>', repetition: '!', segment })),
  },
  {
    weight: 3,
    arbitrary: fc
      .uniqueArray(fc.constantFrom(...LEGAL), { minLength: 4, maxLength: 4 })
      .map(([element = '*', component = ':', repetition = '^', segment = '~']) => ({
        element,
        component,
        repetition,
        segment,
      })),
  },
);

// Weighted towards what confuses readers: every delimiter-like character, line breaks, tags, high bytes, NUL.
const piece = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'ABZ019 a.-') },
  { weight: 4, arbitrary: fc.constantFrom(...'*:^~|>!\n\r\t', '\r\n', '\x1c', '\0', '\xef', '\xc3\xa9', '\xff') },
  { weight: 1, arbitrary: fc.constantFrom('ISA', 'IEA', 'GS', 'ST', 'SE', 'GE', 'BIN', 'TA1') },
);
const value = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const simple: fc.Arbitrary<Element> = value.map((text) => [[text]]);
const element: fc.Arbitrary<Element> = fc.oneof(
  { weight: 4, arbitrary: simple },
  { weight: 1, arbitrary: fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }) },
);
const tag = fc.oneof(
  fc.constantFrom('NM1', 'REF', 'HL', 'N1', 'LS', 'EB', 'K3', 'ZZZ'),
  fc.stringMatching(/^[A-Z][A-Z0-9]{1,2}$/).map((made) => (RESERVED.has(made) ? 'NTE' : made)),
);
const RESERVED = new Set(['ISA', 'IEA', 'GS', 'GE', 'ST', 'SE', 'BIN', 'BDS', 'TA1', 'ISB', 'ISE', 'ISX']);
const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ tag, elements: fc.array(element, { maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ binary: fc.constantFrom('BIN' as const, 'BDS' as const), octets: value }) },
);
const transaction = fc.array(content, { maxLength: 3 });
const group = fc.array(transaction, { maxLength: 2 });
const shape: fc.Arbitrary<Shape> = fc.record({
  version: fc.constantFrom('00501', '00501', '00401', '00402', '00401', '00200', '00801'),
  delimiters,
  layout: fc.array(fc.constantFrom('', '', '\n', '\r\n', '\r', '\n\n', ' ', '\t', ' \r\n '), {
    minLength: 1,
    maxLength: 2,
  }),
  optional: fc.subarray(['ISB', 'ISE', 'TA1', 'ISX'], { maxLength: 2 }),
  parts: fc.array(fc.oneof({ weight: 1, arbitrary: fc.constant('TA1' as const) }, { weight: 5, arbitrary: group }), {
    minLength: 1,
    maxLength: 2,
  }),
  isa: fc.constantFrom('', '', '', 'é', '~', ':', '^', '\n', 'ISA'),
});

/** Well-formed inputs of one interchange, seldom more: small, so that many runs are cheap. */
export const wellFormedInput: fc.Arbitrary<GeneratedInput> = fc
  .record({
    before: fc.constantFrom('', '', '', '\xef\xbb\xbf', ' ', '\r\n', '\xef\xbb\xbf\n'),
    shapes: fc.oneof(
      { weight: 4, arbitrary: fc.array(shape, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(shape, { minLength: 2, maxLength: 3 }) },
    ),
  })
  .map(({ before, shapes }) => {
    const writer = new Writer(before);
    for (const [index, made] of shapes.entries()) writer.interchange(made, index + 1);
    return { text: writer.text, starts: writer.starts, delimiters: [...new Set(writer.delimiters)].join('') };
  });

/** Renders shapes: replaces in data what would be a delimiter there, and keeps counts and control numbers right. */
class Writer {
  text: string;
  readonly starts: number[] = [];
  readonly delimiters: string[] = [];
  #delimiters: Delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };
  #layout: readonly string[] = [''];
  #repeats = true;

  constructor(before: string) {
    this.text = before;
  }

  interchange(shape: Shape, number: number): void {
    this.#repeats = shape.version >= '00402';
    this.#delimiters = shape.delimiters;
    this.#layout = shape.layout.map((text) => this.#withoutFraming(text, ''));
    this.delimiters.push(...Object.values(shape.delimiters));
    const control = String(number).padStart(9, '0');
    this.#isa(shape, control);
    for (const optional of ['ISB', 'ISE', 'TA1', 'ISX']) {
      if (shape.optional.includes(optional)) this.#optional(optional);
    }
    let groups = 0;
    for (const part of shape.parts) {
      if (part === 'TA1') this.#optional('TA1');
      else this.#group(part, ++groups);
    }
    this.#segment('IEA', [String(groups), control]);
  }

  #isa(shape: Shape, control: string): void {
    const { element, component, segment, repetition } = shape.delimiters;
    const sender = shape.isa.split(element).join(HARMLESS).padEnd(15).split(element).join(HARMLESS);
    const blank = (width: number): string => (element === ' ' ? HARMLESS : ' ').repeat(width);
    const fields = ['00', blank(10), '00', blank(10), 'ZZ', sender, 'ZZ', 'RECEIVER'.padEnd(15), '250131', '1530'];
    fields.push(this.#repeats ? repetition : 'U', shape.version, control, '0', 'T', component);
    this.starts.push(this.text.length);
    this.text += `ISA${element}${fields.join(element)}${segment}${this.#nextLayout()}`;
  }

  #group(transactions: readonly (readonly Content[])[], number: number): void {
    this.#segment('GS', ['HS', 'SENDER', 'RECEIVER', '20250131', '1530', String(number), 'X', '005010X279A1']);
    transactions.forEach((contents, index) => {
      const control = String(index + 1).padStart(4, '0');
      this.#segment('ST', ['270', control, '005010X279A1']);
      for (const one of contents) this.#content(one);
      this.#segment('SE', [String(contents.length + 2), control]);
    });
    this.#segment('GE', [String(transactions.length), String(number)]);
  }

  #content(one: Content): void {
    if ('tag' in one) {
      this.#segment(
        one.tag,
        one.elements.map((made) => this.#element(made)),
      );
    } else {
      const length = String(one.octets.length);
      this.#segment(one.binary, one.binary === 'BIN' ? [length, one.octets] : ['ASC', length, one.octets]);
    }
  }

  #element(repetitions: Element): string {
    const { component, repetition } = this.#delimiters;
    const written = repetitions.map((components) => components.map((text) => this.#data(text)).join(component));
    return this.#repeats ? written.join(repetition) : written.join('');
  }

  #optional(tag: string): void {
    this.#segment(
      tag,
      (OPTIONAL_ELEMENTS[tag] ?? []).map((text) => this.#data(text)),
    );
  }

  #segment(tag: string, elements: readonly string[]): void {
    this.starts.push(this.text.length);
    const { element, segment } = this.#delimiters;
    this.text += [tag, ...elements].join(element) + segment + this.#nextLayout();
  }

  #data(text: string): string {
    return this.#withoutFraming(text, HARMLESS);
  }

  #withoutFraming(text: string, replacement: string): string {
    const { element, component, repetition, segment } = this.#delimiters;
    return [element, component, repetition, segment].reduce((kept, one) => kept.split(one).join(replacement), text);
  }

  #nextLayout(): string {
    return this.#layout[this.starts.length % this.#layout.length] ?? '';
  }
}

const OPTIONAL_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ISB: ['1'],
  ISE: ['250131', '1530', 'CT'],
  TA1: ['000000001', '250131', '1530', 'A', '000'],
  ISX: ['!'],
};
