import { CODES_997_004010, CODES_997_005010, CODES_999, type CodeTables } from './code-tables.js';
import type { FunctionalKind } from './functional-acknowledgment.js';

/** The guides by which acknowledgments are written. */
export type AcknowledgmentGuide = '999-005010X231A1' | '997-004010' | '997-005010';

/** The keys of a segment in guide JSON: of its elements by position, and of the components of each composite. */
export interface SegmentForm {
  readonly key: string;
  readonly elements: readonly string[];
  readonly components: readonly string[];
}

/** Everything in which the guides differ: keys, codes, and how much fits. */
export interface AcknowledgmentForm {
  readonly kind: FunctionalKind;
  readonly group: SegmentForm;
  readonly setLoop: string;
  readonly set: SegmentForm;
  readonly noteLoop: string;
  readonly note: SegmentForm;
  /** The CTX segments, which only a 999 has. */
  readonly contexts?: ContextForms | undefined;
  /** The loop of an element note; absent where it is a plain segment. */
  readonly elementLoop?: string | undefined;
  readonly element: SegmentForm;
  readonly setEnd: SegmentForm;
  readonly groupEnd: SegmentForm;
  readonly codes: CodeTables;
  /** The last position that IK302 or AK302 can say. */
  readonly lastSegment: number;
  /** GS08, ST03 and the repetition have a place. */
  readonly references: boolean;
  /** Element notes of one segment note. */
  readonly elementNotes: number;
}

export interface ContextForms {
  /** Behind IK3. */
  readonly segment: SegmentForm;
  readonly unit: SegmentForm;
  /** Behind IK4. */
  readonly element: SegmentForm;
  readonly contextName: string;
  readonly contextReference: string;
  readonly dataElement: string;
  /** CTX01-1 of a business unit. */
  readonly units: ReadonlySet<string>;
}

const POSITION = 'position_in_segment';
const AK1 = form('functional_group_response_header_AK1', [
  'functional_identifier_code',
  'group_control_number',
  'version_release_industry_identifier_code',
]);
const AK2 = form('transaction_set_response_header_AK2', [
  'transaction_set_identifier_code',
  'transaction_set_control_number',
  'implementation_convention_reference',
]);
const NOTE = [
  'segment_id_code',
  'segment_position_in_transaction_set',
  'loop_identifier_code',
  'segment_syntax_error_code',
];
const COUNTS = ['number_of_received_transaction_sets', 'number_of_accepted_transaction_sets'];
const GROUP_CODES = five('functional_group_syntax_error_code');

const FORM_997_005010: AcknowledgmentForm = {
  kind: '997',
  group: AK1,
  setLoop: `${AK2.key}_loop`,
  set: AK2,
  noteLoop: 'data_segment_note_AK3_loop',
  note: form('data_segment_note_AK3', NOTE),
  element: form(
    'data_element_note_AK4',
    [POSITION, 'data_element_reference_number', 'data_element_syntax_error_code', 'copy_of_bad_data_element'],
    ['element_position_in_segment', 'composite_data_element_position_in_composite', 'repeating_data_element_position'],
  ),
  setEnd: form('transaction_set_response_trailer_AK5', [
    'transaction_set_acknowledgment_code',
    ...five('transaction_set_syntax_error_code'),
  ]),
  // The 997 guides name AK902 by its data element only.
  groupEnd: form('functional_group_response_trailer_AK9', [
    'functional_group_acknowledgment_code',
    '97',
    ...COUNTS,
    ...GROUP_CODES,
  ]),
  codes: CODES_997_005010,
  lastSegment: 9_999_999_999,
  references: true,
  elementNotes: 99,
};

const COMPONENTS_999 = [
  'element_position_in_segment',
  'component_data_element_position_in_composite',
  'repeating_data_element_position',
];
const CONTEXT = [
  'context_identification',
  'segment_id_code',
  'segment_position_in_transaction_set',
  'loop_identifier_code',
  POSITION,
  'reference_in_segment',
];

export const ACKNOWLEDGMENT_FORMS: Readonly<Record<AcknowledgmentGuide, AcknowledgmentForm>> = {
  '999-005010X231A1': {
    ...FORM_997_005010,
    kind: '999',
    noteLoop: 'error_identification_IK3_loop',
    note: form('error_identification_IK3', NOTE),
    contexts: {
      segment: form('segment_context_CTX', CONTEXT, COMPONENTS_999),
      unit: form('business_unit_identifier_CTX', CONTEXT.slice(0, 1)),
      element: form('element_context_CTX', CONTEXT, COMPONENTS_999),
      contextName: 'context_name_01',
      contextReference: 'context_reference_02',
      dataElement: 'data_element_reference_number_01',
      units: new Set([
        'TRN02',
        'NM109',
        'PATIENT NAME NM109',
        'SUBSCRIBER NAME NM109',
        'ENT01',
        'SUBSCRIBER NUMBER REF02',
        'CLM01',
      ]),
    },
    elementLoop: 'implementation_data_element_note_IK4_loop',
    element: form(
      'implementation_data_element_note_IK4',
      [
        POSITION,
        'data_element_reference_number',
        'implementation_data_element_syntax_error_code',
        'copy_of_bad_data_element',
      ],
      COMPONENTS_999,
    ),
    setEnd: form('transaction_set_response_trailer_IK5', [
      'transaction_set_acknowledgment_code',
      ...five('implementation_transaction_set_syntax_error_code'),
    ]),
    groupEnd: form('functional_group_response_trailer_AK9', [
      'functional_group_acknowledge_code',
      'number_of_transaction_sets_included',
      ...COUNTS,
      ...GROUP_CODES,
    ]),
    codes: CODES_999,
    elementNotes: Number.POSITIVE_INFINITY,
  },
  '997-005010': FORM_997_005010,
  '997-004010': { ...FORM_997_005010, codes: CODES_997_004010, lastSegment: 999_999, references: false },
};

function form(key: string, elements: readonly string[], components: readonly string[] = []): SegmentForm {
  return { key, elements: elements.map(numbered), components: components.map(numbered) };
}

function numbered(name: string, at: number): string {
  return `${name}_${String(at + 1).padStart(2, '0')}`;
}

function five(name: string): readonly string[] {
  return Array.from({ length: 5 }, () => name);
}
