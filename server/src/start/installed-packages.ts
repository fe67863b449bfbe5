import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_FILE } from '../version.js';

/*
 * Whoever builds a newer release over packages of an older one has a server that starts, and fails where it first needs what is not there.
 * Nothing but Node is needed here: it is asked before all else.
 */

/** Packages that are not as the release wants them. */
export interface InstalledPackages {
  readonly missing: readonly string[];
  /** Those of another release than the one that was tested. */
  readonly other: readonly string[];
}

interface PackageFile {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** @param file of the package whose dependencies are looked for. Default: that of the server. */
export function installedPackages(file: URL = PACKAGE_FILE): InstalledPackages {
  // With Plug'n'Play there are no folders to look into.
  if (process.versions.pnp !== undefined) return { missing: [], other: [] };
  const wanted = Object.entries(packageOf(file).dependencies ?? {});
  const found = wanted.map(([name, version]) => ({ name, version, installed: installedVersion(name, file) }));
  return {
    missing: found.filter(({ installed }) => installed === undefined).map(({ name }) => name),
    other: found
      .filter(({ version, installed }) => installed !== undefined && EXACT.test(version) && installed !== version)
      .map(({ name }) => name),
  };
}

/** What is said, and what to do; `undefined`: all packages are there. */
export function missingText({ missing }: InstalledPackages): string | undefined {
  if (missing.length === 0) return undefined;
  return `Packages that this release needs are not installed: ${missing.join(', ')}. Install them (in a checkout: npm ci), and start again.`;
}

const EXACT = /^\d+\.\d+\.\d+/;

function installedVersion(name: string, file: URL): string | undefined {
  const folders = createRequire(file).resolve.paths(name) ?? [];
  const path = folders.map((folder) => join(folder, name, 'package.json')).find((one) => existsSync(one));
  return path === undefined ? undefined : (packageOf(path).version ?? '');
}

function packageOf(path: URL | string): PackageFile {
  // Written by npm.
  return JSON.parse(readFileSync(path, 'utf8')) as PackageFile;
}
