import { createEngine, createMemoryControlNumbers, type Source } from 'ediloom';
import { guide as inquiries } from 'ediloom/guides/270-005010X279A1';
import { guide as answers } from 'ediloom/guides/999-005010X231A1';

// In production: createFileControlNumbers of ediloom/stores/file-control-numbers, or counters of your database.
const controlNumbers = createMemoryControlNumbers();
const engine = createEngine({ guides: [inquiries, answers], controlNumbers });

/** What was received, and what is to be sent back for it. */
export interface Answer {
  readonly controlNumber: string;
  /** Whether every set may be processed. */
  readonly accepted: boolean;
  readonly bytes: Uint8Array | undefined;
}

/** Judges each interchange of a file and writes its 999, with control numbers of its own. */
export async function answer(source: Source): Promise<readonly Answer[]> {
  const judged = await engine.acknowledge(source);
  return Promise.all(
    judged.map(async ({ header, accepted, reply }) => ({
      controlNumber: header.controlNumber ?? '',
      accepted: accepted.length > 0 && accepted.flat().every((good) => good),
      bytes: reply && engine.generate(await engine.number({ interchanges: [reply] }), { newline: '\n' }).bytes,
    })),
  );
}
