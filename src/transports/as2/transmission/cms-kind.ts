import { inMemory } from '../mime/decoded-body.js';
import type { Octets } from '../spool/octets.js';

type CmsKind = 'signed' | 'enveloped' | 'authEnveloped' | 'compressed';

/** The content of the object identifiers, in hexadecimal. */
const KINDS: Readonly<Record<string, CmsKind>> = {
  '2a864886f70d010702': 'signed',
  '2a864886f70d010703': 'enveloped',
  '2a864886f70d0109100117': 'authEnveloped',
  '2a864886f70d0109100109': 'compressed',
};

/**
 * What kind of content a CMS structure says it holds: its own word goes before the `smime-type`, which partners leave out or
 * get wrong. `undefined` for any other kind, and for what is no CMS.
 */
export async function cmsKindOf(der: Octets): Promise<CmsKind | undefined> {
  const begin = Buffer.from(await inMemory(der, 32));
  const length = begin[1] ?? 0;
  const at = length < 0x80 ? 2 : 2 + (length & 0x7f);
  if (begin[0] !== 0x30 || begin[at] !== 0x06) return undefined;
  const end = at + 2 + (begin[at + 1] ?? 0);
  const oid = begin.toString('hex', at + 2, end);
  return Object.hasOwn(KINDS, oid) ? KINDS[oid] : undefined;
}
