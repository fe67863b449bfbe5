/** As much of WebAssembly as is used here: not every library of types knows the host's. */
interface Host {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/**
 * The exports of a module that asks its host for nothing.
 * @param digits the bytes of the module, two hexadecimal digits each: packed with a page, they are a fifth shorter than in base64.
 * @throws Error of the engine, where it has no WebAssembly, or not as much as the module wants, or a policy forbids it.
 */
export function instantiated<Exports>(digits: string): Exports {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Host }).WebAssembly;
  return new Instance(new Module(bytes)).exports as Exports; // as the module was made
}

/** What is made at its first use, and not at import; `undefined` from then on where making it throws. */
export function triedOnce<Made>(make: () => Made): () => Made | undefined {
  let made: Made | undefined;
  let isTried = false;
  return () => {
    if (isTried) return made;
    isTried = true;
    try {
      made = make();
    } catch {
      // No WebAssembly, or `script-src` without 'wasm-unsafe-eval': who asks has another way.
    }
    return made;
  };
}
