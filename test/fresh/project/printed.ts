// With the types of two guides as the command prints them beside it.
import { createEngine } from 'ediloom';
import type * as Claims from './printed-837P';
import type * as Orders from './printed-850';

export async function numbers(
  order: Orders.TypedGuide,
  claims: Claims.TypedGuide,
  bytes: Uint8Array,
): Promise<readonly string[]> {
  const engine = createEngine({ guides: [order, claims] });
  const found: string[] = [];
  for (const { groups } of (await engine.parse(bytes)).interchanges)
    for (const set of groups.flatMap(({ transactions }) => transactions)) {
      if (set.guide === '850-004010')
        found.push(set.data.heading.beginning_segment_for_purchase_order_BEG.purchase_order_number_03);
    }
  for await (const { data } of engine.loops(bytes, claims, '2300'))
    found.push(data.claim_information_CLM.patient_control_number_01);
  return found;
}
