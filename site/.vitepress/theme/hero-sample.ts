import { h, type VNode } from 'vue';

/** What is shown; a test sees to it that the engine says just this. */
export const SEGMENTS = ['ST*850*0001~', 'BEG*00*SA*PO-1001**20260231~', 'PO1**12*EA*9.75~'];
const KEYS = ['"quantity_ordered_02": 12,', '"unit_or_basis_for_measurement_code_03": "EA",', '"unit_price_04": 9.75'];
export const FINDING = 'IK403 8: segment 2 BEG, BEG05: Date (BEG05) is not a date of its format.';

/** What the engine does, beside the title of the first page: segments, the JSON of one of them, and a finding about another. */
export function heroSample(): VNode {
  return h('div', { class: 'hero-sample' }, [
    h('pre', SEGMENTS.map((line) => `${line}\n`).join('')),
    h('pre', `{\n${KEYS.map((line) => `  ${line}\n`).join('')}}`),
    h('p', FINDING),
  ]);
}
