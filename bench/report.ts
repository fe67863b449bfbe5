/** The whole outcome; `--json` prints it as it is. */
export interface Report {
  readonly machine: Machine;
  /** How the figures were made, in words. */
  readonly method: string;
  readonly files: readonly FileReport[];
}

export interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly platform: string;
  readonly date: string;
}

export interface FileReport {
  readonly file: string;
  readonly bytes: number;
  readonly stages: readonly StageReport[];
  readonly memory?: MemoryReport | undefined;
  readonly peers: readonly PeerReport[];
}

export interface StageReport {
  readonly stage: string;
  readonly title: string;
  readonly bytes?: number;
  /** Millions of bytes a CPU second. */
  readonly mbPerSecond?: number;
  readonly probe: string;
  readonly probeMbPerSecond?: number;
  /** Stage divided by probe: median of the runs. */
  readonly ratio?: number;
  readonly floor: number;
  readonly met?: boolean;
  readonly peakMB?: number;
  /** Peak minus what the process held before the first pass, the input among it. */
  readonly growthMB?: number;
  readonly count?: number;
  /** More to compare with, each with its rate. */
  readonly references?: readonly { readonly name: string; readonly mbPerSecond: number }[];
  readonly note?: string | undefined;
  readonly error?: string;
}

export interface MemoryReport {
  readonly bytes?: number;
  readonly mbPerSecond?: number;
  readonly peakMB?: number;
  readonly findings?: number;
  readonly error?: string;
}

export interface PeerReport {
  readonly peer: string;
  readonly mbPerSecond?: number;
  /** How many times faster `elements`, which does the same work, was in this run. */
  readonly timesFaster?: number;
  readonly peakMB?: number;
  readonly segments?: number;
  readonly bytes?: number;
  readonly error?: string;
}

export function formatHead(machine: Machine, method: string): string {
  const { node, cpu, cores, platform, date } = machine;
  return `${date}  Node ${node}, ${platform}, ${cpu}, ${cores} cores\n${method}\n`;
}

export function formatFileHead(file: string, bytes: number): string {
  const columns = line(['stage', 'MB/s', 'probe', 'MB/s', 'ratio', 'floor', '', 'peak MB', 'growth']);
  const small = bytes < SMALL_BYTES ? '  (small: starting a reader costs more than reading; the rates say little)' : '';
  return `\n${file}  ${size(bytes)}${small}\n${columns}\n`;
}

export function formatStage(row: StageReport): string {
  if (row.error !== undefined) return `  ${row.title.padEnd(30)}  failed: ${row.error}\n`;
  const met = row.met === undefined ? '' : row.met ? 'met' : 'not met';
  const cells = [
    row.title,
    whole(row.mbPerSecond),
    row.probe,
    whole(row.probeMbPerSecond),
    row.ratio?.toFixed(2) ?? '',
  ];
  const text = line([...cells, row.floor.toFixed(1), met, whole(row.peakMB), whole(row.growthMB)]);
  const beside = (row.references ?? []).map(({ name, mbPerSecond }) => {
    const part = ((row.mbPerSecond ?? 0) / mbPerSecond).toFixed(2);
    return `  (${name} ${whole(mbPerSecond)} MB/s, ${part} of it)`;
  });
  return `${text}${beside.join('')}${row.note === undefined ? '' : `  (${row.note})`}\n`;
}

export function formatMemory(memory: MemoryReport): string {
  const title = 'read and validate, streamed';
  if (memory.error !== undefined) return `  ${title.padEnd(30)}  failed: ${memory.error}\n`;
  const cells = [title, whole(memory.mbPerSecond), '', '', '', '', '', whole(memory.peakMB), ''];
  return `${line(cells)}  (${size(memory.bytes ?? 0)} once, ${memory.findings ?? 0} findings)\n`;
}

export function formatPeer(peer: PeerReport): string {
  if (peer.error !== undefined) return `  ${peer.peer.padEnd(30)}  failed: ${peer.error}\n`;
  const times =
    peer.timesFaster === undefined ? '' : `every element as a string is ${peer.timesFaster.toFixed(1)} times as fast`;
  return `${line([`${peer.peer}, its stream`, whole(peer.mbPerSecond), '', '', '', '', '', whole(peer.peakMB), ''])}  ${times}\n`;
}

const SMALL_BYTES = 200_000;

function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

const WIDTHS = [30, 7, 11, 6, 6, 6, 8, 8, 7];

function line(cells: readonly string[]): string {
  const padded = cells.map((cell, i) =>
    i === 0 || i === 2 || i === 6 ? cell.padEnd(WIDTHS[i] ?? 0) : cell.padStart(WIDTHS[i] ?? 0),
  );
  return `  ${padded.join('  ')}`.trimEnd();
}

function whole(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(value < 10 ? 1 : 0);
}
