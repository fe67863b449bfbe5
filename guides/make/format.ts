const WIDTH = 180;

/** JSON with everything that fits on one line on one line: small files and readable differences. */
export function formatJson(value: unknown, indent = 0): string {
  const flat = JSON.stringify(value);
  if (flat.length + indent <= WIDTH || typeof value !== 'object' || value === null) return flat;
  const pad = ' '.repeat(indent + 1);
  const lines = Array.isArray(value)
    ? formatList(value, indent + 1)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${JSON.stringify(key)}:${formatJson(member, indent + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.map((line) => pad + line).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

// Lists of codes fill their lines; other lists take a line an item.
function formatList(items: readonly unknown[], indent: number): string[] {
  if (!items.every((item) => typeof item === 'string')) return items.map((item) => formatJson(item, indent));
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    const text = JSON.stringify(item);
    if (line !== '' && line.length + text.length + indent > WIDTH) {
      lines.push(line);
      line = text;
    } else line = line === '' ? text : `${line},${text}`;
  }
  lines.push(line);
  return lines;
}
