import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { installedPackages, missingText } from '../../src/start/installed-packages.js';

/** A package with dependencies, of which some are installed: beside it, or above. */
function packageWith(dependencies: object, installed: Readonly<Record<string, string>>): URL {
  const root = mkdtempSync(join(tmpdir(), 'installed-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const own = join(root, 'server');
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), JSON.stringify({ dependencies }));
  for (const [place, [name, version]] of Object.entries(installed).entries()) {
    const folder = join(place % 2 === 0 ? own : root, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
  }
  return pathToFileURL(join(own, 'package.json'));
}

it('names packages that are not there, and those of another release', () => {
  const wanted = { kysely: '1.0.0', '@scope/font': '0.4.3', pdfkit: '0.20.2', engine: '0.1.0', ranged: '^1.0.0' };
  const found = installedPackages(
    packageWith(wanted, { kysely: '1.0.0', '@scope/font': '0.4.2', engine: '0.1.0', ranged: '1.2.3' }),
  );
  expect(found).toEqual({ missing: ['pdfkit'], other: ['@scope/font'] });
  expect(missingText(found)).toBe(
    'Packages that this release needs are not installed: pdfkit. Install them (in a checkout: npm ci), and start again.',
  );
});

it('finds all that the server needs, as it is installed here', () => {
  const found = installedPackages();
  expect(found).toEqual({ missing: [], other: [] });
  expect(missingText(found)).toBeUndefined();
});
