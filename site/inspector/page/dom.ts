type Handlers = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

export interface Parts {
  readonly class?: string;
  readonly text?: string;
  readonly id?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly on?: Handlers;
}

type Child = Node | string | undefined;

/** Makes an element. Texts become text nodes only: nothing of a file is ever parsed as markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, text, id, title, attributes = {}, on = {} }: Parts = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  if (id !== undefined) element.id = id;
  if (title !== undefined) element.title = title;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const [name, handle] of Object.entries(on)) {
    // Each handler is for the event of its name; the compiler loses the pairing in a loop.
    element.addEventListener(name, handle as EventListener);
  }
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

/** A button of the page: never one that sends a form. */
export function button(label: string, parts: Parts & { readonly press: () => void }): HTMLButtonElement {
  const made = make('button', { text: label, ...parts });
  made.type = 'button';
  made.addEventListener('click', parts.press);
  return made;
}

/** Sets or removes an attribute. */
export function mark(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
