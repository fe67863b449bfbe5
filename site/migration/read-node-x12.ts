import nodeX12 from 'node-x12';

/** Claims and what was paid for them. */
export function paidClaims(x12: string): readonly string[] {
  const ids = new nodeX12.X12QueryEngine(true).query(x12, 'CLP01').map(({ value }) => value);
  const paid = new nodeX12.X12QueryEngine(true).query(x12, 'CLP04').map(({ value }) => value);
  return ids.map((id, index) => `${id} ${paid[index]}`);
}
