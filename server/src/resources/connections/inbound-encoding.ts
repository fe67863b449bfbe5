import type { ReadingOptions } from '../../reading/reader.js';
import type { Connections } from '../../store/tables.js';
import { settingsOf } from './settings-of.js';

/** By what the files that come in over a connection are read. */
export function inboundEncodingOf(connection: Pick<Connections, 'settings'>): NonNullable<ReadingOptions['encoding']> {
  return settingsOf(connection).inboundFileEncoding === 'WINDOWS-1252' ? 'windows-1252' : 'utf-8';
}
