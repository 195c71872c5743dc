import './today.css';
import { Frame, toHome } from '#app/frame/Frame.tsx';
import { useAppView, useHeldScans } from '#app/frame/useAppState.ts';
import { weightText } from '#tasks/weight/weightOf.ts';
import { Page } from '#ui/Page.tsx';
import { useNow } from '#ui/useNow.ts';
import { shownNumber } from '#i18n/figures.ts';
import { objectWords } from '#i18n/words/object.ts';
import { todayLinkWords } from '#i18n/words/todayLink.ts';
import { todayWords } from '#i18n/words/today.ts';
import { useDoneToday } from './DoneToday.tsx';
import { type TodayTotal, todayTotals } from './todayTotals.ts';

/** Sums up what a worker has done today on this handheld, by what it is. */
export function TodayScreen() {
  const { site } = useAppView();
  const calls = useDoneToday();
  const now = useNow();
  useHeldScans();
  const totals = calls && todayTotals(site, calls.values(), new Date(now).setHours(0, 0, 0, 0));
  return (
    <Frame title={todayLinkWords().title} back={toHome()} offersScan>
      <Page>
        {totals?.length === 0 && <p>{todayWords().none}</p>}
        {totals && totals.length > 0 && (
          <>
            <ul className="today" aria-label={todayLinkWords().title}>
              {totals.map((total) => (
                <Total key={total.name} total={total} />
              ))}
            </ul>
            <p className="hint">{todayWords().hint}</p>
          </>
        )}
      </Page>
    </Frame>
  );
}

function Total({ total: { name, many, kilograms, perHour } }: { readonly total: TodayTotal }) {
  return (
    <li className="today-total">
      <strong className="today-many">{shownNumber(many)}</strong>
      <span className="today-name">
        <b>{name}</b>
        {kilograms !== undefined && <span>{weightText(kilograms, objectWords().units.kg)}</span>}
        {perHour !== undefined && <span className="hint">{todayWords().perHour({ many: perHour })}</span>}
      </span>
    </li>
  );
}
