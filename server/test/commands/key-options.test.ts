import { expect, it } from 'vitest';
import { modeIn } from '../../src/commands/key-options.js';

it('a mode that was not given is told as missing, and another as none', () => {
  expect(() => modeIn(undefined)).toThrow('--mode is missing: test or live.');
  expect(() => modeIn('production')).toThrow('--mode is test or live.');
});
