import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

// A build is made in dist.new, and takes the place of dist when it is whole: programs that run from dist find their files all the while, and
// a build that fails leaves the one before. Run in the folder of a package: with `begin` before the build, without it behind it.
const remove = (folder) => rmSync(folder, { recursive: true, force: true });

// The shell that runs the steps of a build lives as long as it does.
const BUILDER = 'dist.new/.builder';
const builder = () => (existsSync(BUILDER) ? Number(readFileSync(BUILDER, 'utf8')) : 0);

if (process.argv[2] === 'begin') {
  const other = builder();
  if (other > 0 && other !== process.ppid && isAlive(other)) {
    console.error(
      `Another build of this folder is going on (process ${other}): wait for it, or remove dist.new where there is none.`,
    );
    process.exit(1);
  }
  remove('dist.new');
  mkdirSync('dist.new');
  writeFileSync(BUILDER, String(process.ppid));
} else if (!existsSync('dist.new')) throw new Error('There is no build in dist.new: run npm run build.');
else {
  remove(BUILDER);
  // Whoever was cut off between the two renames has left the one before there; with a new one it is of no use.
  remove('dist.old');
  if (existsSync('dist')) renameSync('dist', 'dist.old');
  renameSync('dist.new', 'dist');
  remove('dist.old');
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
