import type { AcknowledgmentPolicy } from '../acknowledgment/policy.js';
import { POLICY_RULES } from '../acknowledgment/policy-rules.js';
import type { ReceivedInterchange } from '../acknowledgment/received.js';
import { checkOptions } from '../model/check-options.js';
import type { Source } from '../syntax/source.js';
import { TOKENIZER_RULES } from '../syntax/tokenizer.js';
import { type AcknowledgedInterchange, acknowledgeInterchange } from './acknowledge.js';
import type { Engine } from './engine.js';
import type { AcknowledgeOptions, ReadOptions } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { InputReaders } from './input-readers.js';
import { NO_OPTIONS } from './no-options.js';
import { ACKNOWLEDGE_RULES, ASKED_RULES, READ_RULES } from './reading-rules.js';
import { type AskedOfReceived, ReceivedReader } from './received-reader.js';

/** The verb that decides what a source is answered. */
export function acknowledgingVerbs({ chooser, limits }: EngineParts): Pick<Engine, 'acknowledge'> {
  const readers = new InputReaders<ReadOptions & AskedOfReceived, ReceivedReader>(
    limits,
    (settings) => new ReceivedReader(chooser, settings),
  );

  async function acknowledge(
    source: Source,
    options: AcknowledgeOptions = NO_OPTIONS,
  ): Promise<readonly AcknowledgedInterchange[]> {
    if (options !== NO_OPTIONS)
      checkOptions('acknowledge', options, TOKENIZER_RULES, READ_RULES, ASKED_RULES, ACKNOWLEDGE_RULES, POLICY_RULES);
    const { guide, characterSet, signal, encoding, strict, scan, unwrap, foldTags, ...rest } = options;
    const acknowledged: AcknowledgedInterchange[] = [];
    const { onFinding, policyOf, onInterchange: take = (one) => acknowledged.push(one), ...policy } = rest;
    const onInterchange = (received: ReceivedInterchange): void => {
      take(acknowledgeInterchange(received, checkedPolicy(policyOf?.(received)) ?? policy));
    };
    const { badValues } = policy;
    const reading = { guide, characterSet, badValues, signal, encoding, strict, scan, unwrap, foldTags };
    return await readers.read(source, { ...reading, onInterchange, onFinding }, () => acknowledged);
  }

  return { acknowledge };
}

function checkedPolicy(policy: AcknowledgmentPolicy | undefined): AcknowledgmentPolicy | undefined {
  if (policy !== undefined) checkOptions('policyOf', policy, POLICY_RULES);
  return policy;
}
