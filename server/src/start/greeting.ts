import { join, relative } from 'node:path';
import type { Config } from '../config.js';
import { FAMILIES } from '../families.js';
import { readOwnerFile } from '../owner-file.js';
import { DEMO } from './demo.js';

const DEMO_FILE = 'demo-order.json';
const CHECK_FILE = 'demo-check.json';

/** Lines that can be pasted: make a file, ask a payer, see what became of the file, read about the rest. */
export function greetingOf(url: string, config: Config): string {
  const data = relative(process.cwd(), config.dataDir) || '.';
  const folder = data.startsWith('..') ? config.dataDir : data;
  const path = (...names: readonly string[]): string => quoted(join(folder, ...names));
  // Another process made the first account, or the keys are in a safe.
  if (
    readOwnerFile(config.dataDir, 'test-key') === undefined ||
    readOwnerFile(config.dataDir, DEMO_FILE) === undefined
  ) {
    return ['', '# a key: ediloom-server keys create --name NAME --mode test', `${url}/docs`, ''].join('\n');
  }
  const core = `${url}/${FAMILIES.core.version}`;
  const key = `-H "Authorization: $(cat ${path('test-key')})"`;
  const lines = [
    `curl -s ${core}/x12/partnerships/${DEMO.partnershipId}/generate-edi ${key} -H 'Content-Type: application/json' -d @${path(DEMO_FILE)}`,
    // Not there where an older release has made the folder.
    ...(readOwnerFile(config.dataDir, CHECK_FILE) === undefined
      ? []
      : [
          `curl -s ${url}/${FAMILIES.healthcare.version}/change/medicalnetwork/eligibility/v3 ${key} -H 'Content-Type: application/json' -d @${path(CHECK_FILE)}`,
        ]),
    // Quoted: a shell may take the question mark for names of files.
    `curl -s '${core}/executions?businessIdentifier=${DEMO.businessIdentifier}' ${key}`,
    `${url}/docs`,
  ];
  return ['', ...lines, ''].map((line) => `${line}\n`).join('');
}

function quoted(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
