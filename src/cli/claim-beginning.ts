import { claimExample } from '../claims/claim-examples.js';
import { claimSchema } from '../claims/claim-schemas.js';
import { CLAIM_TYPES, type ClaimType } from '../claims/claim-type.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CommandError, ExitCode } from './exit.js';

/** Options of `ediloom claim` for who has no claim so far. */
export const BEGINNING_OPTIONS = {
  schema: { type: 'boolean', help: 'print the JSON Schema of the claims of --type instead; by default professional' },
  example: { type: 'string', value: 'TYPE', help: 'print a claim of this type to begin with instead' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** What these options print; `undefined`: neither is given. @throws CommandError where anything is given that they do not heed. */
export function beginning(input: CommandInput): ExitCode | undefined {
  const { schema, example, ...others } = input.options;
  const given = [schema === true ? 'schema' : [], example === undefined ? [] : 'example'].flat();
  const [name] = given;
  if (name === undefined) return undefined;
  const [unread] = [...given.slice(1), ...Object.keys(others).filter((one) => name !== 'schema' || one !== 'type')];
  if (unread !== undefined) throw new CommandError(`--${unread} does not go with --${name}.`);
  if (input.files.length > 0) throw new CommandError(`--${name} reads no FILE.`);
  input.output.line(JSON.stringify(schema === true ? claimSchema(typeIn(input, 'type')) : marked(input), undefined, 2));
  return ExitCode.clean;
}

/** A test, so that what somebody sends to see what happens reaches no payer. */
function marked(input: CommandInput): object {
  return { usageIndicator: 'T', ...claimExample(typeIn(input, 'example')) };
}

function typeIn(input: CommandInput, name: 'type' | 'example'): ClaimType {
  return claimTypeOption(input, name) ?? 'professional';
}

/** @throws CommandError for a type that there is not. */
export function claimTypeOption(input: CommandInput, name: 'type' | 'example'): ClaimType | undefined {
  const given = textOption(input, name);
  const type = CLAIM_TYPES.find((one) => one === given);
  if (given !== undefined && type === undefined)
    throw new CommandError(`--${name} takes professional, institutional or dental.`);
  return type;
}
