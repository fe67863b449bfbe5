import { describe, it } from 'vitest';
import { memoryJournal } from '../../src/delivery/memory-journal.js';
import { journalContract } from '../../src/testing/journal-contract.js';

describe('a journal in memory', () => {
  const make = () => {
    const journal = memoryJournal();
    return { open: () => journal };
  };
  for (const check of journalContract(make)) it(check.name, check.run);
});
