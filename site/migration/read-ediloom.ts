import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/835-005010X221A1';
import { remittance } from 'ediloom/remittance';

const engine = createEngine({ guides: [guide] });

/** Claims and what was paid for them. */
export async function paidClaims(x12: string): Promise<readonly string[]> {
  const { interchanges } = await engine.parse(x12);
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const remittances = sets.flatMap((set) => (set.guide === '835-005010X221A1' ? [remittance(guide, set.data)] : []));
  return remittances.flatMap(({ claims }) =>
    claims.map(({ patientControlNumber, paid }) => `${patientControlNumber} ${paid}`),
  );
}
