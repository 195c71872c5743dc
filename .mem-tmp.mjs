import { classifyFor } from '#wire/classifyFor.ts';
import { defaultNames } from '#wire/names.ts';
const PART = '{"bagCode":"BAG &amp; 1","state":"fertig für heute"},';
const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">${PART.repeat(Math.floor(3_900_000/54))}</string>`);
const reply = { status: 200, contentType: 'text/xml; charset=utf-8', body };
for (let i=0;i<3;i++) { gc(); const a = process.memoryUsage(); const t=performance.now(); const o=classifyFor('http-post','RevertOff',reply,defaultNames); const ms=performance.now()-t; const b = process.memoryUsage(); console.log(o.kind,o.text.length, ms.toFixed(0)+' ms', 'heap +', ((b.heapUsed-a.heapUsed)/1e6).toFixed(1), 'ext +', ((b.external-a.external)/1e6).toFixed(1)); }
