import { type ReactNode, useLayoutEffect } from 'react';
import { navigate, usePath } from '#ui/router.ts';
import { screen } from './frame/ScreenFailure.tsx';

const TaskRoute = screen(() => import('./home/TaskRoute.tsx'), 'TaskRoute');
const OperationsScreens = screen(() => import('./home/OperationsScreen.tsx'), 'OperationsScreens');
const QueueScreen = screen(() => import('./queue/QueueScreen.tsx'), 'QueueScreen');
const CallScreen = screen(() => import('./queue/CallScreen.tsx'), 'CallScreen');
const KnownScreen = screen(() => import('./queue/KnownScreen.tsx'), 'KnownScreen');
const TodayScreen = screen(() => import('./home/TodayScreen.tsx'), 'TodayScreen');
const NeedsScreen = screen(() => import('./queue/CallScreen.tsx'), 'NeedsScreen');
const DiagnosticsScreen = screen(() => import('./diagnostics/DiagnosticsScreen.tsx'), 'DiagnosticsScreen');
const RescueScreens = screen(() => import('./handover/RescueScreen.tsx'), 'RescueScreens');
const HandOverScreen = screen(() => import('./people/HandOverSheet.tsx'), 'HandOverScreen');
const SetUpScreen = screen(() => import('./settings/SetUpScreen.tsx'), 'SetUpScreen');
const CalibrateScreen = screen(() => import('./settings/CalibrateScreen.tsx'), 'CalibrateScreen');
const ArrivalScreen = screen(() => import('./home/ArrivalScreen.tsx'), 'ArrivalScreen');
const SettingsScreen = screen(() => import('./settings/SettingsScreen.tsx'), 'SettingsScreen');

/** The other screens by their addresses; `:` stands for what is named under one. */
const screens: Readonly<Record<string, (of: string, path: string) => ReactNode>> = {
  '/': () => <ArrivalScreen />,
  '/share': () => <ArrivalScreen />,
  '/tasks/:': (_of, path) => <TaskRoute path={path} />,
  '/operations': () => <OperationsScreens of={undefined} />,
  '/operations/:': (of) => <OperationsScreens of={of} />,
  '/queue': () => <QueueScreen />,
  '/queue/needs': () => <NeedsScreen />,
  '/queue/:': (of) => <CallScreen key={of} seq={Number(of)} />,
  '/known': () => <KnownScreen />,
  '/today': () => <TodayScreen />,
  '/hand-over': () => <HandOverScreen />,
  '/set-up': () => <SetUpScreen />,
  '/diagnostics': () => <DiagnosticsScreen />,
  '/rescue': () => <RescueScreens of={undefined} />,
  '/rescue/:': (of) => <RescueScreens of={of} />,
  '/settings': () => <SettingsScreen of={undefined} />,
  '/settings/:': (of) => <SettingsScreen of={of} />,
  '/settings/calibration': () => <CalibrateScreen />,
};

/** Every screen but Home and the first task, by its address; each is loaded when it is first opened. */
export function OtherScreens() {
  const path = usePath();
  const [, first = '', of = '', ...more] = path.split('/');
  const draw = screens[path] ?? (of !== '' && more.length === 0 ? screens[`/${first}/:`] : undefined);
  return draw?.(of, path) ?? <ToHome />;
}

function ToHome() {
  useLayoutEffect(() => navigate('/', { replaces: true }), []);
  return null;
}
