import { createEngine } from 'ediloom';

const x12 = `ISA*00*          *00*          *ZZ*BUYER          *ZZ*SELLER         *260131*0905*U*00401*000000001*0*T*>~
GS*PO*BUYER*SELLER*20260131*0905*1*X*004010~
ST*850*0001~
NTE*GEN*${'words '.repeat(500)}~`;
await createEngine({ guides: [], limits: { segmentBytes: 1000 } }).parse(x12);
