import type { ElementNode, ElementType, Guide, SegmentNode } from '../../src/model/guide.js';

type Element = {
  key: string;
  element: string;
  type: ElementType;
  min: number;
  max: number;
  usage?: 'R';
  mandatory?: true;
  codes?: string[];
  format?: string;
};

export function element({ key: _key, codes, ...x12 }: Element): ElementNode {
  const type = /^[NR]/.test(x12.type) ? ['number', 'string'] : 'string';
  return { type, ...(codes === undefined ? {} : { enum: codes }), x12 };
}

export function segment(
  tag: string,
  position: number,
  elements: Element[],
  x12: Partial<SegmentNode['x12']> = {},
): SegmentNode {
  return {
    type: 'object',
    title: tag,
    additionalProperties: false,
    properties: Object.fromEntries(elements.map((each) => [each.key, element(each)])),
    x12: { segment: tag, position, ...x12 },
  };
}

const ST = segment(
  'ST',
  10,
  [
    { key: 'set_01', element: '143', type: 'ID', min: 3, max: 3, mandatory: true, codes: ['999'] },
    { key: 'control_number_02', element: '329', type: 'AN', min: 4, max: 9, mandatory: true },
  ],
  { usage: 'R', mandatory: true },
);
const SE = segment(
  'SE',
  900,
  [
    { key: 'count_01', element: '96', type: 'N0', min: 1, max: 10, mandatory: true },
    { key: 'control_number_02', element: '329', type: 'AN', min: 4, max: 9, mandatory: true },
  ],
  { usage: 'R', mandatory: true },
);

const REF = (codes: string[]): SegmentNode =>
  segment(
    'REF',
    300,
    [
      { key: 'qualifier_01', element: '128', type: 'ID', min: 2, max: 3, mandatory: true, codes },
      { key: 'identifier_02', element: '127', type: 'AN', min: 1, max: 10 },
    ],
    { discriminator: { element: '01', codes }, syntax: ['R0203'] },
  );

/** Two levels of HL, variants of REF, a repeating element, a composite, numbers and dates: enough for every rule of the walk. */
export const SMALL_GUIDE: Guide = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:ediloom:guide:small',
  title: 'Small',
  x12: {
    standard: '005010',
    transactionSet: '999',
    functionalId: 'FA',
    version: '005010',
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
        header_ST: ST,
        beginning_BHT: segment(
          'BHT',
          20,
          [
            { key: 'purpose_01', element: '353', type: 'ID', min: 2, max: 2, mandatory: true, codes: ['00', '18'] },
            { key: 'date_02', element: '373', type: 'DT', min: 8, max: 8, usage: 'R' },
            { key: 'time_03', element: '337', type: 'TM', min: 4, max: 8 },
            { key: 'amount_04', element: '782', type: 'R', min: 1, max: 10 },
            { key: 'cents_05', element: '610', type: 'N2', min: 1, max: 15 },
            { key: 'number_06', element: '554', type: 'N0', min: 1, max: 6 },
          ],
          { usage: 'R', mandatory: true, notUsed: { '07': { element: '1', type: 'AN', min: 1, max: 3 } } },
        ),
      },
    },
    detail: {
      type: 'object',
      additionalProperties: false,
      properties: {
        source_HL_loop: {
          type: 'array',
          items: {
            type: 'object',
            title: 'Source',
            additionalProperties: false,
            properties: {
              source_HL: hl(),
              name_NM1: segment(
                'NM1',
                200,
                [
                  { key: 'entity_01', element: '98', type: 'ID', min: 2, max: 3, mandatory: true, codes: ['PR'] },
                  { key: 'name_02', element: '1035', type: 'AN', min: 1, max: 8, usage: 'R' },
                ],
                { usage: 'R' },
              ),
              subscriber_HL_loop: {
                type: 'array',
                items: {
                  type: 'object',
                  title: 'Subscriber',
                  additionalProperties: false,
                  properties: {
                    subscriber_HL: hl(),
                    member_REF: { type: 'array', maxItems: 2, items: REF(['1L', '0F']) },
                    policy_REF: REF(['6P']),
                    date_DTP: segment('DTP', 400, [
                      { key: 'qualifier_01', element: '374', type: 'ID', min: 3, max: 3, mandatory: true },
                      {
                        key: 'format_02',
                        element: '1250',
                        type: 'ID',
                        min: 2,
                        max: 3,
                        mandatory: true,
                        codes: ['D8', 'RD8'],
                      },
                      { key: 'date_03', element: '1251', type: 'AN', min: 1, max: 35, mandatory: true, format: '02' },
                    ]),
                    inquiry_EQ_loop: {
                      type: 'array',
                      maxItems: 2,
                      items: {
                        type: 'object',
                        title: 'Inquiry',
                        additionalProperties: false,
                        properties: {
                          inquiry_EQ: {
                            type: 'object',
                            title: 'EQ',
                            additionalProperties: false,
                            properties: {
                              types_01: {
                                type: 'array',
                                maxItems: 3,
                                items: element({
                                  key: '',
                                  element: '1365',
                                  type: 'ID',
                                  min: 1,
                                  max: 2,
                                  codes: ['30', '1', 'UC'],
                                }),
                              },
                              procedure_02: {
                                type: 'object',
                                title: 'C003',
                                additionalProperties: false,
                                properties: {
                                  qualifier_01: element({
                                    key: '',
                                    element: '235',
                                    type: 'ID',
                                    min: 2,
                                    max: 2,
                                    mandatory: true,
                                    codes: ['HC', 'CJ'],
                                  }),
                                  code_02: element({ key: '', element: '234', type: 'AN', min: 1, max: 5, usage: 'R' }),
                                },
                                x12: { composite: 'C003' },
                              },
                            },
                            x12: { segment: 'EQ', position: 500, usage: 'R', mandatory: true },
                          },
                          message_MSG: segment('MSG', 600, [
                            { key: 'text_01', element: '933', type: 'AN', min: 1, max: 20, mandatory: true },
                          ]),
                        },
                        x12: { loop: '2110', position: 500 },
                      },
                    },
                  },
                  x12: {
                    loop: '2000B',
                    position: 100,
                    usage: 'R',
                    hl: { level: '22' },
                    discriminator: { element: '03', codes: ['22'] },
                  },
                },
              },
            },
            x12: {
              loop: '2000A',
              position: 100,
              usage: 'R',
              hl: { level: '20' },
              discriminator: { element: '03', codes: ['20'] },
            },
          },
        },
        trailer_SE: SE,
      },
    },
  },
};

function hl(): SegmentNode {
  return segment(
    'HL',
    100,
    [
      { key: 'id_01', element: '628', type: 'AN', min: 1, max: 12, mandatory: true },
      { key: 'parent_02', element: '734', type: 'AN', min: 1, max: 12 },
      { key: 'level_03', element: '735', type: 'ID', min: 1, max: 2, mandatory: true, codes: ['20', '22'] },
      { key: 'child_04', element: '736', type: 'ID', min: 1, max: 1, usage: 'R', codes: ['0', '1'] },
    ],
    { usage: 'R', mandatory: true },
  );
}

/** The small guide, but that it requires what syntax notes also ask for: REF02, and a component of EQ02. */
export const NOTED_GUIDE: Guide = JSON.parse(JSON.stringify(SMALL_GUIDE), (key, value) => {
  if (key === 'identifier_02') return { ...value, x12: { ...value.x12, usage: 'R' } };
  if (key === 'procedure_02') return { ...value, x12: { ...value.x12, syntax: ['P0102'] } };
  return value;
});
