import { answerOf, caseNames, expectedFile, readCase } from '../acknowledgment/acknowledgment-cases.js';
import type { Golden } from './golden-documents.js';

/** The acknowledgments that are kept. */
export function acknowledgmentGoldens(): readonly Golden[] {
  return caseNames().flatMap((name) =>
    (readCase(name).kinds ?? ['999']).map((kind) => ({
      name: `acknowledgments/${name} ${kind}`,
      file: expectedFile(name, kind),
      bytes: async () => (await answerOf(name, kind)).bytes,
    })),
  );
}
