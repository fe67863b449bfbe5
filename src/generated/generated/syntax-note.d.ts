// Made from grammars/syntax-note.peggy by `npm run grammars`; do not edit.
import type { SyntaxNote } from '../path/syntax-note.js';

export function parse(text: string): SyntaxNote;
