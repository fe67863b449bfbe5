import type { Dictionary, Guide, SegmentNode } from '../../src/model/guide.js';

const TAGS = ['ST', 'NM1', 'REF', 'HL', 'N1', 'LS', 'EB', 'K3', 'NTE', 'BIN', 'BDS', 'SE'];

/** A guide for sets whose content does not matter: its segments may come in any number and order. */
export const ORACLE_GUIDE: Guide = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:ediloom:guide:oracle',
  title: 'Oracle',
  x12: {
    standard: '005010',
    transactionSet: '270',
    functionalId: 'HS',
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
      properties: Object.fromEntries(
        TAGS.map((tag) => [`segment_${tag}`, { type: 'array' as const, items: segment(tag) }]),
      ),
    },
  },
};

function segment(tag: string): SegmentNode {
  return {
    type: 'object',
    title: tag,
    additionalProperties: false,
    properties: {},
    x12: { segment: tag, position: 100 },
  };
}

/** What counts as known beside the guide: its own tags. */
export const ORACLE_DICTIONARY: Dictionary = {
  release: '005010',
  elements: {},
  composites: {},
  segments: Object.fromEntries(TAGS.map((tag) => [tag, { elements: [] }])),
};
