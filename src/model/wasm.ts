/** As much of WebAssembly as is used here: not every library of types knows the host's. */
interface Host {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/**
 * The exports of a module that asks its host for nothing.
 * @param text the bytes of the module, as `wasm/build.ts` writes them: packed with a page, they are a quarter shorter than in base64.
 * @throws Error of the engine, where it has no WebAssembly, or not as much as the module wants, or a policy forbids it.
 */
export function instantiated<Exports>(text: string): Exports {
  const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Host }).WebAssembly;
  return new Instance(new Module(bytesOfModule(text))).exports as Exports; // as the module was made
}

/** The bytes that `wasm/build.ts` has written as characters. */
export function bytesOfModule(text: string): Uint8Array {
  const bytes: number[] = [];
  let above = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 40) above = (code - 32) * 86;
    else {
      bytes.push(above + code - (code < 92 ? 40 : 41));
      above = 0;
    }
  }
  return Uint8Array.from(bytes);
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
