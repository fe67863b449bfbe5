import { X12Error } from '../../model/error.js';

/** The FTP client's package, loaded on first use: who delivers by other ways need not install it. */
export async function loadBasicFtp(): Promise<typeof import('basic-ftp')> {
  try {
    return await import('basic-ftp');
  } catch (cause) {
    throw new X12Error(
      'X12_OPTION_INVALID',
      'FTPS needs the package basic-ftp. Install it: npm install basic-ftp@^6.2.3.',
      {
        cause,
        details: { package: 'basic-ftp' },
      },
    );
  }
}
