import { X509Certificate } from 'node:crypto';
import { writeAudit } from '../audit/write-audit.js';
import { type Clock, isoTime } from '../clock.js';
import { conflict, invalid, notFound } from '../problems.js';
import type { AccountQueries } from '../store/account-queries.js';

// The table `client_certificates`: certificates that stand for a key. What a request needs of one is read by `find-key.ts`.

/** A certificate that stands for a key: its owner proves that it has the private key, and sends no secret. */
export interface ListedCertificate {
  /** SHA-256 of the certificate, in hexadecimal digits. */
  readonly fingerprint: string;
  readonly keyId: string;
  readonly subject: string;
  /** ISO 8601, UTC: between these it is good. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly createdAt: string;
}

/** Of subjects, which are for people to tell certificates apart. */
const MOST_SUBJECT = 300;

/** Any certificate: who has signed it is not asked, as it is known by itself. @returns SHA-256, in small hexadecimal digits. */
export function fingerprintOf(certificate: Pick<X509Certificate, 'fingerprint256'>): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase();
}

/**
 * Has a certificate stand for a key.
 * @param pem one certificate.
 * @throws Problem `invalid` for what is none or has expired, `not-found` for the key, `conflict` where it stands for a key already.
 */
export async function addCertificate(
  queries: AccountQueries,
  clock: Clock,
  { keyId, pem }: { readonly keyId: string; readonly pem: string },
): Promise<ListedCertificate> {
  const certificate = readCertificate(pem);
  const now = clock.now();
  const notAfter = Date.parse(certificate.validTo);
  if (notAfter <= now) throw invalid('The certificate has expired: nobody could use it. Add a newer one.');
  const key = await queries.from('api_keys').select('id').where('id', '=', keyId).executeTakeFirst();
  if (key === undefined) throw notFound('key');
  const row = {
    fingerprint: fingerprintOf(certificate),
    key_id: keyId,
    subject: certificate.subject.replaceAll('\n', ', ').slice(0, MOST_SUBJECT),
    not_before: Date.parse(certificate.validFrom),
    not_after: notAfter,
    created_at: now,
  };
  const inserted = await queries
    .insert('client_certificates', row)
    .onConflict((row) => row.column('fingerprint').doNothing())
    .executeTakeFirst();
  if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) {
    throw conflict('The certificate stands for a key already. Delete it there first, or use another certificate.');
  }
  await writeAudit(queries, clock, { action: 'create', objectKind: 'client-certificate', objectId: row.fingerprint });
  return listed(row);
}

/** The certificates of an account, the oldest first. */
export async function listCertificates(queries: AccountQueries): Promise<readonly ListedCertificate[]> {
  const rows = await queries
    .from('client_certificates')
    .selectAll()
    .orderBy('created_at')
    .orderBy('fingerprint')
    .execute();
  return rows.map(listed);
}

/** Takes a certificate back: processes that have just seen it refuse it within a second. @throws Problem `not-found`. */
export async function deleteCertificate(queries: AccountQueries, clock: Clock, fingerprint: string): Promise<void> {
  const { numDeletedRows } = await queries
    .delete('client_certificates')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('certificate');
  await writeAudit(queries, clock, { action: 'delete', objectKind: 'client-certificate', objectId: fingerprint });
}

function readCertificate(pem: string): X509Certificate {
  try {
    if (pem.split('-----BEGIN ').length === 2) return new X509Certificate(pem);
  } catch {
    // Said below, without the words of OpenSSL.
  }
  throw invalid(
    'The file is not one certificate in PEM. Give that of the partner alone, without those of its issuers.',
  );
}

interface Row {
  readonly fingerprint: string;
  readonly key_id: string;
  readonly subject: string;
  readonly not_before: number;
  readonly not_after: number;
  readonly created_at: number;
}

function listed(row: Row): ListedCertificate {
  return {
    fingerprint: row.fingerprint,
    keyId: row.key_id,
    subject: row.subject,
    notBefore: isoTime(Number(row.not_before)),
    notAfter: isoTime(Number(row.not_after)),
    createdAt: isoTime(Number(row.created_at)),
  };
}
