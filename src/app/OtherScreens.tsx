import { type ReactNode, useLayoutEffect } from 'react';
import { usePath } from './frame/router.ts';
import { Starting } from './frame/ScreenFailure.tsx';
import { part } from '#ui/part.tsx';

const TaskRoute = part(() => import('./home/TaskRoute.tsx'), 'TaskRoute', Starting);
const OperationsScreens = part(() => import('./home/OperationsScreen.tsx'), 'OperationsScreens', Starting);
const QueueScreen = part(() => import('./queue/QueueScreen.tsx'), 'QueueScreen', Starting);
const CallScreen = part(() => import('./queue/CallScreen.tsx'), 'CallScreen', Starting);
const DiagnosticsScreen = part(() => import('./diagnostics/DiagnosticsScreen.tsx'), 'DiagnosticsScreen', Starting);
const RescueScreens = part(() => import('./handover/RescueScreen.tsx'), 'RescueScreens', Starting);
const HandOverScreen = part(() => import('./people/HandOverSheet.tsx'), 'HandOverScreen', Starting);
const SetUpScreen = part(() => import('./settings/SetUpScreen.tsx'), 'SetUpScreen', Starting);
const CalibrateScreen = part(() => import('./settings/CalibrateScreen.tsx'), 'CalibrateScreen', Starting);
const ArrivalScreen = part(() => import('./home/ArrivalScreen.tsx'), 'ArrivalScreen', Starting);
const SettingsScreen = part(() => import('./settings/SettingsScreen.tsx'), 'SettingsScreen', Starting);

/** By their addresses; `:` stands for what is named under one. */
const screens: Readonly<Record<string, (of: string, path: string) => ReactNode>> = {
  '/': () => <ArrivalScreen />,
  '/share': () => <ArrivalScreen />,
  '/tasks/:': (_of, path) => <TaskRoute path={path} />,
  '/operations': () => <OperationsScreens of={undefined} />,
  '/operations/:': (of) => <OperationsScreens of={of} />,
  '/queue': () => <QueueScreen />,
  '/queue/:': (of) => <CallScreen key={of} seq={Number(of)} />,
  '/hand-over': () => <HandOverScreen />,
  '/set-up': () => <SetUpScreen />,
  '/diagnostics': () => <DiagnosticsScreen />,
  '/rescue': () => <RescueScreens of={undefined} />,
  '/rescue/:': (of) => <RescueScreens of={of} />,
  '/settings': () => <SettingsScreen of={undefined} />,
  '/settings/:': (of) => <SettingsScreen of={of} />,
  '/settings/calibration': () => <CalibrateScreen />,
};

/** Every screen but Home and the first task, by its address: a start needs none of them, so not their names either. */
export function OtherScreens() {
  const path = usePath();
  const [, first = '', of = '', ...more] = path.split('/');
  const draw = screens[path] ?? (of !== '' && more.length === 0 ? screens[`/${first}/:`] : undefined);
  return draw?.(of, path) ?? <ToHome />;
}

function ToHome() {
  useLayoutEffect(() => history.replaceState(null, '', '/'), []);
  return null;
}
