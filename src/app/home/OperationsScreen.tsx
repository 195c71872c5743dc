import { Frame } from '#app/frame/Frame.tsx';
import { WayRow } from '#app/frame/WayRow.tsx';
import { useHeldScans, useAppView } from '#app/frame/useAppState.ts';
import { type GroupName, type OperationName, groupPaths, operationNames, operationOf } from '#contract/catalogue.ts';
import type { Drawing } from '#ui/icons.ts';
import { Page } from '#ui/Page.tsx';
import { words } from '#i18n/words.ts';
import { withBreaks } from '#ui/Code.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

const effectIcons: Readonly<Record<'read' | 'write' | 'print', Drawing>> = {
  read: laterIcons.lookUp,
  write: laterIcons.change,
  print: laterIcons.print,
};

/** Every operation of the service by its group. */
export function OperationsScreen() {
  const { site } = useAppView();
  useHeldScans();
  const groups = Object.keys(groupPaths) as GroupName[];
  return (
    <Frame
      title={words('operation').title}
      back={{ to: '/settings/supervisor', name: words('people').section }}
      offersScan
    >
      <Page>
        {groups.map((group) => (
          <section className="ways" aria-label={words('operation').groups[group]} key={group}>
            <h2 className="section-head">{words('operation').groups[group]}</h2>
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
      icon={isOff ? laterIcons.off : effectIcons[effect]}
      title={withBreaks(name)}
      note={isOff ? words('operation').off : words('operation').effects[effect]}
    />
  );
}
