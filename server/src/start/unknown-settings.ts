import { editsBetween } from 'ediloom/words';
import type { Environment } from '../config.js';
import { readConfig } from './read-config.js';

/** A variable of the environment that was perhaps meant as a setting, and the setting. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** Names from this length on may differ in two letters; in shorter ones that would be another word: HOME is not HOST. */
const LONG_NAME = 8;
/** From this length on a name that is cut off or gone on with is hardly another word. */
const WHOLE_NAME = 7;

/**
 * Variables that nothing reads and whose names nearly are those of settings. An environment is full of what belongs to other programs,
 * so only what can hardly be anything else is named: a slip of one letter (two in a long name), other case, a long name cut off or gone on with, or our
 * own name in front; and only where the setting itself is not set.
 */
export function misspeltSettings(env: Environment): readonly Misspelt[] {
  const known = settingNames();
  const unset = [...known].filter((name) => env[name] === undefined);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name)) return [];
    const plain = name.toUpperCase().replace(/^EDILOOM_(?:SERVER_)?/, '');
    const meant = unset.find((one) => one === plain) ?? unset.find((one) => isSlip(name, one));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Whatever `readConfig` asks for: no list stands beside it that could miss one. */
function settingNames(): ReadonlySet<string> {
  const names = new Set<string>();
  const recorder = new Proxy<Environment>(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'string') names.add(name);
        return undefined;
      },
    },
  );
  readConfig(recorder);
  return names;
}

function isSlip(name: string, setting: string): boolean {
  const most = setting.length >= LONG_NAME ? 2 : 1;
  if (isBeginning(name, setting) || isBeginning(setting, name)) return true;
  if (name[0] !== setting[0] || Math.abs(name.length - setting.length) > most) return false;
  return editsBetween(name, setting) <= most;
}

/** Whole words of a name: AUDIT_RETENTION for AUDIT_RETENTION_DAYS; and TLS_CERTIFICATE, which goes on within a word. */
function isBeginning(short: string, long: string): boolean {
  return short.length >= WHOLE_NAME && long.startsWith(short);
}
