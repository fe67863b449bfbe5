import { artifactObjects, type NamedObject, namedByArtifacts } from '../objects/artifact-rows.js';
import { bucketObjectsAfter } from '../resources/buckets/object-rows.js';
import { packagesAfter } from '../resources/functions/take-package.js';
import type { StoreCopy } from '../store/store-copy.js';

/** Rows read at once. */
const PAGE = 500;

/** Every object that rows of a copy name, once: none of them may be missing. */
export async function* namedObjects(copy: StoreCopy): AsyncGenerator<NamedObject> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const last: string = after;
    const page: readonly NamedObject[] = await copy.read((db) => artifactObjects(db, last, PAGE));
    yield* page;
    after = page.at(-1)?.name;
  }
  for (let after: { bucket: string; key: string } | undefined = { bucket: '', key: '' }; after !== undefined; ) {
    const last: { bucket: string; key: string } = after;
    const page: Awaited<ReturnType<typeof bucketObjectsAfter>> = await copy.read((db) =>
      bucketObjectsAfter(db, last, PAGE),
    );
    // What has come in by being put there is an artifact, too.
    const given = await copy.read((db) =>
      namedByArtifacts(
        db,
        page.map(({ name }) => name),
      ),
    );
    yield* page.filter(({ name }) => !given.has(name));
    after = page.at(-1);
  }
  for (let after: { account: string; function: string } | undefined = { account: '', function: '' }; after; ) {
    const last: { account: string; function: string } = after;
    const page: Awaited<ReturnType<typeof packagesAfter>> = await copy.read((db) => packagesAfter(db, last, PAGE));
    yield* page;
    after = page.at(-1);
  }
}
