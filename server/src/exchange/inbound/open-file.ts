import type { Services } from '../services.js';
import { inProcessReader } from './file-reader.js';
import { NotReadable } from './not-readable.js';
import type { Reader } from './reader.js';
import type { ReceivedFile } from './received-file.js';

/** A file to be read: as often as need be, from its start. */
export interface OpenedFile {
  readonly reader: Reader;
  /** `EDI/X12`, `JSON` ...: `file_type` of the execution. */
  readonly type: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/** @throws NotReadable where its bytes are not kept any more. */
export async function openFile(services: Services, { input }: ReceivedFile): Promise<OpenedFile> {
  if (input === undefined) {
    throw new NotReadable('FILE_NOT_FOUND', 'The file is not kept any more. Ask the partner to send it anew.');
  }
  const { artifacts } = services;
  async function* bytes() {
    yield* await artifacts.open(input as NonNullable<typeof input>);
  }
  const reader = inProcessReader(services.guides);
  return { reader, type: typeOf(await firstOf(bytes())), bytes };
}

async function firstOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const chunk of source) return Buffer.from(chunk.subarray(0, 1024)).toString('latin1');
  return '';
}

function typeOf(head: string): string {
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (text.startsWith('ISA')) return 'EDI/X12';
  if (text.startsWith('{') || text.startsWith('[')) return 'JSON';
  return text.startsWith('<') ? 'XML' : 'UNKNOWN';
}
