import type { ElementNode, Guide, LoopNode, SegmentNode } from '../../src/model/guide.js';

function text(element: string, max: number, more: Partial<ElementNode['x12']> = {}): ElementNode {
  return { type: 'string', minLength: 1, maxLength: max, x12: { element, type: 'AN', min: 1, max, ...more } };
}

function party(name: string, code: string, position: number): SegmentNode {
  return {
    type: 'object',
    title: name,
    additionalProperties: false,
    required: ['name_02'],
    properties: {
      entity_identifier_code_01: {
        type: 'string',
        enum: [code],
        x12: { element: '98', type: 'ID', min: 2, max: 3, usage: 'R' },
      },
      name_02: text('93', 60, { usage: 'R' }),
      identification_code_qualifier_03: {
        type: 'string',
        $ref: '#/$defs/codes_66_1',
        x12: { element: '66', type: 'ID', min: 1, max: 2 },
      },
      identification_code_04: text('67', 80),
    },
    x12: {
      segment: 'N1',
      position,
      usage: 'R',
      mandatory: true,
      syntax: ['P0304'],
      discriminator: { element: '01', codes: [code] },
      notUsed: { '05': { element: '706', name: 'Entity Relationship Code', type: 'ID', min: 2, max: 2 } },
    },
  };
}

/** An invented guide that uses every kind of node: lists, loops, a composite, a number, shared codes, a discriminator. */
export function smallGuide(): Guide {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:ediloom:guide:small-1',
    title: 'Small',
    x12: {
      standard: '005010',
      transactionSet: '999',
      functionalId: 'FA',
      version: 'small',
      kind: 'guide',
      confidence: 'high',
    },
    type: 'object',
    additionalProperties: false,
    required: ['heading'],
    properties: {
      heading: {
        type: 'object',
        additionalProperties: false,
        required: ['buyer_N1_loop'],
        properties: {
          reference_REF: {
            type: 'array',
            minItems: 1,
            maxItems: 5,
            items: {
              type: 'object',
              title: 'Reference',
              additionalProperties: false,
              properties: {
                reference_identification_02: text('127', 50),
                amount_03: {
                  type: ['number', 'string'],
                  pattern: '^-?\\d+(\\.\\d{1,2})?$',
                  x12: { element: '610', type: 'N2', min: 1, max: 6 },
                },
                identifier_04: {
                  type: 'object',
                  title: 'Identifier',
                  additionalProperties: false,
                  required: ['qualifier_01'],
                  properties: { qualifier_01: text('128', 3, { mandatory: true }), value_02: text('127', 30) },
                  x12: { composite: 'C040' },
                },
              },
              x12: { segment: 'REF', position: 20, syntax: ['R0203'] },
            },
          },
          buyer_N1_loop: loop('BUYER', party('Buyer', 'BY', 10), 30),
          seller_N1_loop: {
            type: 'array',
            minItems: 1,
            items: loop('SELLER', party('Seller', 'SE', 10), 30, 'situational'),
          },
        },
      },
    },
    $defs: { codes_66_1: { enum: ['1', '9', '92'] } },
  };
}

function loop(
  id: string,
  trigger: SegmentNode,
  position: number,
  usage: 'required' | 'situational' = 'required',
): LoopNode {
  const key = `${trigger.title.toLowerCase()}_N1`;
  return {
    type: 'object',
    title: trigger.title,
    additionalProperties: false,
    required: [key],
    properties: { [key]: trigger },
    x12: {
      loop: id,
      position,
      ...(usage === 'required' ? { usage: 'R' } : {}),
      discriminator: { element: '01', codes: trigger.x12.discriminator?.codes ?? [] },
    },
  };
}
