import { describe, it } from 'vitest';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import { journalContract } from '../../src/testing/journal-contract.js';

describe('a journal in memory', () => {
  const make = () => {
    const journal = createMemoryJournal();
    return { open: () => journal };
  };
  for (const check of journalContract(make)) it(check.name, check.run);
});
