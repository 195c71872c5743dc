/** Imported before a gateway's own modules: its clocks are `EARLIER_BY_MS` behind the machine's. */
const by = Number(process.env['EARLIER_BY_MS']);
const [{ now }, { bigint }] = [Date, process.hrtime];
Date.now = () => now() - by;
process.hrtime.bigint = () => bigint() - BigInt(by) * 1_000_000n;
