import { nearestName } from '../model/nearest-name.js';
import type { OptionRules, OwnRule } from '../model/option-rules.js';
import { REASON_MARKS } from '../model/reason-marks.js';
import type { AcknowledgmentPolicy } from './policy.js';

const REASON: OwnRule = {
  fits: (value) => typeof value === 'string' && Object.hasOwn(REASON_MARKS, value),
  name: 'the reason of a finding, such as interchange-duplicate',
  instead: (value) => {
    const nearest = typeof value === 'string' ? nearestName(value, Object.keys(REASON_MARKS)) : undefined;
    return nearest && `is no reason of findings. Did you mean ${nearest}?`;
  },
};

/** Policies come out of files of JSON, where nothing tells a slip: taken for its default, one would answer a partner otherwise than agreed. */
export const POLICY_RULES: OptionRules<AcknowledgmentPolicy> = {
  ta1: { values: ['never', 'requested', 'requested or rejected', 'always'] },
  functional: { values: ['999', '997', 'none'] },
  negatives: 'boolean',
  errors: { values: ['reject', 'accept'] },
  tolerated: { each: REASON },
  ignored: { each: REASON },
  warnings: { values: ['silent', 'report'] },
  transactions: { values: ['each', 'all or none'] },
  fatal: { each: { values: ['1', '2', '3', '4', '5', '6', '19'] } },
  noted: {
    each: {
      fits: (value) => typeof value === 'string' && /^0([0-2][1-9]|[123]0|3[12])$/.test(value),
      name: "a code of TA105, from '001' to '032'",
    },
  },
  listAccepted: 'boolean',
  mostRejected: { least: 0, most: Number.POSITIVE_INFINITY, whole: true },
  badValues: 'boolean',
  check: 'function',
};
