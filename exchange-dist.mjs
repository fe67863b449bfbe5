import { existsSync, renameSync, rmSync } from 'node:fs';

// A build is made in dist.new, and takes the place of dist when it is whole: programs that run from dist find their files all the while, and
// a build that fails leaves the one before. Run in the folder of a package: with `begin` before the build, without it behind it.
const remove = (folder) => rmSync(folder, { recursive: true, force: true });

if (process.argv[2] === 'begin') remove('dist.new');
else if (!existsSync('dist.new')) throw new Error('There is no build in dist.new: run npm run build.');
else {
  // Whoever was cut off between the two renames has left the one before there; with a new one it is of no use.
  remove('dist.old');
  if (existsSync('dist')) renameSync('dist', 'dist.old');
  renameSync('dist.new', 'dist');
  remove('dist.old');
}
