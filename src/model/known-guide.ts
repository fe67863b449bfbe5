import type { Guide } from './guide.js';
import type { JsonObject } from './json.js';

// What TypeScript knows of a guide that brings the types of its JSON.

/** The id of a guide as TypeScript knows it; `string` for a plain guide. */
export type IdOf<G extends Guide> = G extends Guide<infer Id, unknown, unknown> ? Id : never;

/** The guide JSON of a guide, as its writer gives it; `unknown` for a plain guide. */
export type DataOf<G extends Guide> = G extends Guide<string, infer Data, unknown> ? Data : never;

/** The loops of a guide by their ids; of a plain guide JSON by any id. */
export type LoopsOf<G extends Guide> =
  G extends Guide<string, unknown, infer Loops>
    ? unknown extends Loops
      ? Readonly<Record<string, JsonObject>>
      : Loops
    : never;

/** Ids of the loops of a guide; `string` for a plain guide. */
export type LoopIdOf<G extends Guide> =
  G extends Guide<string, unknown, infer Loops> ? (unknown extends Loops ? string : keyof Loops & string) : never;

/** JSON of one loop of a guide; `JsonObject` for a plain guide. */
export type LoopDataOf<G extends Guide, L extends string> =
  G extends Guide<string, unknown, infer Loops> ? (unknown extends Loops ? JsonObject : Loops[L & keyof Loops]) : never;
