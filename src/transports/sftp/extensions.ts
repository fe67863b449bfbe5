import type { SFTPWrapper } from 'ssh2';

/** The version in which a server offers an extension, `undefined` if it does not; the library keeps it to itself. */
export function extensionOf(sftp: SFTPWrapper, name: string): string | undefined {
  const { _extensions: extensions } = sftp as { readonly _extensions?: Readonly<Record<string, string>> };
  return typeof extensions === 'object' && Object.hasOwn(extensions, name) ? extensions[name] : undefined;
}
