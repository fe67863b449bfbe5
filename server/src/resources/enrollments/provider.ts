/** A provider as enrollments know one: by the NPI, or by the tax id where there is none. */
export interface Provider {
  readonly npi?: string | undefined;
  readonly taxId?: string | undefined;
}

/** Makes a MAC of a text under a key of the account: what is stored of a tax id. */
export type IndexOf = (text: string) => Promise<string>;

/** The two columns that a provider is found by. With an NPI the tax id is not looked at: a provider may bill under several. */
export async function providerColumns(
  { npi = '', taxId = '' }: Provider,
  indexOf: IndexOf,
): Promise<{ readonly npi: string; readonly tax_index: string } | undefined> {
  if (npi !== '') return { npi, tax_index: '' };
  const digits = taxId.replaceAll(/\D/g, '');
  // The word keeps these apart from what else is indexed under the same key.
  return digits === '' ? undefined : { npi: '', tax_index: await indexOf(`tax id ${digits}`) };
}
