import type { Random } from '../../../bench/generate/random.js';

const TYPES = {
  ...{ INIT: 1, OPEN: 3, CLOSE: 4, READ: 5, WRITE: 6, LSTAT: 7, FSTAT: 8, SETSTAT: 9, FSETSTAT: 10, OPENDIR: 11 },
  ...{ READDIR: 12, REMOVE: 13, MKDIR: 14, RMDIR: 15, REALPATH: 16, STAT: 17, RENAME: 18, EXTENDED: 200 },
} as const;

const HOSTILE = [
  ...['../../../../etc/passwd', '/../QZ7CANARY7ZQ', '..', '../QZ7CANARY7ZQ', '/in/../../QZ7CANARY7ZQ', '//..//..', '.'],
  ...['', '/', 'a\0b', '\0', 'x'.repeat(4000), '/in'.repeat(2000), '\r\n', 'C:\\..\\x', '..\\..\\x', '~', '%2e%2e/'],
].map((name) => Buffer.from(name));
const BROKEN_UTF8 = Buffer.from([0x2f, 0xff, 0xfe, 0xc0, 0xaf, 0xed, 0xa0, 0x80]);
const SHARP = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x0003_ffff, 0x0004_0000, 0x0010_0000];

/** The parts of a packet behind its length: type, id, and fields as they lie in it. */
interface Packet {
  readonly type: number;
  readonly fields: readonly Buffer[];
}

export interface DamagedSession {
  readonly bytes: Buffer;
  /** Every length that frames a packet is right, so each is to be answered. */
  readonly framed: boolean;
  /** The id of the last request, which is not damaged. */
  readonly last: number;
}

const LAST = 0x5eed_0001;

/** A whole session as a client has it, with one to four damages. */
export function damagedSession(random: Random): DamagedSession {
  const packets = recorded();
  for (let damages = random.between(1, 4); damages > 0; damages--) damage(random, packets);
  const bodies = packets.map(({ type, fields }, at) =>
    Buffer.concat([Buffer.of(type), ...(type === TYPES.INIT ? [] : [u32(at)]), ...fields]),
  );
  const framed = random.chance(85);
  if (random.chance(30)) damageBody(random, bodies);
  const init = Buffer.concat([Buffer.of(TYPES.INIT), u32(3)]);
  const last = Buffer.concat([Buffer.of(TYPES.REALPATH), u32(LAST), text('/')]);
  const stream = [init, ...bodies.filter(({ length }) => length > 0), last].flatMap((body) => [u32(body.length), body]);
  if (!framed) damageBody(random, stream);
  return { bytes: Buffer.concat(stream), framed, last: LAST };
}

/** Handles are numbers from 1 in the order in which they are given. */
function recorded(): Packet[] {
  const none = u32(0);
  const packet = (type: number, ...fields: readonly Buffer[]): Packet => ({ type, fields });
  return [
    packet(TYPES.MKDIR, text('/in'), none),
    packet(TYPES.OPEN, text('/in/a.tmp'), u32(0x1a), none),
    packet(TYPES.WRITE, handle(1), u64(0), text('ISA*00*')),
    packet(TYPES.WRITE, handle(1), u64(7), text('x'.repeat(5000))),
    packet(TYPES.FSTAT, handle(1)),
    packet(TYPES.FSETSTAT, handle(1), u32(1), u64(5000)),
    packet(TYPES.CLOSE, handle(1)),
    packet(TYPES.RENAME, text('/in/a.tmp'), text('/in/a.edi')),
    packet(TYPES.STAT, text('/in/a.edi')),
    packet(TYPES.LSTAT, text('in/a.edi')),
    packet(TYPES.SETSTAT, text('/in/a.edi'), u32(8), u32(1_700_000_000), u32(1_700_000_000)),
    packet(TYPES.OPENDIR, text('/in')),
    packet(TYPES.READDIR, handle(2)),
    packet(TYPES.READDIR, handle(2)),
    packet(TYPES.CLOSE, handle(2)),
    packet(TYPES.OPEN, text('/in/a.edi'), u32(1), none),
    packet(TYPES.READ, handle(3), u64(0), u32(32_768)),
    packet(TYPES.READ, handle(3), u64(5000), u32(32_768)),
    packet(TYPES.CLOSE, handle(3)),
    packet(TYPES.EXTENDED, text('posix-rename@openssh.com'), text('/in/a.edi'), text('/in/b.edi')),
    packet(TYPES.EXTENDED, text('statvfs@openssh.com'), text('/')),
    packet(TYPES.EXTENDED, text('limits@openssh.com')),
    packet(TYPES.REALPATH, text('.')),
    packet(TYPES.REMOVE, text('/in/b.edi')),
    packet(TYPES.RMDIR, text('/in')),
  ];
}

function damage(random: Random, packets: Packet[]): void {
  const at = random.below(packets.length);
  const packet = packets[at];
  if (packet === undefined) return;
  const field = random.below(packet.fields.length);
  const kind = random.below(10);
  if (kind < 3) packets[at] = withField(packet, field, text(random.pick([...HOSTILE, BROKEN_UTF8])));
  else if (kind < 5) packets[at] = withField(packet, field, u32(random.pick(SHARP)));
  else if (kind === 5)
    packets[at] = withField(packet, field, Buffer.concat([u32(random.pick(SHARP)), u32(random.pick(SHARP))]));
  else if (kind === 6) packets[at] = { ...packet, type: random.pick(Object.values(TYPES).slice(1)) };
  else if (kind === 7) packets.splice(at, 1);
  else if (kind === 8) packets.splice(random.below(packets.length), 0, ...Array(random.between(1, 100)).fill(packet));
  else packets.splice(random.below(packets.length), 0, random.pick(packets));
}

function withField({ type, fields }: Packet, at: number, field: Buffer): Packet {
  return { type, fields: fields.map((old, index) => (index === at ? field : old)) };
}

/** Blind damage to the bytes of one piece. */
function damageBody(random: Random, pieces: Buffer[]): void {
  const at = random.below(pieces.length);
  const bytes = Buffer.from(pieces[at] ?? '');
  const where = random.below(bytes.length);
  const kind = random.below(4);
  if (kind < 2) bytes[where] = kind === 0 ? (bytes[where] ?? 0) ^ (1 << random.below(8)) : random.below(256);
  pieces[at] =
    kind < 2
      ? bytes
      : kind === 2
        ? bytes.subarray(0, where)
        : Buffer.concat([bytes, Buffer.alloc(random.between(1, 300), random.below(256))]);
}

function handle(number: number): Buffer {
  return Buffer.concat([u32(4), u32(number)]);
}

function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u32(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u64(value: number): Buffer {
  return Buffer.concat([u32(0), u32(value)]);
}
