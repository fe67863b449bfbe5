import { isDirectoryName } from '../../filenames/filename.js';
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

/** As {@link demandDirectories}, for directories that this server keeps: those of a partner are named as the partner has named them. */
export function demandOwnDirectories(settings: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  demandDirectories(settings, names);
  for (const name of names) {
    const path = settings[name];
    if (typeof path !== 'string') continue;
    if (!path.split('/').every((part) => part === '' || isDirectoryName(part))) {
      throw refusedSetting(
        `/${name}`,
        'has directories whose names begin with no dot, end with no dot or space, have none of <>:"|?* and are no device (CON, NUL, COM1)',
      );
    }
  }
}
