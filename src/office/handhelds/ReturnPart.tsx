import { pagePlace } from '#office/pages/page.ts';
import type { PageWords } from '#office/pages/pageWords.ts';
import { FormChoice, PostForm, Time, filled } from '#office/pages/parts.tsx';
import type { EnrolledHandheld, HandheldsReturn } from '#office/ports/gatewayPorts.ts';
import { returnLink } from '#wire/returnLink.ts';
import { CodeToScan } from './CodeToScan.tsx';
import { codeDrawing } from './provisionCode.ts';

export const RETURN_CODE = pagePlace('devices', '/return-code');

type Words = PageWords['devices'];

const HOUR_MS = 3_600_000;
/** The hours for which a return code can be good: a shift, a day, a long week-end. */
const HOURS = [4, 12, 24, 72];
const USUAL_HOURS = 12;

/** Reads for how long a return code is wanted. @returns milliseconds; 0: none is. */
export function returnForMs({ hours = '' }: Readonly<Record<string, string>>): number {
  return HOURS.includes(Number(hours)) ? Number(hours) * HOUR_MS : 0;
}

/** The field for how long a return code is good. @param none - the words for no code; absent: one is made. */
export function ReturnHours({ texts, none }: { readonly texts: Words; readonly none?: string }) {
  const choices = Object.fromEntries(HOURS.map((hours) => [hours, texts.returnHours({ hours })]));
  return (
    <FormChoice
      caption={texts.returnFor}
      name="hours"
      choices={choices}
      chosen={String(USUAL_HOURS)}
      {...(none !== undefined && { none })}
    />
  );
}

/** Tells whether a handheld may come back by a code that is good now. */
export function mayReturn({ revokedAt }: EnrolledHandheld, made: HandheldsReturn | undefined, now: number): boolean {
  return made !== undefined && made.code !== '' && made.until > now && revokedAt === made.revokedAt;
}

interface ReturnPartProps {
  readonly texts: Words;
  readonly made: HandheldsReturn;
  readonly devices: readonly EnrolledHandheld[];
  /** The address of the app, as whoever looks has it. */
  readonly origin: string;
  /** `true`: they may make one and end it. */
  readonly mayChange: boolean;
  /** Unix ms. */
  readonly now: number;
}

/** Shows the return code of the last “Revoke all”, how many are still out, and until when it is good. Once all are back and it is over: nothing. */
export function ReturnPart({ texts, made, devices, origin, mayChange, now }: ReturnPartProps) {
  const out = devices.filter(({ revokedAt }) => revokedAt === made.revokedAt).length;
  const isGood = made.code !== '' && made.until > now;
  if (!isGood && out === 0) return null;
  const when = <Time at={made.revokedAt} />;
  return (
    <section className="panel">
      <h2>{texts.returnCode}</h2>
      <p>{isGood ? filled(texts.returnHint, { when }) : filled(texts.returnOver, { when })}</p>
      <p>
        <strong>{texts.returnOut({ many: out })}</strong>{' '}
        {isGood && filled(texts.returnUntil, { until: <Time at={made.until} /> })}
      </p>
      {isGood && <CodeToScan drawing={codeDrawing(returnLink(origin, made.code))} name={texts.returnCode} />}
      {mayChange && isGood && (
        <PostForm action={RETURN_CODE.path}>
          <button className="button">{texts.endReturn}</button>
        </PostForm>
      )}
      {mayChange && !isGood && (
        <PostForm action={RETURN_CODE.path}>
          <ReturnHours texts={texts} />
          <button className="button button-primary">{texts.makeReturn}</button>
        </PostForm>
      )}
    </section>
  );
}
