import type { LookupRow } from '../../worker/customer-code.js';

/** Whatever maps on the way to something else (connections, destinations, requests) uses live mappings alone: so no test key changes what it does. */
export const LIVE = { mode: 'live' } as const;

/** What a mapping gives beside what its expression makes. */
export const MAPPING_TYPES = ['only_mapped_keys', 'merge_with_target_example', 'pass_through'] as const;
export type MappingType = (typeof MAPPING_TYPES)[number];

/** A JSON Schema as text; its example document is the schema's `default`. */
export interface MappingSchema {
  readonly type: 'jsonschema@2020-12';
  readonly content: string;
  readonly name?: string | undefined;
  /** Where an editor has it from; nothing here reads it. */
  readonly connection?: object | undefined;
}

/** What an expression finds with `$lookupTable`, by its name. */
export interface LookupTable {
  readonly name: string;
  readonly values: readonly LookupRow[];
}

/** What a customer writes. */
export interface MappingDefinition {
  readonly name: string;
  readonly type: MappingType;
  /** JSONata. */
  readonly mapping: string;
  readonly source?: MappingSchema | undefined;
  readonly target?: MappingSchema | undefined;
  readonly lookup_tables?: readonly LookupTable[] | undefined;
}

/** For PUT: absent `name`, `type` and `mapping` stay, other absent members are cleared. */
export type MappingReplacement = Partial<MappingDefinition>;

/** A mapping as its rows have it. */
export interface Mapping extends MappingDefinition {
  readonly id: string;
  readonly lookup_tables: readonly LookupTable[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What lists show. */
export type MappingSummary = Pick<Mapping, 'id' | 'name' | 'type' | 'createdAt' | 'updatedAt'>;
