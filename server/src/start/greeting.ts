import { join, relative } from 'node:path';
import type { Config } from '../config.js';
import { DEMO } from './demo.js';

/** Three lines that can be pasted: make a file, see it, read about the rest. */
export function greetingOf(url: string, config: Config): string {
  const data = relative(process.cwd(), config.dataDir) || '.';
  const folder = data.startsWith('..') ? config.dataDir : data;
  const path = (...names: readonly string[]): string => quoted(join(folder, ...names));
  const generate = [
    `curl -s ${url}/2023-08-01/x12/partnerships/${DEMO.partnershipId}/generate-edi`,
    `-H "Authorization: $(cat ${path('test-key')})" -H 'Content-Type: application/json'`,
    `-d @${path('demo-order.json')}`,
  ].join(' ');
  const delivered =
    config.objectsUrl === undefined
      ? `cat ${path('objects', DEMO.bucket, DEMO.directory, DEMO.filename)}`
      : `# delivered to ${DEMO.bucket}/${DEMO.directory}/${DEMO.filename} in the object store`;
  return ['', generate, delivered, `${url}/docs`, ''].map((line) => `${line}\n`).join('');
}

function quoted(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
