/** What a document shows, in its order, before anybody has thought of pages. */
export type Block = HeadingBlock | StandingBlock | FactsBlock | TableBlock | TextBlock;

export interface HeadingBlock {
  readonly kind: 'heading';
  readonly text: string;
}

/** How things stand, in a frame that is seen first. */
export interface StandingBlock {
  readonly kind: 'standing';
  readonly title: string;
  readonly text: string;
}

/** Groups that stand side by side, two in a row. */
export interface FactsBlock {
  readonly kind: 'facts';
  readonly groups: readonly FactGroup[];
}

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

export type Fact = readonly [label: string, value: string];

export interface TableBlock {
  readonly kind: 'table';
  /** Stands above it, and is never parted from its first row. */
  readonly title?: string | undefined;
  readonly columns: readonly Column[];
  /** Cells by column; lines of a cell are parted by `\n`. */
  readonly rows: readonly (readonly string[])[];
}

export interface Column {
  readonly title: string;
  /** Its part of the width of all. */
  readonly width: number;
  readonly align?: 'right' | undefined;
}

export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
}

/** A whole document. */
export interface PrintedDocument {
  /** Without anything about a patient: it is what windows and printers show. */
  readonly title: string;
  /** On the first page, above all else. */
  readonly header: { readonly title: string; readonly payer: string; readonly facts: readonly Fact[] };
  /** On every page. */
  readonly foot: string;
  /** Milliseconds: the document's own date. */
  readonly createdAt: number;
  readonly blocks: readonly Block[];
}
