import type { Lens } from './lens.js';
import type { Codes } from './lenses/text-of.js';

/**
 * A mapping as data: each row ties a property of the JSON to a place in a transaction set. One table serves both ways.
 *
 * - **get**: the first row that finds a value gives the property.
 * - **put**: the first row with a value gives the element. A filter such as `REF[01=6P]` is looked for, and if there is
 *   none, made.
 *
 * Properties are names joined by dots (`subscriber.memberId`); the empty name is the entry itself, in lists of texts.
 * Element paths are relative to what the rows stand in: the set, or what `at` or `each` names. A loop is found at any
 * depth below.
 */
export type Table = readonly Row[];

export type Row = ValueRow | ListRow | GroupRow | EachRow | PlacesRow | QualifiedRow;

interface Common {
  /** One way only: what is copied or derived. */
  readonly only?: 'get' | 'put';
  /** Put only when the JSON as a whole has this property. */
  readonly when?: string;
  /** Put only when it has not. */
  readonly unless?: string;
}

/** One property, one element. */
export interface ValueRow extends Common {
  /** Absent: the lens is a constant. */
  readonly property?: string;
  /** Several: the first that holds a value, the first that has room. Absent: the lens gives the value by itself. */
  readonly path?: string | readonly string[];
  readonly lens: Lens;
}

/** A list whose entries stand in fixed places: modifiers in EB13-3 to EB13-6. */
export interface ListRow extends Common {
  readonly property: string;
  readonly list: readonly string[];
  readonly lens: Lens;
}

/** Rows of a property that is an object, or of another place, or both. */
export interface GroupRow extends Common {
  readonly property?: string;
  /** The first occurrence of a loop or segment; absent: the rows stay where they are. */
  readonly at?: string;
  readonly rows: Table;
}

/** A list with an entry for each occurrence. Several rows of one property add to one list. */
export interface EachRow extends Common {
  readonly property: string;
  /** A loop or a segment; occurrences in all loops on the way count. */
  readonly each: string | readonly string[];
  /** Rows of an entry. */
  readonly rows?: Table;
  /** Instead of `rows`: an occurrence holds up to so many entries, each with its own rows. */
  readonly places?: readonly Table[];
  /** Set in every entry by get; put takes only the entries that have them. */
  readonly where?: Readonly<Record<string, string>>;
  /** Get gives the list even when it is empty. */
  readonly always?: true;
  /** `getInSteps` rests behind each entry; of lists inside of lists where those around have it, too. */
  readonly rests?: true;
}

/** A list of objects that stand side by side in the occurrence at hand: the six reasons of a CAS. What has no place is noted. */
export interface PlacesRow extends Common {
  readonly property: string;
  /** Rows of each entry, in order. */
  readonly places: readonly Table[];
}

/**
 * Properties that a qualifier names: `REF*6P*…` is `groupNumber`. Of several occurrences of a qualifier the first counts,
 * and one that says something else at the same path is noted; put goes to the first of the paths, unless one of them says the same already.
 */
export interface QualifiedRow extends Common {
  /** The object that has the properties; absent: the one that the row stands in. */
  readonly property?: string;
  /** Segments. */
  readonly qualified: string | readonly string[];
  /** The element of the segment that holds the qualifier, such as `01`. */
  readonly by: string;
  /** Elements of the segment, each with the properties that it gives by qualifier. */
  readonly values: readonly { readonly path: string; readonly names: Codes; readonly lens: Lens }[];
  /** More elements that put makes of the value. */
  readonly also?: readonly { readonly path: string; readonly lens: Lens }[];
  /** A qualifier without property is noted, and so is one that comes again, unless somebody else reads it. */
  readonly others?: 'ignore';
  /** Qualifiers that may come again, for another row lists them. */
  readonly listed?: readonly string[];
}
