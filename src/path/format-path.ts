import { requireForm } from '../model/check-options.js';
import type { ElementPath, ElementReference, NamePart, PathFilter, PathStep } from './element-path.js';

/**
 * Writes an element path in its canonical text: steps and element separated by slashes, classes spelt out, values
 * quoted only where they must be. `parsePath(formatPath(path))` equals `path` for every path that `parsePath` gives.
 */
export function formatPath(path: ElementPath): string {
  requireForm('formatPath', 'path.steps', path.steps, 'list');
  const parts: string[] = path.steps.map(formatStep);
  if (path.section !== undefined) parts.unshift(path.section);
  if (path.element !== undefined) parts.push(formatElement(path.element));
  return parts.join('/');
}

function formatStep(step: PathStep): string {
  return step.name.map(formatName).join('') + step.filters.map(formatFilter).join('');
}

function formatName(part: NamePart): string {
  if (part.kind === 'any') return '*';
  return part.kind === 'class' ? `[${part.letters}]` : part.text;
}

function formatFilter(filter: PathFilter): string {
  if (filter.kind === 'index') return `[${filter.index}]`;
  const place = (filter.at.segment === undefined ? '' : `${filter.at.segment}/`) + formatElement(filter.at);
  const wanted = filter.kind === 'present' ? '*' : filter.values.map(formatValue).join(',');
  return `[${place}${filter.negated ? '!=' : '='}${wanted}]`;
}

function formatElement({ position, repetition, component }: ElementReference): string {
  const digits = String(position).padStart(2, '0');
  return digits + (repetition === undefined ? '' : `:${repetition}`) + (component === undefined ? '' : `-${component}`);
}

function formatValue(value: string): string {
  return /^[*]|[",\]]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
