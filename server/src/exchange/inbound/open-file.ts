import type { PreparedArtifact } from '../../objects/artifacts.js';
import { type FileKind, fileKindOf } from '../../reading/file-kind.js';
import type { ReadingOptions } from '../../reading/reader.js';
import type { Artifacts } from '../../store/tables.js';
import type { Services } from '../services.js';
import { NotReadable } from './not-readable.js';
import type { ReceivedFile } from './received-file.js';

/** A file to be read: as often as need be, from its start. */
export interface OpenedFile {
  /** `EDI/X12`, `JSON` ...: `file_type` of the execution. */
  readonly type: string;
  /** The bytes of the file that came packed; insert its row with what was read of it. */
  readonly unpacked: PreparedArtifact | undefined;
  /** Of its bytes, unpacked. */
  readonly size: number;
  bytes(): AsyncIterable<Uint8Array>;
}

const TYPES: Readonly<Record<FileKind, string>> = {
  x12: 'EDI/X12',
  json: 'JSON',
  xml: 'XML',
  csv: 'CSV',
  tsv: 'TSV',
  psv: 'PSV',
  gzip: 'UNKNOWN',
  zip: 'ZIP',
  unknown: 'UNKNOWN',
};

type Needs = Pick<Services, 'artifacts' | 'reader'>;

/**
 * Opens a file, and unpacks it where it came packed: its bytes are kept beside it, so that places in it can be read.
 * @throws NotReadable where its bytes are not kept any more; ReadingRefused where it cannot be unpacked.
 */
export async function openFile(services: Needs, file: ReceivedFile, options: ReadingOptions): Promise<OpenedFile> {
  const { input } = file;
  if (input === undefined) {
    throw new NotReadable('FILE_NOT_FOUND', 'The file is not kept any more. Ask the partner to send it anew.');
  }
  const kind = await fileKindOf(read(services, input));
  if (kind !== 'gzip' && kind !== 'zip') return opened(services, kind, input);
  const unpacked = await services.artifacts.receive(file.accountId, {
    model: 'execution',
    ownerId: file.execution.id,
    usage: 'attachment',
    type: 'application/octet-stream',
    name: file.execution.name.replace(/\.(?:gz|zip)$/i, ''),
    bytes: services.reader.unpack(read(services, input), kind, options),
    signal: options.signal,
    ...(file.execution.expires_at === null ? {} : { expiresAt: file.execution.expires_at }),
  });
  const row = { ...unpacked, account_id: file.accountId };
  const inside = await fileKindOf(read(services, row));
  // An archive of archives, or of what nobody knows, stays what it is.
  const isKnown = inside !== 'gzip' && inside !== 'zip' && inside !== 'unknown';
  return { ...opened(services, isKnown ? inside : kind, row), unpacked };
}

function opened(services: Needs, kind: FileKind, row: Artifacts): OpenedFile {
  return { type: TYPES[kind], unpacked: undefined, size: row.size, bytes: () => read(services, row) };
}

async function* read({ artifacts }: Pick<Services, 'artifacts'>, row: Artifacts): AsyncGenerator<Uint8Array> {
  yield* await artifacts.open(row);
}
