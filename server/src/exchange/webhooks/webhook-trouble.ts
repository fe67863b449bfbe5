import { Problem } from '../../problems.js';
import { NOT_ANSWERED } from './webhook-client.js';

/** Codes of OpenSSL for a chain that leads to nobody who is trusted, or to another name or time. */
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

const TEXTS: Readonly<Record<string, string>> = {
  [NOT_ANSWERED]: 'It did not answer within 5 seconds. Take the event, answer 2xx at once, and do the work afterwards.',
  ENOTFOUND: 'Its host name has no address. Check destinationUrl.',
  EAI_AGAIN: 'The address of its host was not to be found out: the name service does not answer.',
  ETIMEOUT: 'The address of its host was not to be found out: the name service does not answer.',
  ECONNREFUSED: 'Nothing listens at that address and port. Check destinationUrl, and whether the receiver runs.',
  ECONNRESET: 'The connection was lost before there was an answer.',
  EPIPE: 'The connection was lost before there was an answer.',
  EHOSTUNREACH: 'No way leads to that address. Check destinationUrl.',
  ENETUNREACH: 'No way leads to that address. Check destinationUrl.',
};

/** Why an attempt got no answer, for a person: what happened, and what to do. */
export function troubleText(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const code = codeOf(error);
  if (CERTIFICATE.test(code)) {
    return `Its certificate is not accepted (${code}). Renew it, or have the operator trust its authority by TRUSTED_CA_FILE.`;
  }
  const text = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
  return text ?? `The connection failed (${code === '' ? 'unknown error' : code}).`;
}

/** Whether it kept us waiting. */
export function isSilence(error: unknown): boolean {
  return codeOf(error) === NOT_ANSWERED;
}

function codeOf(error: unknown): string {
  // Any error may have it, of any type.
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
