import { createEngine } from '../engine/create-engine.js';
import { compileGuide } from '../guide/compile/compile.js';
import { exampleOfPlan } from '../guide/document/example.js';
import { guideDifferences } from '../guide/document/guide-difference.js';
import { guideHtml } from '../guide/document/guide-html.js';
import { guideMarkdown } from '../guide/document/guide-markdown.js';
import { loadDictionaries } from '../guides/catalogue.js';
import type { Guide } from '../model/guide.js';
import type { CommandInput } from './command.js';
import { findGuideWithBase } from './engine.js';
import { ExitCode } from './exit.js';
import { outlineOf } from './guide-diff.js';

/** `ediloom guides ID --html|--markdown`: a guide for partners, of an overlay with what differs from its base. */
export async function documentGuide({ options, output }: CommandInput, name: string): Promise<ExitCode> {
  const { guide, base } = await findGuideWithBase(name);
  const outline = await outlineOf(guide);
  const before = base === undefined ? undefined : await outlineOf(base);
  const extras = {
    base: before === undefined ? undefined : { id: before.id, differences: guideDifferences(before, outline) },
    example: await exampleText(guide),
  };
  output.text(options.html === true ? guideHtml(outline, extras) : guideMarkdown(outline, extras));
  return ExitCode.clean;
}

/** So that the same guide gives the same page. */
const MOMENT = Date.UTC(2026, 0, 31, 12);

/** The example as X12; none where it is no valid set, as rules of a guide may ask for what no example has. */
async function exampleText(guide: Guide): Promise<string | undefined> {
  if (guide.x12.transactionSet === 'TA1') return undefined;
  const dictionaries = await loadDictionaries();
  const plan = compileGuide(guide, { dictionaries });
  const engine = createEngine({ guides: [guide], dictionaries, clock: () => MOMENT, timeZone: 'UTC' });
  const header = {
    senderQualifier: 'ZZ',
    senderId: 'SENDER',
    receiverQualifier: 'ZZ',
    receiverId: 'RECEIVER',
    usageIndicatorCode: 'T',
  };
  const document = {
    interchanges: [{ header, groups: [{ transactions: [{ guide: plan.id, data: exampleOfPlan(plan) }] }] }],
  };
  const { bytes, findings } = engine.generate(document, { newline: '\n', findings: 'report' });
  return findings.some(({ severity }) => severity === 'error') ? undefined : new TextDecoder().decode(bytes);
}
