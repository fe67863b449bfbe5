import type { Mutable } from '../../model/object-maker.js';
import type { ElementPlan, LoopPlan, SegmentPlan } from './plan.js';

// Every plan object is written as one literal with the same members in the same order: engines then give all of them one
// hidden class. Spread copies got a class each, which made every property load of the walk eight times slower.
// bench: stages `validate` and `decode`.

export function elementPlan(from: ElementPlan): ElementPlan {
  return {
    position: from.position,
    key: from.key,
    aliases: from.aliases,
    title: from.title,
    number: from.number,
    kind: from.kind,
    type: from.type,
    scale: from.scale,
    min: from.min,
    max: from.max,
    digits: from.digits,
    repeat: from.repeat,
    repeatMin: from.repeatMin,
    array: from.array,
    required: from.required,
    mandatory: from.mandatory,
    notUsed: from.notUsed,
    codes: from.codes,
    single: from.single,
    pattern: from.pattern,
    listed: from.listed,
    format: from.format,
    components: from.components,
    requiredComponents: from.requiredComponents,
    formatComponent: from.formatComponent,
    syntax: from.syntax,
    rules: from.rules,
    row: from.row,
  };
}

export function segmentPlan(from: SegmentPlan): Mutable<SegmentPlan> {
  return {
    kind: 'segment',
    key: from.key,
    aliases: from.aliases,
    title: from.title,
    index: from.index,
    rank: from.rank,
    section: from.section,
    array: from.array,
    min: from.min,
    max: from.max,
    required: from.required,
    mandatory: from.mandatory,
    discriminator: from.discriminator,
    rules: from.rules,
    tag: from.tag,
    tagCode: from.tagCode,
    elements: from.elements,
    requiredLow: from.requiredLow,
    requiredHigh: from.requiredHigh,
    create: from.create,
    syntax: from.syntax,
    row: from.row,
    image: from.image,
  };
}

export function loopPlan(from: LoopPlan): Mutable<LoopPlan> {
  return {
    kind: 'loop',
    key: from.key,
    aliases: from.aliases,
    title: from.title,
    index: from.index,
    rank: from.rank,
    section: from.section,
    array: from.array,
    min: from.min,
    max: from.max,
    required: from.required,
    mandatory: from.mandatory,
    discriminator: from.discriminator,
    rules: from.rules,
    loopId: from.loopId,
    slots: from.slots,
    trigger: from.trigger,
    create: from.create,
    hlLevel: from.hlLevel,
    bracketedBy: from.bracketedBy,
    brackets: from.brackets,
    notUsed: from.notUsed,
    requiredSlots: from.requiredSlots,
    quick: from.quick,
    ruleProgram: from.ruleProgram,
    row: from.row,
    image: from.image,
  };
}
