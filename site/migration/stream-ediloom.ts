import type { Readable } from 'node:stream';
import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/837P-005010X222A1';

const engine = createEngine({ guides: [guide] });

/** The ids of the claims of a file of any size: each comes whole, as JSON, with the loops around it as `parents`. */
export async function claimIds(file: Readable): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { data } of engine.loops(file, guide, '2300'))
    ids.push(data.claim_information_CLM.patient_control_number_01);
  return ids;
}
