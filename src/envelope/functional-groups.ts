import { requireForm } from '../model/check-options.js';

// GS01 and the transaction sets that may stand in its group, one entry each. Wider than any single release: a set that
// one release moved to another group is listed under both.
const GROUPS =
  'AA 822;AB 103 219;AC 102;AD 267;AE 187;AF 189;AG 824;AH 220;AI 928;AK 131;AL 499 998;AM 893;AN 180;AO 521;AQ 309;AR ' +
  '943;AS 163;AT 249;AU 350;AV 352;AW 947;AX 353;AY 354;AZ 355;BA 356;BB 357;BC 155;BD 358;BE 834;BF 105;BG 359;BL ' +
  '211;BS 857;CA 865;CB 153;CC 504;CD 812;CE 222;CF 844 849;CG 994;CH 420;CI 811;CJ 877;CK 881;CL 113;CM 871;CN 881 ' +
  '887;CO 290;CP 251 805;CQ 874;CR 414;CS 815;CT 831;CU 873;CV 285;CW 133;D3 567;D4 561 890;D5 568;DA 828;DD 854;DF ' +
  '883;DI 128;DM 422;DS 242;DX 894 895;EC 188;ED 130;EI 456;EN 228;EO 603;EP 179;ER 170;ES 540;EV 451;EX 620;FA 997 ' +
  '999;FB 859;FC 175 176;FG 217;FH 218;FR 821 827;FT 996;GB 423;GC 920 924 925 926;GE 814;GF 990;GL 715;GP 880;GR ' +
  '152;GT 194;HB 271;HC 837;HI 278;HN 277;HP 835;HR 276;HS 270;HU 132;HV 269;IA 110 980;IB 846;IC 418;ID 273;IE 252;IF ' +
  '111;IG 882;IH 284;II 411;IJ 148;IM 210 980;IN 810 819;IO 310 312 980;IP 622;IR 410 980;IS 421;JB 819;KM 286;LA ' +
  '195;LB 823;LI 436;LN 272;LR 536;LS 851;LT 144;MA 224;MC 107;MD 527;ME 198 200 201 245 261 262 263 833 872;MF 884;MG ' +
  '203 206 259 260 264 266;MH 106;MI 213;MJ 202;MK 108;MM 500;MN 205;MO 650;MP 159;MQ 223;MR 125;MS 848;MT 868;MV ' +
  '517;MW 427;MX 847;MY 225;MZ 240;NC 842;NL 101;NP 157;NR 993;NT 149;OC 362;OG 875 876;OR 816;OW 940;PA 845;PB 455;PC ' +
  '860;PD 852;PE 256;PF 268;PG 100;PH 503;PI 275;PJ 806;PK 196 839;PL 452;PN 244;PO 850;PQ 112;PR 855;PS 830;PT 867;PU ' +
  '216;PV 250;PW 274;PY 829;QG 878 879 888 889 893 896;QM 214;QO 313 315;RA 820;RB 470;RC 861;RD 185;RE 944;RF 753;RG ' +
  '754;RH 433;RI 853;RJ 434;RK 435;RL 423;RM 431;RN 511;RO 300 301 303;RP 818;RQ 836 840;RR 843;RS 869 870;RT 863;RU ' +
  '429;RV 437;RW 426;RX 432;RY 146;RZ 147;SA 104;SB 424;SC 832 897;SD 191;SE 601;SG 885;SH 856;SI 858;SJ 160;SL 135 ' +
  '139;SM 204;SN 475;SO 304 306 309 311 317 319 321 322 323 324 325 326 350 352 353 354 355 356 357 358 361;SP 841;SQ ' +
  '866;SR 404 419;SS 862;ST 453;SU 248;SV 190;SW 945;TA 151;TB 412;TC 176;TD 838;TE 283;TF 813;TI 826;TJ 158;TM 212;TN ' +
  '150;TO 197 199 265;TP 460 463 466 468 485 486 490 492 494;TR 161;TS 602;TT 138;TU 227;TX 864;UA 885;UB 886;UC ' +
  '154;UD 891;UI 255;UP 215;UW 186;VA 126;VB 127;VC 120;VD 124;VE 109;VH 129;VI 280;VS 121;WA 140 141 142 143;WB ' +
  '417;WG 501 892;WI 288;WL 625;WR 440;WT 425';
// Made by functions that are marked as pure, so that a bundle which asks for no groups leaves them out.
const SETS_BY_GROUP = /* @__PURE__ */ setsByGroup();

function setsByGroup(): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(GROUPS.split(';').map((entry) => [entry.slice(0, 2), new Set(entry.slice(3).split(' '))]));
}

/** Published sets of which no open source says the group: they pass in any. */
const UNGROUPED_SETS = /* @__PURE__ */ ungroupedSets();

function ungroupedSets(): ReadonlySet<string> {
  return new Set(
    (
      '114 115 116 207 208 302 305 307 308 314 316 360 402 407 408 416 461 462 464 465 467 469 480 491 901 905 941 942 ' +
      '946 995'
    ).split(' '),
  );
}

/** True for a published functional identifier code (GS01). */
export function isFunctionalId(code: string): boolean {
  return SETS_BY_GROUP.has(code);
}

/** False when the set belongs to another group than this one, or when no release publishes it; unknown groups pass. */
export function mayStandInGroup(transactionSet: string, functionalId: string): boolean {
  const sets = SETS_BY_GROUP.get(functionalId);
  return sets === undefined || sets.has(transactionSet) || UNGROUPED_SETS.has(transactionSet);
}

/** Of sets that stand under two codes, the one in use where it is not the first. */
const PREFERRED: readonly (readonly [string, string])[] = [
  ['423', 'RL'],
  ['819', 'JB'],
  ['881', 'CN'],
];
const GROUP_BY_SET = /* @__PURE__ */ groupBySet();

function groupBySet(): ReadonlyMap<string, string> {
  return new Map([
    ...[...SETS_BY_GROUP].flatMap(([group, sets]) => [...sets].map((set) => [set, group] as const)).reverse(),
    ...PREFERRED,
  ]);
}

/** GS01 of the group in which a transaction set (ST01) is sent; `undefined` for a set that is not published. */
export function functionalIdOf(transactionSet: string): string | undefined {
  requireForm('functionalIdOf', 'transactionSet', transactionSet, 'text');
  return GROUP_BY_SET.get(transactionSet.slice(0, 3));
}
