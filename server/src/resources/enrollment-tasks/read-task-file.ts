import { jsonFault } from '../../json-fault.js';
import { invalid } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import { readTextFile } from '../../text-file.js';
import { NewTask } from './schemas.js';

const check = checkOf(NewTask, { kind: 'body', name: 'file' });

/** A task as somebody has written it down: JSON. @throws Problem `invalid` with every problem, by its place. */
export async function readTaskFile(path: string): Promise<NewTask> {
  const text = await readTextFile(path);
  try {
    return soundTask(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column } = jsonFault(text);
    throw invalid(`The file is no JSON: it stops being so in line ${line}, column ${column}.`, {
      code: 'INVALID_JSON',
    });
  }
}

/** @throws Problem `invalid`. */
export function soundTask(value: unknown): NewTask {
  check(value);
  // The schema was met.
  return value as NewTask;
}
