import type { Certificate, Identity } from './certificate.js';

/** When and for what one entry of a list of certificates is used, beside the days in the certificate itself. */
export interface CertificateWindow {
  /** Not used before; for a change of certificates on a day agreed. */
  readonly activeFrom?: Date | undefined;
  /** Not used from then on. */
  readonly activeUntil?: Date | undefined;
  /** Default both. */
  readonly use?: 'signing' | 'encryption' | undefined;
}

export interface CertificateEntry extends CertificateWindow {
  readonly certificate: Certificate;
}

/** One of our own. The private key never shows in an inspection. */
export interface IdentityEntry extends CertificateWindow {
  readonly identity: Identity;
}

type Use = 'signing' | 'encryption';

/** The partner's certificates that may be used at a moment, the newest first. */
export function activeCertificates(
  entries: readonly CertificateEntry[],
  use: Use,
  moment: Date,
): readonly Certificate[] {
  return active(entries, ({ certificate }) => certificate, use, moment).map(({ certificate }) => certificate);
}

/** Our identities that may be used at a moment, the newest first. */
export function activeIdentities(entries: readonly IdentityEntry[], use: Use, moment: Date): readonly Identity[] {
  return active(entries, ({ identity }) => identity.certificate, use, moment).map(({ identity }) => identity);
}

function active<Entry extends CertificateWindow>(
  entries: readonly Entry[],
  certificateOf: (entry: Entry) => Certificate,
  use: Use,
  moment: Date,
): readonly Entry[] {
  const begin = (entry: Entry): number =>
    Math.max(certificateOf(entry).notBefore.getTime(), entry.activeFrom?.getTime() ?? 0);
  return entries
    .filter((entry) => {
      const end = Math.min(certificateOf(entry).notAfter.getTime(), (entry.activeUntil?.getTime() ?? Infinity) - 1);
      return isFor(entry, use) && begin(entry) <= moment.getTime() && moment.getTime() <= end;
    })
    .sort((one, other) => begin(other) - begin(one));
}

/** For what may be opened or recognised at any time. */
export function isFor({ use }: CertificateWindow, wanted: Use): boolean {
  return use === undefined || use === wanted;
}
