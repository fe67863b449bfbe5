import type { Examples } from '../gateway/docs/example.js';
import { IDS } from './example-ids.js';

/** What an order has to have, as the text that a mapping keeps. */
const SOURCE =
  '{ "type": "object", "required": ["order"], "properties": { "order": { "type": "object", "required": ["id"] } } }';

/** Requests about mappings, and their answers. */
export const MAPPING_EXAMPLES: Examples = {
  CreateMapping: [
    {
      summary: 'An order of a shop',
      body: {
        name: 'Shop order to 850',
        type: 'only_mapped_keys',
        mapping: '{ "number": order.id, "lines": order.lines.{ "quantity": count } }',
      },
      answer: {
        id: IDS.mapping,
        name: 'Shop order to 850',
        type: 'only_mapped_keys',
        mapping: '{ "number": order.id, "lines": order.lines.{ "quantity": count } }',
        lookup_tables: [],
        created_at: '2026-01-31T11:16:00Z',
        updated_at: '2026-01-31T11:16:00Z',
      },
    },
  ],
  ListMappings: [
    {
      summary: 'All',
      answer: {
        items: [
          {
            id: IDS.mapping,
            name: 'Shop order to 850',
            type: 'only_mapped_keys',
            created_at: '2026-01-31T11:16:00Z',
            updated_at: '2026-01-31T11:16:00Z',
          },
        ],
        mappings: [
          {
            id: IDS.mapping,
            name: 'Shop order to 850',
            type: 'only_mapped_keys',
            created_at: '2026-01-31T11:16:00Z',
            updated_at: '2026-01-31T11:16:00Z',
          },
        ],
      },
    },
  ],
  GetMapping: [
    {
      summary: 'One mapping',
      params: { id: IDS.mapping },
      answer: {
        id: IDS.mapping,
        name: 'Shop order to 850',
        type: 'only_mapped_keys',
        mapping: '{ "number": order.id, "lines": order.lines.{ "quantity": count } }',
        lookup_tables: [],
        created_at: '2026-01-31T11:16:00Z',
        updated_at: '2026-01-31T11:16:00Z',
      },
    },
  ],
  UpdateMapping: [
    {
      summary: 'Another expression, and what it may be given',
      params: { id: IDS.mapping },
      body: {
        mapping: '{ "number": "PO-" & order.id, "lines": order.lines.{ "quantity": count } }',
        source: { type: 'jsonschema@2020-12', content: SOURCE },
      },
      answer: {
        id: IDS.mapping,
        name: 'Shop order to 850',
        type: 'only_mapped_keys',
        mapping: '{ "number": "PO-" & order.id, "lines": order.lines.{ "quantity": count } }',
        source: { type: 'jsonschema@2020-12', content: SOURCE },
        lookup_tables: [],
        created_at: '2026-01-31T11:16:00Z',
        updated_at: '2026-01-31T11:22:00Z',
      },
    },
  ],
  DeleteMapping: [{ summary: 'One mapping', params: { id: IDS.mapping } }],
  MapDocument: [
    {
      summary: 'An order of a shop, held against its schema',
      params: { id: IDS.mapping },
      query: { validation_mode: 'strict' },
      body: { order: { id: 1001, lines: [{ count: 12 }, { count: 6 }] } },
      answer: { number: 'PO-1001', lines: [{ quantity: 12 }, { quantity: 6 }] },
    },
  ],
};
