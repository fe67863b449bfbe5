import { requireForm } from '../model/check-options.js';
/** Do the ten digits of an NPI pass their check digit? It is Luhn's, over the digits with the prefix 80840. */
export function passesNpiCheck(npi: string): boolean {
  requireForm('passesNpiCheck', 'npi', npi, 'text');
  let sum = 24; // of the prefix
  for (let index = 0; index < 10; index++) {
    const digit = npi.charCodeAt(index) - 48;
    const weighed = index % 2 === 0 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return /^\d{10}$/.test(npi) && sum % 10 === 0;
}

/** Is it an NPI: ten digits, of which the first is 1 or 2 and the last checks the others? */
export function isNpi(text: string): boolean {
  return /^[12]/.test(text) && passesNpiCheck(text);
}
