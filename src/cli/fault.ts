import { isX12Error, type X12ErrorCode } from '../model/error.js';
import { CommandError, ExitCode } from './exit.js';

/** By who is to blame: the data, what the input is, or what the command was given to work with. */
export const EXIT_CODES: Readonly<Record<X12ErrorCode, ExitCode>> = {
  X12_DATA_INVALID: ExitCode.findings,
  X12_DELIMITER_IN_DATA: ExitCode.findings,
  X12_NOT_AN_INTERCHANGE: ExitCode.notX12,
  X12_ENCODING_UNSUPPORTED: ExitCode.notX12,
  X12_DOCUMENT_INVALID: ExitCode.notX12,
  X12_LIMIT_EXCEEDED: ExitCode.notX12,
  X12_GUIDE_INVALID: ExitCode.usage,
  X12_GUIDE_UNKNOWN: ExitCode.usage,
  X12_DELIMITERS_INVALID: ExitCode.usage,
  X12_PATH_INVALID: ExitCode.usage,
  X12_OPTION_INVALID: ExitCode.usage,
  X12_CONTROL_NUMBERS_EXHAUSTED: ExitCode.usage,
  X12_CONTROL_NUMBERS_WOULD_REPEAT: ExitCode.usage,
  X12_CONTROL_NUMBERS_DAMAGED: ExitCode.usage,
  X12_CONTROL_NUMBERS_UNAVAILABLE: ExitCode.usage,
  X12_TRANSPORT_REFUSED: ExitCode.refused,
  X12_TRANSPORT_UNAVAILABLE: ExitCode.unavailable,
  X12_TRANSPORT_UNKNOWN: ExitCode.unknown,
  X12_JOURNAL_DAMAGED: ExitCode.usage,
  X12_JOURNAL_UNAVAILABLE: ExitCode.usage,
  X12_CONNECTION_INVALID: ExitCode.usage,
  X12_ABORTED: ExitCode.usage,
};

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  return isX12Error(error) ? EXIT_CODES[error.code] : ExitCode.usage;
}

/** Whether it is about one input, so that others can be read all the same: not the options, and no fault of this program. */
export function isOfOneInput(error: unknown): error is Error {
  return error instanceof CommandError || (isX12Error(error) && exitCodeOf(error) !== ExitCode.usage);
}

/** What a person is told of it; no value of the data. */
export function faultText(error: unknown): string {
  if (error instanceof CommandError || isX12Error(error)) return error.message;
  // A fault of this program. Its message may quote what it worked on, so only its kind and place are reported.
  const [name, stack] = error instanceof Error ? [error.name, error.stack ?? ''] : ['error', ''];
  const place = /^\s+at (.*)$/m.exec(stack)?.[1] ?? 'unknown place';
  return `internal fault: ${name} at ${place}. Please report it, without patient data.`;
}
