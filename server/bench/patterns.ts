import { nativeMatcher } from 'ediloom';
import { createLinearPatterns } from '../src/patterns/linear-patterns.js';

// What a pattern of a customer's guide costs at one value, beside JavaScript's own engine: `npx tsx --tsconfig server/tsconfig.json server/bench/patterns.ts`.

const VALUES = 200_000;

/** Patterns as guides have them, and a value that fits. */
const USUAL: readonly (readonly [string, string])[] = [
  ['^[A-Z0-9]{1,20}$', 'PO4711A'],
  ['^\\d{3}-\\d{2}-\\d{4}$', '123-45-6789'],
  ['^(AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA)$', 'KY'],
  ['^[A-Z]{2}\\d{6,30}$', 'AB12345678901234'],
  ['^[^*~:]+$', 'a text of about forty letters in all, yes'],
  ['^.{1,80}$', 'a text of about forty letters in all, yes'],
];

const linear = createLinearPatterns({ time: { now: () => performance.now(), mostMs: Number.POSITIVE_INFINITY } });
const matcher = linear.matcherFor('bench');

process.stdout.write('ns a value, one of those that fit     linear   JavaScript\n');
for (const [pattern, value] of USUAL) {
  const [slow, fast] = [timeOf(matcher.compile(pattern), value), timeOf(nativeMatcher.compile(pattern), value)];
  process.stdout.write(
    `${pattern.slice(0, 34).padEnd(36)} ${slow.toFixed(0).padStart(7)} ${fast.toFixed(0).padStart(12)}\n`,
  );
}

// The worst that was found: each character leads to a state that was never seen, so that nothing is ever looked up.
const random = Array.from({ length: 8_000 }, (_, n) => (Math.sin(n * n) > 0 ? 'A' : 'B')).join('');
const worst = matcher.compile('^[AB]*A[AB]{40}[^AB]');
const began = performance.now();
for (let n = 0; n < 10; n++) worst.test(random);
process.stdout.write(
  `worst found: ${(((performance.now() - began) * 1e6) / (10 * random.length)).toFixed(0)} ns a character\n`,
);

for (const pattern of ['^[A-Z0-9]{1,20}$', '\\p{L}'.repeat(90), '^[A-Z]{1,900}$']) {
  const before = performance.now();
  createLinearPatterns({ build: 'at once' }).matcherFor('bench').compile(pattern);
  process.stdout.write(`to build ${pattern.slice(0, 20)}: ${(performance.now() - before).toFixed(1)} ms\n`);
}

function timeOf(test: { test(text: string): boolean }, value: string): number {
  for (let n = 0; n < VALUES / 10; n++) test.test(value);
  const before = performance.now();
  for (let n = 0; n < VALUES; n++) test.test(value);
  return ((performance.now() - before) * 1e6) / VALUES;
}
