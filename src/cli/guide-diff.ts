import { compileGuide } from '../guide/compile/compile.js';
import { type GuideDifference, guideDifferences } from '../guide/document/guide-difference.js';
import { type GuideOutline, guideOutline } from '../guide/document/outline.js';
import { withEscapedControls } from '../guide/document/without-controls.js';
import { loadDictionaries } from '../guides/catalogue.js';
import type { Guide } from '../model/guide.js';
import type { CommandInput } from './command.js';
import { findGuide } from './engine.js';
import { ExitCode } from './exit.js';
import type { Style } from './output.js';
import { printable } from './printable.js';

const STYLES: Readonly<Record<GuideDifference['kind'], Style>> = {
  added: 'green',
  removed: 'red',
  narrowed: 'yellow',
  widened: 'cyan',
  changed: 'magenta',
};

/** `ediloom guides diff A B`: what B has other than A; exit code 1 where there is something, as with diff. */
export async function diffGuides({ files, options, output }: CommandInput): Promise<ExitCode> {
  const [before, after] = await Promise.all([
    outlineOf(await findGuide(files[1] ?? '')),
    outlineOf(await findGuide(files[2] ?? '')),
  ]);
  const differences = guideDifferences(before, after);
  if (options.json === true)
    output.line(withEscapedControls(JSON.stringify({ before: before.id, after: after.id, differences }, undefined, 2)));
  else {
    for (const { kind, place, text } of differences) {
      output.line(`${output.paint(STYLES[kind], kind.padEnd(8))}  ${printable(`${place}  ${text}`)}`);
    }
    output.line(printable(`${countText(differences)}: ${after.id} beside ${before.id}.`));
  }
  return differences.length === 0 ? ExitCode.clean : ExitCode.findings;
}

/** A guide with what the standard says of its elements and codes. */
export async function outlineOf(guide: Guide): Promise<GuideOutline> {
  return guideOutline(compileGuide(guide, { dictionaries: await loadDictionaries() }));
}

function countText(differences: readonly GuideDifference[]): string {
  if (differences.length === 0) return 'No differences';
  const kinds = Object.keys(STYLES).map((kind) => ({
    kind,
    count: differences.filter((one) => one.kind === kind).length,
  }));
  return kinds.flatMap(({ kind, count }) => (count === 0 ? [] : [`${count} ${kind}`])).join(', ');
}
