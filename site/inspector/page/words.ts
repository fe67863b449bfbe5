const numbers = new Intl.NumberFormat('en');

export function count(n: number, one: string, many = `${one}s`): string {
  return `${numbers.format(n)} ${n === 1 ? one : many}`;
}

export function number(n: number): string {
  return numbers.format(n);
}

const [KB, MB] = [1_000, 1_000_000];

export function size(bytes: number): string {
  if (bytes < KB) return count(bytes, 'byte');
  return bytes < MB ? `${(bytes / KB).toFixed(1)} kB` : `${(bytes / MB).toFixed(1)} MB`;
}
