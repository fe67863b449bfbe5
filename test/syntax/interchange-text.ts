/** Parts of an ISA that tests vary; everything else is sound. */
export interface IsaParts {
  readonly element?: string;
  readonly component?: string;
  readonly terminator?: string;
  readonly isa11?: string;
  readonly version?: string;
  readonly sender?: string;
  readonly control?: string;
}

/** An ISA of 106 characters. */
export function isa(parts: IsaParts = {}): string {
  const { element = '*', component = ':', terminator = '~', isa11 = '^', version = '00501' } = parts;
  const { sender = 'SENDER', control = '000000001' } = parts;
  const elements = [
    ...['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10), 'ZZ', sender.padEnd(15), 'ZZ', 'RECEIVER'.padEnd(15)],
    ...['260102', '0304', isa11, version, control, '0', 'T', component],
  ];
  return elements.join(element) + terminator;
}

/** A whole interchange around the given segments, each written with `*` and `~`; other delimiters replace them. */
export function interchange(segments: readonly string[], parts: IsaParts = {}, newline = ''): string {
  const { element = '*', terminator = '~', control = '000000001' } = parts;
  const body = [...segments, `IEA*0*${control}`].map((segment) => segment.replaceAll('*', element) + terminator);
  return [isa(parts), ...body].map((segment) => segment + newline).join('');
}
