import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/835-005010X221A1';

const engine = createEngine({ guides: [guide] });

/** Whatever the patient owes, in the lines of a claim: a path may name the loop, so that a CAS of the claim is another. */
export async function patientOwes(x12: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { values } of engine.select(x12, '2110/CAS[01=PR]/03')) found.push(...values);
  return found;
}
