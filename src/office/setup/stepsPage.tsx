import type { LaidAside } from '#site/readSite.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { pagePlace } from '#office/pages/page.ts';
import { ButtonLink, PostForm, SideBySide, Table, AsSent, filled } from '#office/pages/parts.tsx';
import type { TriedWay } from '#office/ports/gatewayPorts.ts';
import type { ServiceStep } from './serviceSteps.ts';
import type { ReplyInPlace } from '#site/frontReply.ts';
import { OftenCard } from './frontsPage.tsx';
import { AsidePart } from './AsidePart.tsx';
import { KeylessCard } from './KeylessCard.tsx';
import { type SetupProps, type SetupWords, type SitePart, pathOfPart, siteParts } from './setupPlaces.ts';

/** The form that asks the service again, over each binding. */
export const ASK_AGAIN = pagePlace('setup', '/ask');

/** The form that takes the service's own namespace into use. */
export const USE_NAMESPACE = pagePlace('setup', '/namespace');

/** The first page's content. */
export interface StepsView {
  readonly steps: readonly ServiceStep[];
  /** Variables that look misspelt, a sentence each. */
  readonly doubts?: readonly string[] | undefined;
  /** The result of trying each binding, where somebody asked for it. */
  readonly probed?: readonly TriedWay[] | undefined;
  /** Source: `KeylessAnswer`. */
  readonly keyless?: string | undefined;
  readonly site: SiteConfiguration;
  readonly siteFile: string;
  /** The rules of the site's file that are not used. */
  readonly aside: readonly LaidAside[];
  readonly inPlace: readonly ReplyInPlace[];
}

interface StepsProps {
  readonly texts: SetupWords;
  readonly view: StepsView;
}

/** Shows the first page: the service step by step, then the links to the site's steps. */
export function StepsPage({ texts, view }: StepsProps) {
  return (
    <>
      <p>{filled(texts.hint, { address: <code className="verbatim">/gateway/health</code> })}</p>
      <SideBySide>
        <>
          <ServiceParts texts={texts} view={view} />
          <KeylessCard texts={texts} site={view.site} text={view.keyless} />
          <Onwards texts={texts} view={view} />
        </>
        <SiteSteps texts={texts} view={view} />
      </SideBySide>
    </>
  );
}

/** The service, step by step. */
function ServiceParts({ texts, view: { steps, doubts = [] } }: StepsProps) {
  return (
    <>
      <h2>{texts.service}</h2>
      {doubts.map((line) => (
        <p className="note said-repeat verbatim" lang="en" key={line}>
          {line}
        </p>
      ))}
      <ol className="steps">
        {steps.map((step) => (
          <StepItem texts={texts} step={step} key={step.name} />
        ))}
      </ol>
    </>
  );
}

/** The ways on: to what comes often, to ask again, and to the next step. */
function Onwards({ texts, view: { inPlace, probed } }: StepsProps) {
  return (
    <>
      <OftenCard texts={texts} replies={inPlace} />
      <PostForm action={ASK_AGAIN.path}>
        <button className="button">{texts.again}</button>
      </PostForm>
      <p>
        <ButtonLink to={pathOfPart('read')} isPrimary>
          {texts.next({ step: texts.pages.read })}
        </ButtonLink>
      </p>
      {probed && (
        <>
          <h2>{texts.ways}</h2>
          <WaysTable texts={texts} rows={probed} />
        </>
      )}
    </>
  );
}

/** The links to the site's steps, each with the number of its entries. */
function SiteSteps({ texts, view: { site, siteFile, aside } }: StepsProps) {
  return (
    <>
      <h2>{texts.site}</h2>
      <AsidePart texts={texts} aside={aside} />
      <p>{filled(texts.siteHint, { file: <code className="verbatim">{siteFile}</code> })}</p>
      <ol className="parts">
        {siteParts.map((part) => {
          const count = countOf(part, site);
          return (
            <li key={part}>
              <a href={pathOfPart(part)}>{texts.pages[part]}</a>
              {count !== undefined && (
                <>
                  {' '}
                  <span className="state">{count}</span>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** The names that the states of a step have in the app's style. */
const moods = { good: 'good', look: 'check', wrong: 'bad', open: 'plain' } as const;

function StepItem({ texts, step }: SetupProps & { readonly step: ServiceStep }) {
  const { name, state, asked, answered, why, line, use } = step;
  return (
    <li data-state={state} className={`row is-${moods[state]}`}>
      <h3>
        {texts.steps[name]} <span className="state">{texts.states[state]}</span>
      </h3>
      {why !== undefined && (
        <p className="verbatim" lang="en">
          {why}
        </p>
      )}
      {line !== undefined && (
        <>
          <p>{texts.set}</p>
          <pre className="line">{line}</pre>
        </>
      )}
      {use !== undefined && (
        <>
          <p>{texts.useHint}</p>
          <PostForm action={USE_NAMESPACE.path} hidden={{ namespace: use }}>
            <button className="button button-primary">{filled(texts.use, { namespace: <AsSent text={use} /> })}</button>
          </PostForm>
        </>
      )}
      <dl lang="en">
        <dt>{texts.asked}</dt>
        <dd className="verbatim">{asked}</dd>
        <dt>{texts.answered}</dt>
        <dd className="verbatim">{answered}</dd>
      </dl>
    </li>
  );
}

function WaysTable({ texts, rows }: SetupProps & { readonly rows: readonly TriedWay[] }) {
  const said = (is: boolean | undefined): string => (is === undefined ? '?' : is ? texts.yes : texts.no);
  return (
    <Table
      names={[texts.group, texts.steps.bindings, texts.offered, texts.answered, texts.tried]}
      rows={rows.map((row) => [
        <AsSent text={row.group} key="group" />,
        <AsSent text={row.binding} key="binding" />,
        said(row.offered),
        said(row.answers),
        { shown: <AsSent text={row.said.slice(0, 200)} />, tag: { 'data-long': true } },
      ])}
    />
  );
}

/** Counts the entries of a step of the site; `undefined`: it has none to count. */
function countOf(part: SitePart, site: SiteConfiguration): number | undefined {
  const counts: Partial<Record<SitePart, number>> = {
    answers: site.answerRules.length,
    cards: site.cards?.length ?? 0,
    fronts: site.frontReplies?.length ?? 0,
    codes: Object.keys(site.codes ?? {}).length,
    units: site.weightUnits?.length ?? 0,
    workers: site.workers?.length ?? 0,
    warehouses: site.warehouses?.length ?? 0,
    printers: site.printers?.length ?? 0,
  };
  return counts[part];
}
