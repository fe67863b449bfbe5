import type { LoopPlan } from './plan.js';

/** A loop, then all loops in it, each once, the outer ones first. */
export function loopsOf(loop: LoopPlan): readonly LoopPlan[] {
  const found = new Set([loop]);
  for (const { slots } of found) for (const slot of slots) if (slot.kind === 'loop') found.add(slot);
  return [...found];
}

/** Whether a loop of the same body stands in it, however deep. */
export function containsItself(loop: LoopPlan): boolean {
  return loopsOf(loop).some(({ slots }) => slots.some((one) => one.kind === 'loop' && one.slots === loop.slots));
}
