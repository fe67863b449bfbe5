export type { ServerTls } from '../network/server-tls.js';
export type { CloseOptions, ListenAt, ListeningAt, ReceivingServer } from '../receiving/listener.js';
export type { ContentCipher, DigestAlgorithm, KeyTransport } from './agreement/algorithms.js';
export type {
  InboundAgreement,
  MdnAgreement,
  OutboundAgreement,
  Partnership,
  PartnershipSettings,
} from './agreement/partnership.js';
export { partnershipFrom } from './agreement/partnership-from.js';
export { type As2TransportOptions, createAs2Transport } from './as2-transport.js';
export type { Certificate, Identity } from './certificates/certificate.js';
export type { CertificateEntry, CertificateWindow, IdentityEntry } from './certificates/certificate-windows.js';
export {
  type GeneratedIdentity,
  type GenerateIdentityOptions,
  generateIdentity,
} from './certificates/generate-identity.js';
export { readPkcs12 } from './certificates/pkcs12.js';
export { type IdentityInput, readCertificates, readIdentity } from './certificates/read-certificates.js';
export type {
  As2Endpoint,
  As2EndpointLimits,
  As2EndpointOptions,
  As2Event,
  ReceiptSettings,
} from './endpoint/as2-endpoint.js';
export type { As2Request, As2Response } from './endpoint/as2-exchange.js';
export { createAs2Endpoint } from './endpoint/create-as2-endpoint.js';
export {
  type As2Server,
  type As2ServerLimits,
  type As2ServerOptions,
  createAs2Server,
} from './endpoint/create-as2-server.js';
export type { PartnerFilter } from './endpoint/hand-over.js';
export { type PostOwedReceiptOptions, postOwedReceipt } from './endpoint/owed-receipt.js';
export type { TakenReceipt } from './endpoint/take-receipt.js';
export { type As2News, as2NewsIn } from './journal-news.js';
export type { BasicAuth } from './sending/basic-auth.js';
export type { DeliveryOutcome as Outcome, Evidence, Failure } from './sending/delivery-outcome.js';
export { createMemorySpool } from './spool/memory-spool.js';
export type { Octets, Spool, SpoolWriter } from './spool/octets.js';
export { createTemporarySpool } from './spool/temporary-spool.js';
