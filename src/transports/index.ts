export type { Journal, JournalEntry, JournalKind } from '../delivery/journal.js';
export { createMemoryJournal } from '../delivery/memory-journal.js';
export {
  type InboundPayload,
  type OutboundPayload,
  type Payload,
  payloadOf,
  type RejectReason,
} from '../delivery/payload.js';
export { deliverWithRetries, type FailedAttempt, mayHelpAgain, type RetryOptions } from '../delivery/retry.js';
export type { CheckReport, CheckStep, Receipt, Transport } from '../delivery/transport.js';
export {
  outcomeOf,
  type TransportErrorOptions,
  transportError,
  transportReasonOf,
} from '../delivery/transport-error.js';
export { TRANSPORT_REASONS, type TransportOutcome, type TransportReason } from '../delivery/transport-reasons.js';
export { defineTransport, type TransportDefinition } from './define-transport.js';
export { createDirectoryTransport, type DirectoryTransportOptions } from './directory.js';
export type { OnStep } from './files/deliver-file.js';
export type { CallOptions, FileStore, PutOptions, ReasonOf, StoredFile } from './files/file-store.js';
export type { FileTransportSettings } from './files/file-transport.js';
export type { ConnectFiles, PutFileOptions, RemoteFile, RemoteFiles, RenameMode } from './files/remote-files.js';
export type { InboundSettings, OutboundSettings, SkippedFile, TemporarySettings } from './files/settings.js';
export { createMemoryTransport, type MemoryTransportOptions } from './memory.js';
export { isPublicAddress } from './network/public-address.js';
export { createDirectoryFiles, type DirectoryFilesOptions } from './virtual-files/directory-files.js';
export { createMemoryFiles, type MemoryFilesOptions } from './virtual-files/memory-files.js';
export {
  type OpenMode,
  type RenameOptions,
  type VirtualEntry,
  type VirtualFile,
  type VirtualFiles,
  type VirtualFilesCode,
  VirtualFilesError,
} from './virtual-files/virtual-files.js';
export { virtualPath } from './virtual-files/virtual-path.js';
