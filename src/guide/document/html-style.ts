/** How a guide looks: by the light of its reader's screen, in a column on narrow ones, and on paper. */
export const HTML_STYLE = `
:root{color-scheme:light dark;--ink:#1d2330;--dim:#5b6475;--line:#d8dde6;--back:#fff;--soft:#f4f6fa;--mark:#1a5fb4}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8f0;--dim:#9aa5b8;--line:#353d4b;--back:#14181f;--soft:#1d232d;--mark:#7fb2f0}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1200px;padding:24px;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{margin:0 0 4px;font-size:28px}
h2{margin:40px 0 12px;padding-bottom:6px;border-bottom:1px solid var(--line);font-size:20px}
h2::first-letter{text-transform:uppercase}
h3{margin:0;font-size:16px;font-weight:500}
h3 b{color:var(--mark);font-weight:700}
header p{margin:4px 0;color:var(--dim)}
.note{font-style:italic}
nav ul{margin:0;padding-left:18px;list-style:none}
nav>ul{padding:0;columns:3 280px;font-size:14px}
nav li:not(:has(ul)){break-inside:avoid-column}
a{color:var(--mark);text-decoration:none}
a:hover{text-decoration:underline}
.segment{margin:20px 0}
.loop{margin:28px 0;padding:2px 0 2px 16px;border-left:3px solid var(--line)}
.usage{margin:2px 0 8px;color:var(--dim);font-size:14px}
.usage b{color:var(--ink)}
.told{margin-left:6px;padding:1px 6px;border:1px solid var(--line);border-radius:4px;font-size:13px}
table{width:100%;border-collapse:collapse;font-size:14px}
th,td{padding:6px 10px 6px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{color:var(--dim);font-weight:500;font-size:13px}
tbody th{width:96px;font-weight:600;white-space:nowrap}
.segment th:nth-child(1){width:96px}.segment th:nth-child(2){width:30%}.segment th:nth-child(3){width:80px}.segment th:nth-child(4){width:120px}
th.part{padding-left:14px;font-weight:400}
code,small{color:var(--dim);font-size:12px}
.codes{margin:0;padding:0;list-style:none}
.codes.plain li{display:inline-block;margin-right:10px}
summary{cursor:pointer;color:var(--mark)}
.rules{margin:4px 0;padding-left:18px;color:var(--dim);font-size:13px}
pre{padding:16px;background:var(--soft);border-radius:6px;overflow-x:auto;font-size:13px}
@media (max-width:700px){body{padding:14px}.loop{padding-left:8px}table,tbody,tr,td,tbody th{display:block;width:auto!important}thead{display:none}td{border:0;padding:2px 0}tbody th{border:0;padding:8px 0 0}tr{border-bottom:1px solid var(--line);padding-bottom:6px}}
@media print{:root{color-scheme:light;--ink:#000;--dim:#444;--line:#bbb;--back:#fff;--soft:#fff;--mark:#000}body{max-width:none;padding:0;font-size:10pt}nav{break-after:page}tr,h3{break-inside:avoid}h3,.usage{break-after:avoid}}
`;
