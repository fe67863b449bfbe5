import type { EligibilityResponse } from 'ediloom/eligibility';
import { runProgram } from '../../worker/run-program.js';
import { printedCheck } from './contents/printed-check.js';
import { drawDocument } from './drawing/draw-document.js';
import type { PdfMessage, PdfTask } from './pdf-process.js';

// The program of the process: a check in, its PDF out.

await runProgram(
  async () =>
    async ({ check, response }: PdfTask): Promise<PdfMessage> => ({
      pdf: await drawDocument(printedCheck(check, JSON.parse(response) as EligibilityResponse)),
    }),
);
