/**
 * When a day begins.
 *
 * @param day - such as `2026-11-21`.
 * @param zone - a time zone that `isZone` knows.
 * @param more - so many days later.
 * @returns Unix ms.
 */
export function dayStart(day: string, zone = 'UTC', more = 0): number {
  const midnight = Date.parse(day) + more * 24 * 60 * 60 * 1000;
  const near = midnight - offsetAt(midnight, zone);
  return midnight - offsetAt(near, zone);
}

export function isZone(text: string): boolean {
  if (!/^[\w+/-]{1,64}$/.test(text)) return false;
  try {
    offsetAt(0, text);
    return true;
  } catch {
    return false;
  }
}

/** How far a zone's clocks are before UTC. @param at - Unix ms. @returns ms. @throws RangeError where there is no such zone. */
function offsetAt(at: number, zone: string): number {
  const said = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(at);
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(said) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
