import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import { exampleOfPlan } from '../../src/guide/document/example.js';
import { wellFormedInput } from '../oracle/arbitraries.js';
import { engine, plans } from './read-now.js';

const FIXTURES = new URL('../../fixtures/', import.meta.url);

/** What mutants are made of: fixtures, an example of every guide, small realistic files, and inputs of the oracle. */
export function seedInputs(): readonly Uint8Array[] {
  return [...fixtures(), ...examples(), ...realistic(), ...oracleInputs()];
}

function fixtures(): Uint8Array[] {
  return readdirSync(FIXTURES)
    .map((name) => new URL(`${name}/input.edi`, FIXTURES))
    .filter((file) => existsSync(file))
    .map((file) => new Uint8Array(readFileSync(file)));
}

function examples(): Uint8Array[] {
  const header = { senderQualifier: 'ZZ', senderId: 'SENDER', receiverQualifier: 'ZZ', receiverId: 'RECEIVER' };
  return plans.flatMap((plan) => {
    if (plan.root.slots.length === 0) return [];
    const transactions = [{ guide: plan.id, data: exampleOfPlan(plan) }];
    const input = { interchanges: [{ header: { ...header, ...MOMENT }, groups: [{ header: MOMENT, transactions }] }] };
    return [engine.generate(input, { findings: 'report' }).bytes];
  });
}

const MOMENT = { date: '2026-03-02', time: '10:15' };

function realistic(): Uint8Array[] {
  return SET_NAMES.flatMap((set) =>
    [1, 2, 3].map((seed) => {
      const chunks = [...generateFile({ set, seed, bytes: 700, largestSet: 1, newline: seed === 2 ? '\n' : '' })];
      return new Uint8Array(Buffer.concat(chunks));
    }),
  );
}

function oracleInputs(): Uint8Array[] {
  const made = fc.sample(wellFormedInput, { seed: 1, numRuns: 30 });
  return made.map(({ text }) => Uint8Array.from(text, (character) => character.charCodeAt(0)));
}
