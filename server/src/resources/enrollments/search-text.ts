/** `provider_enrollments.search`: what the fuzzy filter looks through. */
export function searchOf({
  name,
  npi,
  payerId,
}: {
  readonly name: string;
  readonly npi: string;
  readonly payerId: string;
}): string {
  return `${name.toLowerCase()} ${npi} ${payerId.toLowerCase()}`;
}
