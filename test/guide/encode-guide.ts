import type { ElementNode, Guide, SegmentNode } from '../../src/model/guide.js';
import { segment } from './small-guide.js';

const an = (key: string, more: object = {}) => ({ key, element: '1', type: 'AN' as const, min: 1, max: 10, ...more });
const code = (key: string, ...codes: string[]) => ({ key, element: '2', type: 'ID' as const, min: 1, max: 3, codes });

function withElements(node: SegmentNode, more: Record<string, unknown>): SegmentNode {
  return { ...node, properties: { ...node.properties, ...more } as SegmentNode['properties'] }; // nodes of the dialect, written out below
}

const part = (type: ElementNode['x12']['type'], more: object = {}): object => ({
  type: 'string',
  x12: { element: '3', type, min: 1, max: 35, ...more },
});

/** What the small guide lacks: LS and LE, derivable segments and composites, recursive HL, binary, aliases, ST03, equal positions. */
export const ENCODE_GUIDE: Guide = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:ediloom:guide:encode',
  title: 'Encode',
  x12: {
    standard: '005010',
    transactionSet: '856',
    functionalId: 'SH',
    version: '005010X999',
    implementation: '005010X999',
    kind: 'guide',
    confidence: 'high',
  },
  type: 'object',
  additionalProperties: false,
  properties: {
    heading: {
      type: 'object',
      additionalProperties: false,
      properties: {
        header_ST: segment(
          'ST',
          10,
          [
            { ...code('set_01', '856'), mandatory: true },
            { ...an('number_02', { min: 4, max: 9 }), mandatory: true },
            an('implementation_03'),
          ],
          { usage: 'R', mandatory: true },
        ),
        fixed_BIZ: withElements(segment('BIZ', 20, [{ ...code('kind_01', 'K'), usage: 'R' }], { usage: 'R' }), {
          version_02: {
            type: 'object',
            title: 'C',
            additionalProperties: false,
            properties: { first_01: { enum: ['V1'], ...part('ID', { usage: 'R' }) }, second_02: part('AN') },
            x12: { composite: 'C001', usage: 'R' },
          },
          free_03: part('AN'),
        }),
        note_NTE: {
          type: 'array',
          maxItems: 2,
          items: segment('NTE', 30, [{ ...an('text_01'), mandatory: true }], { aliases: ['remark_NTE'] }),
        },
        name_PER: segment(
          'PER',
          30,
          [an('name_01', { aliases: ['old_name_01'] }), code('code_02', 'A', 'B'), an('number_03')],
          { syntax: ['P0203'] },
        ),
      },
    },
    detail: {
      type: 'object',
      additionalProperties: false,
      properties: {
        hierarchical_level_HL_loop: { type: 'array', items: { $ref: '#/$defs/loop_HL' } },
        binary_BIN: withElements(
          segment('BIN', 800, [{ key: 'length_01', element: '784', type: 'N0', min: 1, max: 15, mandatory: true }]),
          {
            data_02: { type: 'object', x12: { element: '785', type: 'B', min: 1, max: 999999, mandatory: true } },
          },
        ),
        trailer_SE: segment(
          'SE',
          900,
          [
            { key: 'count_01', element: '96', type: 'N0', min: 1, max: 10, mandatory: true },
            { ...an('number_02', { min: 4, max: 9 }), mandatory: true },
          ],
          { usage: 'R', mandatory: true },
        ),
      },
    },
  },
  $defs: {
    loop_HL: {
      type: 'object',
      title: 'Level',
      additionalProperties: false,
      properties: {
        hierarchical_level_HL: segment(
          'HL',
          100,
          [
            { ...an('id_01'), mandatory: true },
            an('parent_02'),
            { ...code('level_03', 'S', 'O', 'I'), mandatory: true },
            code('child_04', '0', '1'),
          ],
          { usage: 'R', mandatory: true },
        ),
        item_LIN: withElements(segment('LIN', 200, []), {
          dates_01: { type: 'array', minItems: 2, maxItems: 3, items: part('DT', { min: 8, max: 8 }) },
          period_02: {
            type: 'object',
            title: 'C',
            additionalProperties: false,
            properties: {
              kind_01: part('ID', { element: '1250', max: 3 }),
              value_02: part('AN', { element: '1251', format: '01' }),
            },
            x12: { composite: 'C002', syntax: ['P0102'], notUsed: { '03': { element: '9', type: 'AN' } } },
          },
        }),
        header_LS: segment('LS', 300, [{ ...code('id_01', 'X'), usage: 'R' }]),
        party_NM1_loop: {
          type: 'array',
          maxItems: 2,
          items: {
            type: 'object',
            title: 'Party',
            additionalProperties: false,
            properties: {
              party_NM1: segment('NM1', 310, [{ ...code('who_01', 'PR', 'P5'), mandatory: true }], {
                usage: 'R',
                mandatory: true,
              }),
            },
            x12: { loop: 'NM1', position: 310 },
          },
        },
        trailer_LE: segment('LE', 400, [{ ...code('id_01', 'X'), usage: 'R' }]),
        hierarchical_level_HL_loop: { type: 'array', items: { $ref: '#/$defs/loop_HL' } },
      },
      x12: { loop: 'HL', position: 100, usage: 'R', hl: {} },
    },
  },
};
