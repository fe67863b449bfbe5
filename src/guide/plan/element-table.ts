import {
  CHECK_CODES,
  CHECK_COMPOSITE,
  CHECK_DATE,
  CHECK_DECIMAL,
  CHECK_DOUBT,
  CHECK_INTEGER,
  CHECK_LISTED,
  CHECK_TEXT,
  CHECK_TIME,
  IS_LIST,
} from './image.js';
import { type ElementPlan, Kind, type SegmentPlan } from './plan.js';

type Elements = readonly (ElementPlan | undefined)[];

/** Positions a mask holds. */
export const POSITION_BITS = 30;
/** In place of a position: there is none. */
export const NEVER = 0x7fff_ffff;

/**
 * A row of numbers about an element, by its position; that of position 0 has `follower` and `due` only.
 * - `follower`: which position came behind it last time, as objects of one kind mostly look alike.
 * - `due`: the next position whose single code is filled in, or NEVER.
 * - `at`: its row in the guide's image; 0 for what goes the long way.
 * - `kind`: the `CHECK_` of how its values are written: text for codes, codes for texts of a list. It differs from the image's where that leaves
 *   values to the long way. With `IS_LIST` where the JSON is a list.
 *
 * bench: `encode`; one array for all tables of a guide was no faster.
 */
export const Row = { follower: 0, due: 1, at: 2, kind: 3, words: 4 } as const;

/** What writing needs to know about the elements of a segment or the components of a composite, by position. */
export class ElementTable {
  readonly elements: Elements;
  /** What keys of surplus values begin with. */
  readonly prefix: 'element' | 'component';
  /** The guide's image. */
  readonly words: Int32Array;
  readonly keys: readonly (string | undefined)[];
  /** The same, `''` for a position that has none and for the one behind the last: strings alone are compared by identity at once. bench: `encode`. */
  readonly names: readonly string[];
  /** See {@link Row}. */
  readonly rows: Int32Array;
  /** Tables of the composites. */
  readonly parts: readonly (ElementTable | undefined)[];
  /** Position by key, older keys included. */
  readonly positions: ReadonlyMap<string, number>;
  /** Required positions that have one code only, in order: written though absent. */
  readonly derived: readonly ElementPlan[];
  /** True when every required position is derived, and there is one. */
  readonly derivable: boolean;
  /** Those whose format is named by a sibling. */
  readonly formatted: readonly ElementPlan[];

  constructor(elements: Elements, prefix: 'element' | 'component', words: Int32Array) {
    const known = elements.filter((element) => element !== undefined);
    const required = known.filter((element) => element.required);
    this.elements = elements;
    this.prefix = prefix;
    this.words = words;
    this.keys = elements.map((element) => (element === undefined ? undefined : asKey(element.key)));
    this.names = [...this.keys, ''].map((key) => key ?? '');
    this.parts = elements.map((element) => partsOf(element, words));
    this.positions = new Map([
      ...known.flatMap((element) => element.aliases.map((alias) => [alias, element.position] as const)),
      ...known.map((element) => [element.key, element.position] as const),
    ]);
    this.derived = required.filter(
      (element) => element.single !== undefined || this.parts[element.position]?.derivable === true,
    );
    this.derivable = this.derived.length > 0 && this.derived.length === required.length;
    this.formatted = known.filter((element) => element.format !== 0);
    this.rows = Int32Array.from(
      [undefined, ...elements.slice(1)].flatMap((element, position) => [
        position + 1,
        this.derived.find((one) => one.position > position)?.position ?? NEVER,
        imageRow(element),
        writtenKind(element),
      ]),
    );
  }
}

/** The table of a segment. */
export function tableOf({ elements, image }: SegmentPlan): ElementTable {
  return new ElementTable(elements, 'element', image.words);
}

/** For an element that no definition covers. */
export const NO_ELEMENTS = new ElementTable([], 'component', new Int32Array(1));

/** The same text as an object has it as key: two such are compared by identity. */
export function asKey(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}

function partsOf(element: ElementPlan | undefined, words: Int32Array): ElementTable | undefined {
  if (element?.kind !== Kind.composite) return undefined;
  return new ElementTable(element.components, 'component', words);
}

// The image does not tell a list of numbers from one of texts, nor that a value of it may have more digits than its element. And the
// list of a text is judged apart when it is read.
function imageRow(element: ElementPlan | undefined): number {
  if (element === undefined || (element.kind !== Kind.code && element.codes !== undefined)) return 0;
  if (element.listed === undefined) return element.row;
  const isNumber = element.kind === Kind.integer || element.kind === Kind.decimal;
  return isNumber && element.digits >= element.max ? element.row : 0;
}

const WRITTEN: Readonly<Record<Kind, number>> = {
  [Kind.text]: CHECK_TEXT,
  [Kind.code]: CHECK_TEXT,
  [Kind.integer]: CHECK_INTEGER,
  [Kind.decimal]: CHECK_DECIMAL,
  [Kind.date]: CHECK_DATE,
  [Kind.time]: CHECK_TIME,
  [Kind.binary]: CHECK_DOUBT,
  [Kind.composite]: CHECK_COMPOSITE,
};

function writtenKind(element: ElementPlan | undefined): number {
  if (element === undefined) return CHECK_DOUBT;
  const list = element.array ? IS_LIST : 0;
  const kind = WRITTEN[element.kind];
  // Reading leaves it to the loop which texts may stand there.
  if (element.kind === Kind.text && element.codes !== undefined) return CHECK_CODES | list;
  if (kind === CHECK_TEXT) return kind | list;
  if (imageRow(element) === 0) return CHECK_DOUBT;
  return (element.listed === undefined ? kind : CHECK_LISTED) | list;
}
