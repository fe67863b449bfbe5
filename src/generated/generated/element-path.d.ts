// Made from grammars/element-path.peggy by `npm run grammars`; do not edit.
import type { ElementPath } from '../path/element-path.js';

export function parse(text: string): ElementPath;
