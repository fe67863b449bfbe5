import nodeX12 from 'node-x12';

/** Whatever the patient owes, anywhere in the file. */
export function patientOwes(x12: string): readonly string[] {
  return new nodeX12.X12QueryEngine(true).query(x12, 'CAS03:CAS01["PR"]').map(({ value }) => value ?? '');
}
