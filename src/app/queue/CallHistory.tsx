import type { Evidence, Outcome } from '#contract/outcome.ts';
import { shortId } from './queuePlaces.ts';
import { type Attempt, type QueuedCall, cameBy, idempotencyKey, troubleOf } from '#outbox/state/queuedCall.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { workerName } from '#device/workers.ts';
import { Fold } from '#ui/Fold.tsx';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { captionHere } from '#tasks/answer/cardHere.ts';
import { unitName, weightOf, weightParameter } from '#tasks/weight/weightOf.ts';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import { Code } from '#ui/Code.tsx';
import { type Fact, FactList } from '#ui/Facts.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { whyOf } from '#i18n/whyOf.ts';
import { callWords } from '#i18n/words/call.ts';
import { codeWords } from '#i18n/words/code.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';
import { Section } from '#ui/Page.tsx';

/** Shows what is sent, letter by letter, what was scanned for it, and each try with what came back. */
export function CallHistory({ call }: { readonly call: QueuedCall }) {
  const { outbox, site } = useHandheld();
  const attempts = useFresh(() => outbox.attemptsOf(call.seq), String(call.seq));
  return (
    <>
      <Section title={callWords().whatSent} isApart>
        <FactList facts={factsOf(call, site())} />
      </Section>
      <Section title={callWords().history}>
        {attempts?.length === 0 && <p className="hint">{callWords().noTries}</p>}
        <ol className="list">
          {[...(attempts ?? [])].reverse().map((attempt) => (
            <Try key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      </Section>
    </>
  );
}

function factsOf(call: QueuedCall, site: SiteConfiguration): readonly Fact[] {
  const { parameters, scans, generation, passed = [] } = call;
  return [
    ...parameters.map(([name, text]) => ({
      caption: captionHere(site, name),
      value: (
        <>
          <Code text={text} size="medium" /> {unitBeside(call, name, site)}
        </>
      ),
    })),
    ...scans.map((scan) => ({
      caption: callWords().scanned,
      value: (
        <>
          <ScannedCode scan={scan} size="medium" />
          {codeWords().scannedHow({ source: codeWords().sources[cameBy(scan)], at: shownMoment(scan.at) })}
          {scan.repeated && ` ${callWords().repeated({ many: scan.repeated })}`}
        </>
      ),
    })),
    { caption: callWords().operator, value: workerName(site.workers, call.operator) },
    { caption: callWords().saved, value: shownMoment(call.enqueuedAt) },
    { caption: callWords().changed, value: shownMoment(call.changedAt) },
    ...passed.map((id) => ({ caption: callWords().passed, value: callWords().showHandOver({ id: shortId(id) }) })),
    { caption: callWords().key, value: <Code text={idempotencyKey(call)} /> },
    ...(generation > 1
      ? [{ caption: callWords().generation, value: callWords().times({ many: generation - 1 }) }]
      : []),
  ];
}

/** Returns the unit of a call's weight, beside the figure that is sent without it; `undefined` of any other value. */
function unitBeside(call: QueuedCall, name: string, site: SiteConfiguration): string | undefined {
  const weight = name === weightParameter(call.operation) ? weightOf(call) : undefined;
  return weight && unitName(site, weight);
}

function Try({ attempt: { startedAt, outcome, late } }: { readonly attempt: Attempt }) {
  return (
    <li>
      <p className="label">{shownMoment(startedAt)}</p>
      {late && <p className="hint">{callWords().late}</p>}
      <CameBack outcome={outcome} />
    </li>
  );
}

function CameBack({ outcome }: { readonly outcome: Outcome | undefined }) {
  if (!outcome) return <p className="hint">{callWords().running}</p>;
  if (outcome.kind === 'answered')
    return <pre className="verbatim">{outcome.text === null ? lookUpWords().noText : withoutFiles(outcome.text)}</pre>;
  return (
    <>
      <p>{whyOf(troubleOf(outcome))}</p>
      <Fold title={lookUpWords().forIt}>
        <p>{outcome.reason}</p>
        {outcome.kind === 'no-answer' && outcome.evidence && <Instead of={outcome.evidence} />}
      </Fold>
    </>
  );
}

function Instead({ of: { status, contentType, body, bytes } }: { readonly of: Evidence }) {
  return (
    <>
      <p className="hint">{callWords().cameInstead({ status, type: contentType || callWords().noType, bytes })}</p>
      <pre className="verbatim">{body}</pre>
    </>
  );
}
