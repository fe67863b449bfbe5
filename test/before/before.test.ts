import { afterAll, beforeAll, expect, it } from 'vitest';
import { forceWay } from '../../src/guide/put/short-way.js';
import { loadPair } from './packages.js';
import { compareRun, describeFailure, type Subject } from './runs.js';
import { startFiles } from './start-files.js';

/** The long form is `npm run before`. */
const RUNS = 150;
const SEED = 1;
/** Guides whose sets are made at random too; each takes a tenth of a second to be compiled twice. */
const GUIDES = ['837P-005010X222A1', '271-005010X279A1', '835-005010X221A1', '850-004010'];

let subject: Subject | undefined;

beforeAll(async () => {
  const pair = await loadPair();
  subject = { pair, files: startFiles(pair, GUIDES), guides: GUIDES };
});

// Compiled guides of two packages are much to keep for the tests behind this one.
afterAll(() => {
  subject = undefined;
  forceWay(undefined);
});

it.each([
  ['of the usual seed', SEED],
  ['of a seed at random', Math.trunc(Math.random() * 1e9)],
])('mutants %s (%d) are read, judged and written as before', async (_, seed) => {
  if (subject === undefined) throw new Error('The packages are not loaded.');
  const failures: string[] = [];
  for (let run = 0; run < RUNS && failures.length < 3; run++) {
    const failure = await compareRun(seed, run, subject);
    if (failure !== undefined) failures.push(describeFailure(failure, subject.files));
  }
  expect(failures.join('\n')).toBe('');
});
