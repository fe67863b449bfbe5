import type { CodesNode, ElementNode, Guide } from '../../../src/model/guide.js';
import { plain } from '../made-pages.js';

/** Longer lists stand once, at the end of the page or in the page of the dictionary. */
const MOST_INLINE = 40;
/** Shorter ones are shown at once. */
const FEW = 2;

/** The code lists of a guide: what a cell of an element shows, and the long lists that wait for the end of the page. */
export class CodeLists {
  readonly #guide: Guide;
  readonly #atTheEnd = new Map<string, CodesNode>();

  constructor(guide: Guide) {
    this.#guide = guide;
  }

  /** HTML of the cell. */
  cell(element: ElementNode): string {
    const { codeSet, element: number } = element.x12;
    if (codeSet === 'dictionary')
      return `<a href="./codes-${this.#guide.x12.standard}.html#de-${number}">codes of ${number}</a>`;
    const external = codeSet === undefined ? '' : `<em>${plain(codeSet)}</em>`;
    const list = this.#listOf(element);
    return list === undefined ? external : `${this.#shown(element.$ref, list)}${external}`;
  }

  #listOf({ enum: own, $ref }: ElementNode): CodesNode | undefined {
    if (own !== undefined) return { enum: own };
    const shared = this.#guide.$defs?.[$ref?.replace('#/$defs/', '') ?? ''];
    return shared !== undefined && 'enum' in shared ? shared : undefined;
  }

  #shown(ref: string | undefined, list: CodesNode): string {
    if (list.enum.length <= FEW) return listed(list, '<br>');
    const many = `${list.enum.length} codes`;
    if (list.enum.length <= MOST_INLINE || ref === undefined)
      return `<details><summary>${many}</summary>${codeItems(list)}</details>`;
    const name = ref.replace('#/$defs/', '');
    this.#atTheEnd.set(name, list);
    return `<a href="#${name}">${many}</a>`;
  }

  /** The section of the long lists; empty where there is none. */
  end(): string {
    if (this.#atTheEnd.size === 0) return '';
    const lists = [...this.#atTheEnd].map(([name, list]) => {
      const [, number, nth] = name.split('_');
      const title = `### Data element ${number}, list ${nth} {#${name}}`;
      return `${title}\n\n<div class="guide-elements"><details><summary>${list.enum.length} codes</summary>${codeItems(list)}</details></div>`;
    });
    return ['## Long code lists', ...lists].join('\n\n');
  }
}

function codeItems(list: CodesNode): string {
  return `<ul class="codes"><li>${listed(list, '</li><li>')}</li></ul>`;
}

function listed({ enum: codes, x12 }: CodesNode, between: string): string {
  return codes
    .map((code) => {
      const name = x12?.names?.[code];
      return `<code>${plain(code)}</code>${name === undefined ? '' : ` ${plain(name)}`}`;
    })
    .join(between);
}
