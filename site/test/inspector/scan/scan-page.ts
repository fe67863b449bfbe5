import { Tokenizer } from '../../../../src/syntax/tokenizer.js';

/** What became of each try to compile WebAssembly: `compiled`, or the name of the error. */
const tries: string[] = [];
const { Module } = WebAssembly;
WebAssembly.Module = new Proxy(Module, {
  construct: (target, given) => {
    try {
      const made = Reflect.construct(target, given);
      tries.push('compiled');
      return made;
    } catch (error) {
      tries.push(error instanceof Error ? error.name : 'thrown');
      throw error;
    }
  },
});

const ISA =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0304*^*00501*000000001*0*T*:~';
const text = `${ISA}${'REF*18*123456~'.repeat(5000)}IEA*0*000000001~`;
let segments = 0;
for (let n = 0; n < 2; n++) {
  const tokenizer = new Tokenizer();
  for (const batch of [...tokenizer.push(new TextEncoder().encode(text)), ...tokenizer.end()]) segments += batch.count;
}
document.title = JSON.stringify({ segments, tries });
