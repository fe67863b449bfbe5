import { X12Error } from '../../../model/error.js';

/** node-forge, an optional peer: loaded by the first PKCS#12 file. @throws X12Error `X12_OPTION_INVALID` if not installed. */
export async function loadForge(): Promise<typeof import('node-forge')> {
  try {
    const loaded = await import('node-forge');
    return loaded.default;
  } catch (cause) {
    throw new X12Error('X12_OPTION_INVALID', 'To read a PKCS#12 file, install the package node-forge.', { cause });
  }
}
