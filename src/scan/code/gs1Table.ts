/** A GS1 application identifier and what its value is made of. */
export interface Gs1Rule {
  /** The data title of the standard, as it is printed on labels. */
  readonly title: string;
  /** Whether its length is predefined by its first two digits: then no separator follows it. */
  readonly isPredefined: boolean;
  readonly parts: readonly Gs1Part[];
  /** Digits behind the decimal point of the last part; absent: it is no decimal. */
  readonly decimals?: number;
}

/** A part of a value, of a fixed or a varying number of characters. */
export interface Gs1Part {
  /** `n` digits, `x` character set 82, `y` set 39, `z` base64url. */
  readonly set: 'n' | 'x' | 'y' | 'z';
  readonly least: number;
  readonly most: number;
  readonly isOptional: boolean;
  readonly check?: 'digit' | 'date' | undefined;
}

/**
 * One line an identifier: the identifier (`0-5` at its end: one for each digit; `#`: the digit is the number of
 * decimals), the parts, the title. A part is its character set, its length (`-` before it: up to), `c` for a check
 * digit at its end, `d` for a date YYMMDD, `?` where it may be missing; `*` in front: of predefined length.
 *
 * Source: GS1 General Specifications, figures 3.2-1 and 7.8.5-2; checked against the GS1 Barcode Syntax Dictionary of
 * July 2026 (github.com/gs1/gs1-syntax-dictionary), identifier by identifier, predefined lengths included.
 */
const TABLE = `
00 *n18c SSCC
01 *n14c GTIN
02 *n14c CONTENT
03 *n14c MTO GTIN
10 x-20 BATCH/LOT
11 *n6d PROD DATE
12 *n6d DUE DATE
13 *n6d PACK DATE
15 *n6d BEST BEFORE or BEST BY
16 *n6d SELL BY
17 *n6d USE BY or EXPIRY
20 *n2 VARIANT
21 x-20 SERIAL
22 x-20 CPV
235 x-28 TPX
240 x-30 ADDITIONAL ID
241 x-30 CUST. PART No.
242 n-6 MTO VARIANT
243 x-20 PCN
250 x-30 SECONDARY SERIAL
251 x-30 REF. TO SOURCE
253 n13c,x-17? GDTI
254 x-20 GLN EXTENSION COMPONENT
255 n13c,n-12? GCN
30 n-8 VAR. COUNT
310#0-5 *n6 NET WEIGHT (kg)
311#0-5 *n6 LENGTH (m)
312#0-5 *n6 WIDTH (m)
313#0-5 *n6 HEIGHT (m)
314#0-5 *n6 AREA (m²)
315#0-5 *n6 NET VOLUME (l)
316#0-5 *n6 NET VOLUME (m³)
320#0-5 *n6 NET WEIGHT (lb)
321#0-5 *n6 LENGTH (in)
322#0-5 *n6 LENGTH (ft)
323#0-5 *n6 LENGTH (yd)
324#0-5 *n6 WIDTH (in)
325#0-5 *n6 WIDTH (ft)
326#0-5 *n6 WIDTH (yd)
327#0-5 *n6 HEIGHT (in)
328#0-5 *n6 HEIGHT (ft)
329#0-5 *n6 HEIGHT (yd)
330#0-5 *n6 GROSS WEIGHT (kg)
331#0-5 *n6 LENGTH (m), log
332#0-5 *n6 WIDTH (m), log
333#0-5 *n6 HEIGHT (m), log
334#0-5 *n6 AREA (m²), log
335#0-5 *n6 VOLUME (l), log
336#0-5 *n6 VOLUME (m³), log
337#0-5 *n6 KG PER m²
340#0-5 *n6 GROSS WEIGHT (lb)
341#0-5 *n6 LENGTH (in), log
342#0-5 *n6 LENGTH (ft), log
343#0-5 *n6 LENGTH (yd), log
344#0-5 *n6 WIDTH (in), log
345#0-5 *n6 WIDTH (ft), log
346#0-5 *n6 WIDTH (yd), log
347#0-5 *n6 HEIGHT (in), log
348#0-5 *n6 HEIGHT (ft), log
349#0-5 *n6 HEIGHT (yd), log
350#0-5 *n6 AREA (in²)
351#0-5 *n6 AREA (ft²)
352#0-5 *n6 AREA (yd²)
353#0-5 *n6 AREA (in²), log
354#0-5 *n6 AREA (ft²), log
355#0-5 *n6 AREA (yd²), log
356#0-5 *n6 NET WEIGHT (tr oz)
357#0-5 *n6 NET VOLUME (oz)
360#0-5 *n6 NET VOLUME (qt (US))
361#0-5 *n6 NET VOLUME (gal.)
362#0-5 *n6 VOLUME (qt (US)), log
363#0-5 *n6 VOLUME (gal (US)), log
364#0-5 *n6 NET VOLUME (in³)
365#0-5 *n6 NET VOLUME (ft³)
366#0-5 *n6 NET VOLUME (yd³)
367#0-5 *n6 VOLUME (in³), log
368#0-5 *n6 VOLUME (ft³), log
369#0-5 *n6 VOLUME (yd³), log
37 n-8 COUNT
390#0-9 n-15 AMOUNT
391#0-9 n3,n-15 AMOUNT
392#0-9 n-15 PRICE
393#0-9 n3,n-15 PRICE
394#0-3 n4 PRCNT OFF
395#0-5 n6 PRICE/UoM
400 x-30 ORDER NUMBER
401 x-30 GINC
402 n17c GSIN
403 x-30 ROUTE
410 *n13c SHIP TO LOC
411 *n13c BILL TO
412 *n13c PURCHASE FROM
413 *n13c SHIP FOR LOC
414 *n13c LOC No.
415 *n13c PAY TO
416 *n13c PROD/SERV LOC
417 *n13c PARTY
420 x-20 SHIP TO POST
421 n3,x-9 SHIP TO POST
422 n3 ORIGIN
423 n3,n3?,n3?,n3?,n3? COUNTRY - INITIAL PROCESS
424 n3 COUNTRY - PROCESS
425 n3,n3?,n3?,n3?,n3? COUNTRY - DISASSEMBLY
426 n3 COUNTRY - FULL PROCESS
427 x-3 ORIGIN SUBDIVISION
4300 x-35 SHIP TO COMP
4301 x-35 SHIP TO NAME
4302 x-70 SHIP TO ADD1
4303 x-70 SHIP TO ADD2
4304 x-70 SHIP TO SUB
4305 x-70 SHIP TO LOC
4306 x-70 SHIP TO REG
4307 x2 SHIP TO COUNTRY
4308 x-30 SHIP TO PHONE
4309 n10,n10 SHIP TO GEO
4310 x-35 RTN TO COMP
4311 x-35 RTN TO NAME
4312 x-70 RTN TO ADD1
4313 x-70 RTN TO ADD2
4314 x-70 RTN TO SUB
4315 x-70 RTN TO LOC
4316 x-70 RTN TO REG
4317 x2 RTN TO COUNTRY
4318 x-20 RTN TO POST
4319 x-30 RTN TO PHONE
4320 x-35 SRV DESCRIPTION
4321 n1 DANGEROUS GOODS
4322 n1 AUTH TO LEAVE
4323 n1 SIG REQUIRED
4324 n6d,n4 NOT BEF DEL DT
4325 n6d,n4 NOT AFT DEL DT
4326 n6d REL DATE
4330 n6,x1? MAX TEMP F.
4331 n6,x1? MAX TEMP C.
4332 n6,x1? MIN TEMP F.
4333 n6,x1? MIN TEMP C.
7001 n13 NSN
7002 x-30 MEAT CUT
7003 n6d,n4 EXPIRY TIME
7004 n-4 ACTIVE POTENCY
7005 x-12 CATCH AREA
7006 n6d FIRST FREEZE DATE
7007 n6d,n6d? HARVEST DATE
7008 x-3 AQUATIC SPECIES
7009 x-10 FISHING GEAR TYPE
7010 x-2 PROD METHOD
7011 n6d,n4? TEST BY DATE
7020 x-20 REFURB LOT
7021 x-20 FUNC STAT
7022 x-20 REV STAT
7023 x-30 GIAI - ASSEMBLY
7030-9 n3,x-27 PROCESSOR
7040 n1,x1,x1,x1 UIC+EXT
7041 x-4 UFRGT UNIT TYPE
710 x-20 NHRN PZN
711 x-20 NHRN CIP
712 x-20 NHRN CN
713 x-20 NHRN DRN
714 x-20 NHRN AIM
715 x-20 NHRN NDC
716 x-20 NHRN AIC
717 x-20 NHRN SRN
7230-9 x2,x-28 CERT
7240 x-20 PROTOCOL
7241 n2 AIDC MEDIA TYPE
7242 x-25 VCN
7250 n8 DOB
7251 n8,n4 DOB TIME
7252 n1 BIO SEX
7253 x-40 FAMILY NAME
7254 x-40 GIVEN NAME
7255 x-10 SUFFIX
7256 x-90 FULL NAME
7257 x-70 PERSON ADDR
7258 x3 BIRTH SEQUENCE
7259 x-40 BABY
8001 n4,n5,n3,n1,n1 DIMENSIONS
8002 x-20 CMT No.
8003 n1,n13c,x-16? GRAI
8004 x-30 GIAI
8005 n6 PRICE PER UNIT
8006 n14c,n4 ITIP
8007 x-34 IBAN
8008 n6d,n2,n2?,n2? PROD TIME
8009 x-50 OPTSEN
8010 y-30 CPID
8011 n-12 CPID SERIAL
8012 x-20 VERSION
8013 x-25 GMN
8014 x-25 MUDI
8017 n18c GSRN - PROVIDER
8018 n18c GSRN - RECIPIENT
8019 n-10 SRIN
8020 x-25 REF No.
8026 n14c,n4 ITIP CONTENT
8030 z-90 DIGSIG
8040 n15 IMEI
8041 n15 IMEI2
8042 n32 ESIM
8043 n18,n-2? PSIM
8110 x-70 COUPON CODE
8111 n4 POINTS
8112 x-70 COUPON CODE
8200 x-70 PRODUCT URL
90 x-30 INTERNAL
91-9 x-90 INTERNAL
`;

/** Every application identifier, by its digits. */
export const gs1Rules: ReadonlyMap<string, Gs1Rule> = new Map(TABLE.trim().split('\n').flatMap(readLine));

function readLine(line: string): readonly (readonly [string, Gs1Rule])[] {
  const [name = '', spec = '', ...title] = line.split(' ');
  const [, stem = '', mark, from = '', to] = /^(\d+?)(#)?(\d)(?:-(\d))?$/.exec(name) ?? [];
  const isPredefined = spec.startsWith('*');
  const parts = spec.replace('*', '').split(',').map(readPart);
  const digits = Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, index) => Number(from) + index);
  return digits.map((digit) => [
    `${stem}${digit}`,
    { title: title.join(' '), isPredefined, parts, ...(mark !== undefined && { decimals: digit }) },
  ]);
}

function readPart(spec: string): Gs1Part {
  const [, set, upTo, length, check, optional] = /^([nxyz])(-?)(\d+)([cd]?)(\??)$/.exec(spec) ?? [];
  const most = Number(length);
  const checks = { c: 'digit', d: 'date' } as const;
  return {
    set: set as Gs1Part['set'],
    least: upTo === '-' ? 1 : most,
    most,
    isOptional: optional === '?',
    check: checks[check as 'c' | 'd'],
  };
}
