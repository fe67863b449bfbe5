import { requireForm } from '../model/check-options.js';

/**
 * Published transaction sets and the groups (GS01) that they stand in: a row has the first two digits of ST01 and the sets behind them, 0 to 9.
 * `-` is no set, `*` one of which no open source says the group: it passes in any. Wider than any single release: a set that one release
 * moved to another group has both, the one in use first.
 */
const SETS = `
10 PG NL AC AB SA BF MH MC MK VE
11 IA IF PQ CL * * *
12 VC VS - - VD MR VA VB DI VH
13 ED AK HU CW - SL - - TT SL
14 WA WA WA WA LT - RY RZ IJ NT
15 TN TA GR CB UC BC - NP TJ MP
16 SJ TR - AS
17 ER - - - - FC FC/TC - - EP
18 AN - - - - RD UW AE EC AF
19 SV SD - - GT LA PK TO ME TO
20 ME ME MJ MG SM MN MG * *
21 IM BL TM MI QM UP PU FG FH AB
22 AH - CE MQ MA MY - TU EN
24 MZ - DS - PN ME - - SU AT
25 PV CP IE - - UI PE - - MG
26 MG ME ME ME MG TO MG AD PF HV
27 HS HB LN ID PW PI HR HN HI
28 VI - - TE IH CV KM - WI
29 CO
30 RO RO * RO SO * SO * * AQ/SO
31 IO SO IO QO * QO * SO - SO
32 - SO SO SO SO SO SO
35 AU/SO - AV/SO AX/SO AY/SO AZ/SO BA/SO BB/SO BD/SO BG
36 * SO OC
40 - - * - SR - - * *
41 IR II TB - CR - * WB IC SR
42 CH IS DM RL/GB SB WT RW MW - RU
43 - RM RX RH RJ RK LI RV
44 WR
45 - EV PL ST - PB EI
46 TP * * TP * * TP * TP *
47 RB - - - - SN
48 * - - - - TP TP
49 TP * TP - TP - - - - AL
50 MM WG - PH CC
51 - RN - - - - - MV
52 - AO - - - - - MD
53 - - - - - - LR
54 ES
56 - D4 - - - - - D3 D5
60 - SE TS EO
62 EX - IP - - WL
65 MO
71 - - - - - GL
75 - - - RF RG
80 - - - - - CP PJ
81 IN CI CD TF GE CS OR - RP JB/IN
82 RA FR AA LB AG - TI FR DA PY
83 PS CT SC ME BE HP RQ HC TD PK
84 RQ SP NC RR CF PA IB MX MS CF
85 PO LS PD RI DD PR SH BS SI FB
86 PC RC SS RT TX CA SQ PT MT RS
87 RS CM ME CU CQ OG OG CJ QG QG
88 GP CN/CK IG DF MF SG/UA UB CN QG QG
89 D4 UD WG AM/QG DX DX QG SC
90 - * - - - *
92 GC - - - GC GC GC - AI
94 OW * * AR RE SW * AW
98 IA/IM/IO/IR
99 GF - - NR CG * FT FA AL FA
`;

// Made by functions that are marked as pure, so that a bundle which asks for no groups leaves them out.
const GROUPS_OF_SETS = /* @__PURE__ */ groupsOfSets();
const FUNCTIONAL_IDS = /* @__PURE__ */ functionalIds();

function groupsOfSets(): ReadonlyMap<string, readonly string[]> {
  const rows = SETS.trim().split('\n');
  return new Map(
    rows.flatMap((row) => {
      const [digits = '', ...sets] = row.split(' ');
      return sets.flatMap((groups, last) => {
        if (groups === '-') return [];
        return [[`${digits}${last}`, groups === '*' ? [] : groups.split('/')] as const];
      });
    }),
  );
}

function functionalIds(): ReadonlySet<string> {
  return new Set([...GROUPS_OF_SETS.values()].flat());
}

/** True for a published functional identifier code (GS01). */
export function isFunctionalId(code: string): boolean {
  return FUNCTIONAL_IDS.has(code);
}

/** False when the set belongs to another group than this one, or when no release publishes it; unknown groups pass. */
export function mayStandInGroup(transactionSet: string, functionalId: string): boolean {
  const groups = GROUPS_OF_SETS.get(transactionSet);
  return !isFunctionalId(functionalId) || groups?.length === 0 || groups?.includes(functionalId) === true;
}

/** GS01 of the group in which a transaction set (ST01) is sent; `undefined` for a set that is not published, or whose group is not known. */
export function functionalIdOf(transactionSet: string): string | undefined {
  requireForm('functionalIdOf', 'transactionSet', transactionSet, 'text');
  return GROUPS_OF_SETS.get(transactionSet.slice(0, 3))?.[0];
}
