import { readPattern } from '../../patterns/read-pattern.js';
import { refusedSetting } from './kinds/refused-setting.js';

/**
 * A regular expression for names of files, such as a linear-time engine takes. It is read here and not run.
 * @param place of the setting. @throws Problem `invalid`.
 */
export function demandPattern(pattern: unknown, place: string): void {
  if (typeof pattern !== 'string') return;
  try {
    readPattern(pattern);
    new RegExp(pattern, 'u');
  } catch {
    throw refusedSetting(
      place,
      'must be a regular expression, such as .*\\.edi for names that end in .edi, without look-around and back references',
    );
  }
}
