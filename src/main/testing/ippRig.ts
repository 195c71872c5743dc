import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type IppGroup,
  type IppMessage,
  type IppValue,
  ippBoolean,
  ippGroup,
  ippGroups,
  ippNumber,
  ippTags,
  ippText,
  ippNumberOf,
  readIpp,
  ippTextsOf,
  writeIpp,
} from '#gateway/printers/ippMessage.ts';
import { ippOperations } from '#gateway/printers/askIpp.ts';
import { listening } from './rig.ts';

/** The standing of the printer of a print server made for tests. */
interface PrinterThere {
  state: number;
  reasons: string[];
  accepts: boolean;
  formats: string[];
}

/** A job there. */
interface JobThere {
  readonly id: number;
  readonly name: string;
  readonly document: string;
  readonly copies: number | undefined;
  state: number;
  reason: string;
  hasBegun: boolean;
}

/** The server's deed with a request to print. `busy` and `refuse` make no job; `cut` makes one and tells nothing; `lose` makes none and tells nothing. */
type Deed = 'take' | 'busy' | 'refuse' | 'cut' | 'lose' | 'redirect' | 'break';

/** Makes a print server of one printer, which does what it is told. A job is completed at once. */
export async function startPrintServer() {
  const printer: PrinterThere = { state: 3, reasons: ['none'], accepts: true, formats: ['application/pdf'] };
  const jobs: JobThere[] = [];
  /** Its deeds with requests to print, in their order; after the last one it takes. */
  const deeds: Deed[] = [];
  /** Requests by their operation. */
  const heard: number[] = [];
  let endsAs = COMPLETED;
  let hidesJobs = false;
  /** Answers any question instead. */
  let instead: ((response: ServerResponse, request: IppMessage) => void) | undefined;

  const print = (request: IppMessage, body: Buffer, response: ServerResponse): void => {
    const deed = deeds.shift() ?? 'take';
    if (deed === 'busy') return tell(response, request, 0x0507);
    if (deed === 'refuse') return tell(response, request, 0x0401);
    if (deed === 'redirect') return void response.writeHead(307, { location: '/elsewhere' }).end();
    if (deed === 'break') return tell(response, request, 0x0500);
    if (deed === 'lose') return void response.socket?.destroy();
    const [operation, template] = request.groups;
    const job = {
      id: jobs.length + 1,
      name: ippTextsOf(operation, 'job-name')[0] ?? '',
      document: body.subarray(body.lastIndexOf('%PDF')).toString('latin1'),
      copies: ippNumberOf(template, 'copies'),
      ...endsAs,
    };
    jobs.push(job);
    if (deed === 'cut') response.socket?.destroy();
    else tell(response, request, 0, [told(job)]);
  };

  const answer = (request: IppMessage, body: Buffer, response: ServerResponse): void => {
    const [operation] = request.groups;
    if (request.code === ippOperations.printJob) return print(request, body, response);
    if (request.code === ippOperations.getJobAttributes) {
      const job = jobs.find(({ id }) => id === ippNumberOf(operation, 'job-id'));
      return job && !hidesJobs ? tell(response, request, 0, [told(job)]) : tell(response, request, 0x0406);
    }
    if (request.code === ippOperations.getJobs) {
      const isCompleted = ippTextsOf(operation, 'which-jobs')[0] === 'completed';
      return tell(response, request, 0, jobs.filter(({ state }) => state >= 7 === isCompleted).map(told));
    }
    return tell(response, request, 0, [
      ippGroup(ippGroups.printer, [
        ['printer-state', ippNumber(ippTags.enum, printer.state)],
        ['printer-state-reasons', ...texts(ippTags.keyword, printer.reasons)],
        ['printer-is-accepting-jobs', ippBoolean(printer.accepts)],
        ['document-format-supported', ...texts(ippTags.mimeType, printer.formats)],
      ]),
    ]);
  };

  const server = createServer((incoming: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    incoming.on('error', () => {});
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const request = readIpp(body);
      if (!request) return void response.writeHead(400).end();
      heard.push(request.code);
      if (instead) instead(response, request);
      else answer(request, body, response);
    });
  });
  const open = await listening(server);
  return {
    address: `ipp://127.0.0.1:${open.port}/printers/dock`,
    port: open.port,
    printer,
    jobs,
    deeds,
    heard,
    /** Says how jobs stand once they were taken. */
    endAs: (how: Partial<typeof COMPLETED>): void => void (endsAs = { ...COMPLETED, ...how }),
    /** Has the server know of no job any more. */
    hideJobs: (): void => void (hidesJobs = true),
    answerInstead: (how: typeof instead): void => void (instead = how),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}

const COMPLETED: Pick<JobThere, 'state' | 'reason' | 'hasBegun'> = {
  state: 9,
  reason: 'job-completed-successfully',
  hasBegun: true,
};

const NO_VALUE: IppValue = { tag: ippTags.noValue, bytes: new Uint8Array() };

function texts(tag: number, all: readonly string[]): readonly IppValue[] {
  return all.map((text) => ippText(tag, text));
}

const tell = (response: ServerResponse, request: IppMessage, code: number, groups: readonly IppGroup[] = []): void => {
  response.writeHead(200, { 'content-type': 'application/ipp' });
  const operation = ippGroup(ippGroups.operation, [
    ['attributes-charset', ippText(ippTags.charset, 'utf-8')],
    ['attributes-natural-language', ippText(ippTags.language, 'en')],
  ]);
  response.end(writeIpp({ code, requestId: request.requestId, groups: [operation, ...groups] }));
};

function told(job: JobThere): IppGroup {
  return ippGroup(ippGroups.job, [
    ['job-id', ippNumber(ippTags.integer, job.id)],
    ['job-name', ippText(ippTags.name, job.name)],
    ['job-state', ippNumber(ippTags.enum, job.state)],
    ['job-state-reasons', ippText(ippTags.keyword, job.reason)],
    ['job-impressions-completed', ippNumber(ippTags.integer, 0)],
    ['time-at-processing', job.hasBegun ? ippNumber(ippTags.integer, 7) : NO_VALUE],
  ]);
}
