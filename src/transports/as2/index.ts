export type { ContentCipher, DigestAlgorithm, KeyTransport } from './algorithms.js';
export { type As2TransportOptions, as2Transport } from './as2-transport.js';
export type { Certificate, Identity } from './certificate.js';
export type { CertificateEntry, CertificateWindow, IdentityEntry } from './certificate-windows.js';
export { type IdentityInput, readCertificates, readIdentity } from './certificates.js';
export type { As2Request, As2Response } from './endpoint/as2-exchange.js';
export {
  type As2Endpoint,
  type As2EndpointLimits,
  type As2EndpointOptions,
  type As2Event,
  createAs2Endpoint,
  type ReceiptSettings,
} from './endpoint/create-as2-endpoint.js';
export type { PartnerFilter } from './endpoint/hand-over.js';
export type { TakenReceipt } from './endpoint/take-receipt.js';
export { type GeneratedIdentity, type GenerateIdentityOptions, generateIdentity } from './generate-identity.js';
export { memorySpool } from './memory-spool.js';
export type { Octets, Spool, SpoolWriter } from './octets.js';
export type {
  InboundAgreement,
  MdnAgreement,
  OutboundAgreement,
  Partnership,
  PartnershipSettings,
} from './partnership.js';
export { partnershipFrom } from './partnership-from.js';
export { readPkcs12 } from './pkcs12.js';
export type { Evidence, Failure, Outcome } from './sending/outcome.js';
export type { BasicAuth } from './sending/read-answer.js';
export { type As2Server, type As2ServerOptions, type As2ServerTls, createAs2Server } from './serve.js';
export { temporarySpool } from './temporary-spool.js';
