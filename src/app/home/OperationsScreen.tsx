import { Frame } from '#app/frame/Frame.tsx';
import { WayRow } from '#app/frame/WayRow.tsx';
import { useHeldScans, useAppView } from '#app/frame/useAppState.ts';
import {
  type GroupName,
  type OperationName,
  groupPaths,
  isOperationName,
  operationNames,
  operationOf,
} from '#contract/catalogue.ts';
import { OperationScreen } from '#tasks/operation/OperationScreen.tsx';
import type { Drawing } from '#ui/icons.ts';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { operationWords } from '#i18n/words/operation.ts';
import { supervisorWords } from '#i18n/words/supervisor.ts';
import { withBreaks } from '#ui/Code.tsx';
import { icons } from '#ui/icons.ts';

const effectIcons: Readonly<Record<'read' | 'write' | 'print', Drawing>> = {
  read: icons.lookUp,
  write: icons.change,
  print: icons.print,
};

/** The operations of the service. @param of - the one that its address names under it */
export function OperationsScreens({ of }: { readonly of: string | undefined }) {
  return of === undefined ? <OperationsScreen /> : <NamedOperation key={of} name={of} />;
}

/** The screen of an operation, by its name: refused where the site has switched it off. */
function NamedOperation({ name }: { readonly name: string }) {
  const { site } = useAppView();
  const isOff = site.operationsOff?.some((off) => off === name);
  return (
    <Frame title={name} back={{ to: '/operations', name: operationWords().title }}>
      {isOperationName(name) && !isOff ? (
        <OperationScreen operation={name} />
      ) : (
        <Page>
          <Problem text={isOff ? operationWords().off : operationWords().unknown} />
        </Page>
      )}
    </Frame>
  );
}

/** Every operation by its group. */
function OperationsScreen() {
  const { site } = useAppView();
  useHeldScans();
  const groups = Object.keys(groupPaths) as GroupName[];
  return (
    <Frame
      title={operationWords().title}
      back={{ to: '/settings/supervisor', name: supervisorWords().section }}
      offersScan
    >
      <Page>
        {groups.map((group) => (
          <section className="ways" aria-label={operationWords().groups[group]} key={group}>
            <h2 className="section-head">{operationWords().groups[group]}</h2>
            {operationNames
              .filter((name) => operationOf(name).group === group)
              .map((name) => (
                <Entry key={name} name={name} isOff={site.operationsOff?.includes(name) === true} />
              ))}
          </section>
        ))}
      </Page>
    </Frame>
  );
}

function Entry({ name, isOff }: { readonly name: OperationName; readonly isOff: boolean }) {
  const { effect } = operationOf(name);
  return (
    <WayRow
      to={isOff ? undefined : `/operations/${name}`}
      icon={isOff ? icons.off : effectIcons[effect]}
      title={withBreaks(name)}
      note={isOff ? operationWords().off : operationWords().effects[effect]}
    />
  );
}
