import type { Translation } from './translation.ts';
import { answer } from './zh/answer.ts';
import { batch } from './zh/batch.ts';
import { calibration } from './zh/calibration.ts';
import { call } from './zh/call.ts';
import { called } from './zh/called.ts';
import { camera } from './zh/camera.ts';
import { code } from './zh/code.ts';
import { cues } from './zh/cues.ts';
import { cutOff } from './zh/cutOff.ts';
import { diagnostics } from './zh/diagnostics.ts';
import { error } from './zh/error.ts';
import { history } from './zh/history.ts';
import { home } from './zh/home.ts';
import { leave } from './zh/leave.ts';
import { install } from './zh/install.ts';
import { look } from './zh/look.ts';
import { lookUp } from './zh/lookUp.ts';
import { notices } from './zh/notices.ts';
import { notTaken } from './zh/notTaken.ts';
import { object } from './zh/object.ts';
import { operation } from './zh/operation.ts';
import { people } from './zh/people.ts';
import { print } from './zh/print.ts';
import { queue } from './zh/queue.ts';
import { rescue } from './zh/rescue.ts';
import { settings } from './zh/settings.ts';
import { setUp } from './zh/setUp.ts';
import { site } from './zh/site.ts';
import { start } from './zh/start.ts';
import { before } from './zh/before.ts';
import { state } from './zh/state.ts';
import { status } from './zh/status.ts';
import { tasks } from './zh/tasks.ts';
import { teach } from './zh/teach.ts';
import { time } from './zh/time.ts';
import { trouble } from './zh/trouble.ts';
import { weight } from './zh/weight.ts';

/** Every word of the app in Simplified Chinese. */
export const zh: Translation = {
  answer,
  batch,
  calibration,
  call,
  called,
  camera,
  code,
  cues,
  cutOff,
  diagnostics,
  error,
  history,
  home,
  leave,
  install,
  look,
  lookUp,
  notices,
  notTaken,
  object,
  operation,
  people,
  print,
  queue,
  rescue,
  settings,
  setUp,
  site,
  start,
  before,
  state,
  status,
  tasks,
  teach,
  time,
  trouble,
  weight,
};
