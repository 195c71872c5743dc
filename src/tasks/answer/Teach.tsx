import './answers.css';
import { useRef, useState } from 'react';
import type { OperationName } from '#contract/catalogue.ts';
import { keptSite } from '#device/siteKeep.ts';
import { type TaughtRule, readTaughtRules } from '#device/taughtRules.ts';
import { useHandheld, useSupervisor } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Alert, Problem } from '#ui/Problem.tsx';
import { saysOf } from './saysOf.ts';
import { WayChoice } from './WayChoice.tsx';
import { ruleReading, type AnswerRule, fitsAnswer } from '#site/judging.ts';
import { type ChosenRule, type Preview, faultOf, answerFields, previewOf, toldBy } from '#site/teaching.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Panel } from '#ui/Panel.tsx';
import { stateWords } from '#i18n/words/state.ts';
import { teachWords } from '#i18n/words/teach.ts';
import { useInSight } from '#ui/useInSight.ts';
import { icons } from '#ui/icons.ts';

export interface TeachProps {
  readonly operation: OperationName;
  readonly text: string;
}

/** Lets a supervisor say what an answer means. Where a rule of the site reads it, teaching would change nothing. */
export function Teach(props: TeachProps) {
  const { kept } = useHandheld();
  const ofSite = useFresh(() => keptSite(kept), '');
  return ofSite && !ruleReading(ofSite.answerRules, props.operation, props.text) ? <Teaching {...props} /> : null;
}

function Teaching({ operation, text }: TeachProps) {
  const { answersOf, site } = useHandheld();
  const supervisor = useSupervisor();
  const { problem, attempt } = useAttempt();
  const [texts, setTexts] = useState<readonly string[]>();
  const [said, setSaid] = useState<string>();
  const place = useRef<HTMLOutputElement>(null);
  useInSight(place, said);

  function open(): void {
    setSaid(undefined);
    void attempt(async () => {
      if (await supervisor.ask()) setTexts(await answersOf(operation));
    });
  }
  function close(kept: boolean): void {
    setTexts(undefined);
    if (kept) setSaid(teachWords().kept);
  }

  const reading = ruleReading(site().answerRules, operation, text);
  return (
    <>
      {texts && reading ? (
        <Earlier rule={reading} onClose={() => close(false)} onRemoved={() => setTexts([...texts])} />
      ) : texts ? (
        <Rule operation={operation} text={text} texts={texts} onClose={close} />
      ) : (
        <Button icon={icons.teach} onClick={open}>
          {teachWords().teach}
        </Button>
      )}
      <output ref={place}>{said}</output>
      <Alert text={problem} />
    </>
  );
}

interface EarlierProps {
  readonly rule: AnswerRule;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function Earlier({ rule, onClose, onRemoved }: EarlierProps) {
  const { teach, kept } = useHandheld();
  const { problem, attempt } = useAttempt();
  function remove(): void {
    void attempt(async () => {
      const { verdict } = rule;
      const isIt = (one: TaughtRule): boolean =>
        'verdict' in one && one.verdict === verdict && one.operation === rule.operation && saysOf(one) === saysOf(rule);
      await teach((await readTaughtRules(kept)).filter((one) => !isIt(one)));
      onRemoved();
    });
  }
  return (
    <Panel title={teachWords().title}>
      <p>{teachWords().earlier({ verdict: stateWords().verdicts[rule.verdict], says: saysOf(rule) })}</p>
      <Alert text={problem} />
      <div className="buttons">
        <Button size="big" onClick={onClose}>
          {teachWords().leave}
        </Button>
        <Button size="big" kind="danger" icon={icons.trash} onClick={remove}>
          {teachWords().removeIt}
        </Button>
      </div>
    </Panel>
  );
}

interface RuleProps extends TeachProps {
  readonly texts: readonly string[];
  readonly onClose: (kept: boolean) => void;
}

function Rule({ operation, text, texts, onClose }: RuleProps) {
  const { site, settings, teach, kept } = useHandheld();
  const { problem, attempt } = useAttempt();
  const fields = answerFields(text);
  const [verdict, setVerdict] = useState<'accepted' | 'refused'>();
  const [chosen, choose] = useState<ChosenRule>({ way: fields.length > 0 ? 'field' : 'part', part: '', pattern: '' });
  const told = toldBy(chosen, text);
  const rule: AnswerRule | undefined = verdict && told && { operation, ...told, verdict };
  const fault = told?.matches === undefined ? undefined : faultOf(told.matches);
  const isUsable = rule !== undefined && !fault && fitsAnswer(rule, text) === true;

  function save(): void {
    if (!rule || !isUsable) return;
    void attempt(async () => {
      const taught = { ...rule, taughtBy: settings().userId, taughtAt: Date.now() };
      await teach([...(await readTaughtRules(kept)), taught]);
      onClose(true);
    });
  }

  return (
    <Panel title={teachWords().title}>
      <Choice
        caption={teachWords().verdict}
        options={[
          ['accepted', teachWords().accepted],
          ['refused', teachWords().refused],
        ]}
        value={verdict}
        onChange={setVerdict}
      />
      <WayChoice text={text} fields={fields} chosen={chosen} fault={fault} onChange={choose} />
      <output>
        {!rule ? (
          <p className="hint">{teachWords().nothing}</p>
        ) : fault ? null : !isUsable ? (
          <Problem text={teachWords().notHere} />
        ) : (
          <Shown preview={previewOf(site(), operation, rule, texts)} all={texts.length} />
        )}
      </output>
      <Alert text={problem} />
      <div className="buttons">
        <Button size="big" onClick={() => onClose(false)}>
          {teachWords().cancel}
        </Button>
        {isUsable && (
          <Button size="big" kind="primary" icon={icons.done} onClick={save}>
            {teachWords().save}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Shown({ preview, all }: { readonly preview: Preview; readonly all: number }) {
  return (
    <>
      <p>{teachWords().preview({ all })}</p>
      <ul>
        {(['accepted', 'refused', 'unclassified', 'known'] as const)
          .filter((kind) => preview[kind] > 0)
          .map((kind) => (
            <li key={kind}>{teachWords().previewOf[kind]({ many: preview[kind] })}</li>
          ))}
      </ul>
    </>
  );
}
