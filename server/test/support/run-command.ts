import { type AnyCommand, type Arguments, type Here, isLocal } from '../../src/commands/command.js';
import type { Config } from '../../src/config.js';
import type { Services } from '../../src/exchange/services.js';

/** What a command came to: what is printed, and what the person who waits was told meanwhile. */
export interface RanCommand {
  readonly shown: string;
  readonly result: unknown;
  readonly progress: readonly string[];
  /** What stands beside the result. */
  readonly warned: readonly string[];
}

/** Runs a command over the services of a test, also one that is run in the process of the command line. */
export async function runCommand(
  services: Services,
  commands: readonly AnyCommand[],
  name: string,
  { positionals = [], options = {}, lists = {} }: Partial<Arguments>,
): Promise<RanCommand> {
  const command = commands.find((one) => one.name === name || one.alias === name);
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  const progress: string[] = [];
  const args = { positionals, options, lists };
  const here: Here = {
    // What runs here asks the services for all that they have.
    config: {} as Config,
    environment: {},
    progress: (line) => progress.push(line),
    ask: async (asked, input) => overTheWire(await asked.run(services, overTheWire(input) as typeof input)),
  };
  const result = isLocal(command)
    ? await command.runHere(args, here)
    : await command.run(services, await command.prepare(args, {}));
  const warned = command.warn?.(result as never) ?? [];
  return { shown: command.show(result as never, 80), result, progress, warned };
}

/** As it comes where a server is asked. */
function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
