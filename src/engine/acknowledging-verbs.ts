import type { ReceivedInterchange } from '../acknowledgment/received.js';
import type { Source } from '../syntax/source.js';
import { type AcknowledgedInterchange, acknowledgeInterchange } from './acknowledge.js';
import { requireOptions } from './check-options.js';
import type { Engine } from './engine.js';
import type { AcknowledgeOptions } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { leadInto } from './lead-source.js';
import { ReceivedReader } from './received-reader.js';

/** The verb that decides what a source is answered. */
export function acknowledgingVerbs({ chooser, limits }: EngineParts): Pick<Engine, 'acknowledge'> {
  async function acknowledge(
    source: Source,
    options: AcknowledgeOptions = {},
  ): Promise<readonly AcknowledgedInterchange[]> {
    requireOptions('acknowledge', options);
    const { badValues = false, guide, characterSet } = options;
    const { depth, findings } = limits;
    const acknowledged: AcknowledgedInterchange[] = [];
    const { onFinding, policyOf, onInterchange: take = (one) => acknowledged.push(one) } = options;
    const onInterchange = (received: ReceivedInterchange): void => {
      take(acknowledgeInterchange(received, policyOf?.(received) ?? options));
    };
    const kept = { depth, findings, badValues, guide, characterSet };
    await leadInto(new ReceivedReader(chooser, { ...kept, onInterchange, onFinding }), source, options, limits);
    return acknowledged;
  }

  return { acknowledge };
}
