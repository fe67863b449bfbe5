import { createEngine, describeFinding, isX12Error } from 'ediloom';
import { loadDictionaries, loadGuides } from 'ediloom/guides';

const engine = createEngine({ guides: await loadGuides(['835']), dictionaries: await loadDictionaries() });

// A letter O in place of a zero, a 31st of June, and a code that no list has.
const spoilt = (await import('./remittance.js')).remittance
  .replace('CAS*PR*1*15', 'CAS*PR*1*1O')
  .replace('DTM*405*20260404', 'DTM*405*20260631')
  .replace('BPR*I*', 'BPR*Q*');

const { valid } = await engine.validate(spoilt, {
  onFinding: (found, guide) => {
    const { code, place, text, advice } = describeFinding(found, { guide });
    console.log(`${code}\n  ${place}\n  ${text}. ${advice}`);
  },
});
console.log(valid ? 'valid' : 'not valid');

// What is no X12 at all is not a finding: there is no place that it could have.
try {
  await engine.validate('<?xml version="1.0"?><order/>');
} catch (error) {
  if (!isX12Error(error)) throw error;
  console.log(error.code, error.message);
}
