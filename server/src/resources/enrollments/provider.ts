/** A provider as enrollments know one: by the NPI, or by the tax id where there is none. */
export interface Provider {
  readonly npi?: string | undefined;
  readonly taxId?: string | undefined;
}

/** Makes a MAC of a text under a key of the account: what is stored of a tax id. */
export type IndexOf = (text: string) => Promise<string>;

/** What a tax id is found by, however it was written. @param taxId may have a dash. @returns undefined: it has no digits. */
export async function taxIndexOf(taxId: string, indexOf: IndexOf): Promise<string | undefined> {
  const digits = taxId.replaceAll(/\D/g, '');
  // The word keeps these apart from what else is indexed under the same key.
  return digits === '' ? undefined : indexOf(`tax id ${digits}`);
}

/** The two columns that a mark of the operator is found by. With an NPI the tax id is not looked at: a provider may bill under several. */
export async function providerColumns(
  { npi = '', taxId = '' }: Provider,
  indexOf: IndexOf,
): Promise<{ readonly npi: string; readonly tax_index: string } | undefined> {
  if (npi !== '') return { npi, tax_index: '' };
  const index = await taxIndexOf(taxId, indexOf);
  return index === undefined ? undefined : { npi: '', tax_index: index };
}
