import { ClassPlaces, type Work } from './class-places.js';
import { accountPlaces, JOB_CLASS_NAMES, JOB_CLASSES, type JobClass, MOST_LEASED } from './job-classes.js';
import type { LeasedJob } from './job-rows.js';
import { ALONE } from './queue-name.js';

/** A class, or the places of those that processes have died with. */
export type PlacesName = JobClass | typeof ALONE;

/**
 * At once, in the end, of those that processes have died with. A process begins with one. The one that it dies of takes half as many down with it
 * each time, so that the others are done long before they would be given up for it.
 */
const MOST_ALONE = 16;

/** How many jobs of a class a process does at once; of the others as many as their table says. */
export type JobPlaces = Readonly<Partial<Record<JobClass, number>>>;

/** The places of a process. */
export class AllPlaces {
  readonly #classes: ReadonlyMap<PlacesName, ClassPlaces>;

  constructor(places: JobPlaces, isNarrow?: (over: string) => boolean) {
    const classes = JOB_CLASS_NAMES.map((name): [PlacesName, ClassPlaces] => {
      const count = places[name] ?? JOB_CLASSES[name].places;
      const own = { accountPlaces: accountPlaces(name, count), mostLeased: MOST_LEASED[name] };
      return [name, new ClassPlaces({ places: count, ...own, isNarrow })];
    });
    this.#classes = new Map([
      ...classes,
      [ALONE, new ClassPlaces({ places: 1, accountPlaces: 1, growTo: MOST_ALONE })],
    ]);
  }

  get names(): readonly PlacesName[] {
    return [...this.#classes.keys()];
  }

  of(name: PlacesName): ClassPlaces {
    const places = this.#classes.get(name);
    if (places === undefined) throw new Error('There is no such class of jobs.');
    return places;
  }

  ofJob({ isAlone, class: name }: LeasedJob): ClassPlaces {
    return this.of(isAlone ? ALONE : name);
  }

  /** The next job that has a place, class by class. */
  next(): Work | undefined {
    for (const places of this.#classes.values()) {
      const work = places.next();
      if (work !== undefined) return work;
    }
    return undefined;
  }
}
