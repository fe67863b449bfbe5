import type { AcknowledgmentGuide } from '../acknowledgment/acknowledgment-forms.js';
import type { MadeGuide } from '../envelope/one-set.js';
import type { Guide } from '../model/guide.js';
import type { JsonObject } from '../model/json.js';

// What TypeScript knows of sets by the guides that the engine was made of. `G` is the union of their types; for plain guides all is as
// open as JSON.

/** What a set is called that was read without a guide, with a dictionary or without one. */
export type GenericId = 'generic' | `dictionary-${string}`;

/** A set without a guide: its segments in order, each an object with one key. */
export type GenericData = { readonly segments: readonly JsonObject[] };

// Each of them asks `G extends …` first, and never what extends `G`: so an engine of known guides is an engine (its types are covariant).

/** A guide's id beside its JSON, for each guide; without a guide, the generic form. */
export type SetJson<G extends Guide> =
  G extends Guide<infer Id, infer Data, unknown>
    ? string extends Id
      ? { readonly guide: string; readonly data: JsonObject }
      : { readonly guide: Id; readonly data: Known<Data> } | { readonly guide: GenericId; readonly data: GenericData }
    : never;

/** The same for a writer; a set that names no guide says what it is in its `header`, and its JSON is checked only when it is written. */
export type SetInput<G extends Guide> =
  G extends Guide<infer Id, infer Data, unknown>
    ? string extends Id
      ? { readonly guide?: string | undefined; readonly header?: SetHeaderInput | undefined; readonly data: unknown }
      :
          | { readonly guide: Id; readonly header?: SetHeaderInput | undefined; readonly data: Data }
          | { readonly guide: GenericId; readonly header?: SetHeaderInput | undefined; readonly data: unknown }
          | { readonly guide?: undefined; readonly header: SetHeaderInput; readonly data: unknown }
          // The replies of `acknowledge` and what codecs make, whatever guides of them the engine has.
          | { readonly guide: AcknowledgmentGuide | MadeGuide; readonly header?: undefined; readonly data: JsonObject }
    : never;

export interface SetHeaderInput {
  readonly transactionSet: string;
  readonly controlNumber?: string | number | undefined;
  readonly implementation?: string | undefined;
}

/** A loop around an occurrence: as read so far, so that what stands behind the occurrence is missing. */
export interface Ancestor<Id extends string = string, Data = JsonObject> {
  readonly loopId: Id;
  /** 0-based among its siblings. */
  readonly index: number;
  readonly data: Data;
}

/** Occurrences of the loops `L`, by the guide they were read by. */
export type LoopJson<G extends Guide, L extends string> =
  G extends Guide<infer Id, unknown, infer Loops>
    ? unknown extends Loops
      ? { readonly guide: Id; readonly loopId: string; readonly data: JsonObject; readonly path: readonly Ancestor[] }
      : {
          [K in L & keyof Loops]: {
            readonly guide: Id;
            readonly loopId: K;
            readonly data: Loops[K];
            readonly path: readonly AncestorOf<Loops>[];
          };
        }[L & keyof Loops]
    : never;

type AncestorOf<Loops> = { [K in keyof Loops & string]: Ancestor<K, Loops[K]> }[keyof Loops & string];

type Known<Data> = unknown extends Data ? JsonObject : Data;
