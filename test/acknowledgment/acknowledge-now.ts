import type { AcknowledgmentPolicy } from '../../src/acknowledgment/policy.js';
import { type AcknowledgedInterchange, acknowledgeInterchange } from '../../src/engine/acknowledge.js';
import { ReceivedReader } from '../../src/engine/received-reader.js';
import { DEFAULT_LIMITS } from '../../src/model/limits.js';
import { chooser, readNow } from '../fuzz/read-now.js';

/** What `engine.acknowledge` does, in one go: promises would cost more than small inputs do. */
export function acknowledgeNow(
  bytes: Uint8Array,
  policy: AcknowledgmentPolicy = {},
): readonly AcknowledgedInterchange[] {
  const acknowledged: AcknowledgedInterchange[] = [];
  const reader = new ReceivedReader(chooser, { ...DEFAULT_LIMITS, badValues: policy.badValues });
  reader.begin({ onInterchange: (received) => acknowledged.push(acknowledgeInterchange(received, policy)) });
  readNow([bytes], {}, reader);
  return acknowledged;
}
