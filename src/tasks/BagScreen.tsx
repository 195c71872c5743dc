import { useEffect, useState } from 'react';
import { BagFields } from '#tasks/BagFields.tsx';
import { BagQuestions } from '#tasks/BagQuestions.tsx';
import { Answer } from '#tasks/Answer.tsx';
import { CallList } from '#tasks/CallList.tsx';
import type { CallLink } from '#tasks/CallRow.tsx';
import { ScanBar } from '#tasks/ScanBar.tsx';
import { CameraPlace, ScanDock, useAids } from '#tasks/ScanDock.tsx';
import { createBagRun } from '#tasks/bagRun.ts';
import { BAG_DRAFT } from '#tasks/draft.ts';
import { type Handheld, useHandheld, useView } from '#tasks/handheld.ts';
import type { HandOver } from '#tasks/handOver.ts';
import { LeftPlace } from '#tasks/LeftPlace.tsx';
import { MisfitPanel } from '#tasks/Misfit.tsx';
import { notTakenDraft, notTakenIn } from '#tasks/notTaken.ts';
import { ScannedCode } from '#tasks/ScannedCode.tsx';
import { useScans } from '#tasks/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { Prompt } from '#ui/Prompt.tsx';
import { Said } from '#ui/Said.tsx';
import { bagWords as words } from '#ui/bagMessages.ts';
import { lookUpWords } from '#ui/lookUpMessages.ts';
import { tasksWords } from '#ui/taskMessages.ts';
import { useNow } from '#ui/useNow.ts';

export interface BagScreenProps {
  readonly link: CallLink;
  readonly handOver: HandOver;
}

/** The bag in hand: what the service says of it, its weight, complete, open again. */
export function BagScreen({ link, handOver }: BagScreenProps) {
  const handheld = useHandheld();
  const [run] = useState(() => createBagRun(portsOf(handheld)));
  const view = useView(run);
  const aids = useAids();
  const now = useNow();
  const scanning = useScans({
    onScan: run.accept,
    onBlank: () => run.refuse(tasksWords.blank),
    onRepeat: run.ignoreRepeat,
  });
  useEffect(() => {
    const scan = handOver.take();
    if (scan) run.accept(scan);
    else if (run.view().lookUp === 'none') run.lookAgain(); // a bag kept over a restart
  }, [run, handOver]);

  const { scan, lookUp } = view;
  const prompt = tasksWords.scanThe(words.noun);
  const complete = scan && (
    <Button size="lead" kind="primary" icon="done" onClick={() => void run.complete()}>
      {words.complete}
    </Button>
  );
  const isAsking = view.waitingScan !== undefined || view.twice !== undefined || view.misfit?.isRefused === false;
  return (
    <Page
      line={<ScanBar scanning={scanning} prompt={prompt} />}
      dock={
        <ScanDock
          aids={aids}
          typeLabel={tasksWords.typeThe(words.noun)}
          action={complete}
          question={isAsking && <BagQuestions run={run} />}
        />
      }
    >
      <Said said={view.notice} words={tasksWords.tones} rest={words.hint} />
      {view.misfit && <MisfitPanel misfit={view.misfit} key={view.misfit.scan.at} />}
      <CameraPlace aids={aids} />
      {scan ? (
        <div className="filled">
          <h2>{tasksWords.noun(words.noun)}</h2>
          <ScannedCode scan={scan} key={scan.at} />
        </div>
      ) : (
        <Prompt text={prompt} />
      )}
      {scan && <BagFields run={run} />}
      <LeftPlace task={BAG_DRAFT} />
      {lookUp !== 'none' && (
        <section className="stack" aria-label={lookUpWords.answer}>
          <h3 className="section-head">{lookUpWords.answer}</h3>
          <Answer lookUp={lookUp} now={now} lines={8} />
          {lookUp !== 'asking' && (
            <Button icon="repeat" onClick={run.lookAgain}>
              {lookUpWords.again}
            </Button>
          )}
        </section>
      )}
      {scan && (
        <section className="stack apart">
          <p className="hint">{words.reopenHint}</p>
          <Button size="big" icon="bag" onClick={() => void run.reopen()}>
            {words.reopen}
          </Button>
        </section>
      )}
      <CallList operations={['CompleteBag', 'AgainOpenBag']} seqs={view.saved.map(({ seq }) => seq)} link={link} />
    </Page>
  );
}

function portsOf({ save, settings, site, lookUp, cues, draft, explain }: Handheld): Parameters<typeof createBagRun>[0] {
  return {
    known: settings,
    site,
    lookUp,
    save,
    cue: cues.play,
    draft: draft(BAG_DRAFT),
    notTaken: notTakenIn(draft(notTakenDraft(BAG_DRAFT))),
    explain,
  };
}
