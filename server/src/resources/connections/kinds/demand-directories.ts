import { refusedSetting } from './refused-setting.js';

/** @throws Problem `invalid` where one of these members leads upwards. */
export function demandDirectories(settings: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  for (const name of names) {
    const path = settings[name];
    if (typeof path !== 'string') continue;
    if (path.split('/').some((part) => part === '.' || part === '..')) {
      throw refusedSetting(`/${name}`, 'must have no "." and ".."');
    }
  }
}
