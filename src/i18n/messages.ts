// Written by `npm run messages` from the languages' files.

/** Every message by its area: a text, or a function of what is said in it. */
export interface Messages {
  readonly answer: {
    readonly moreRows: (values: { readonly left: number }) => string;
    readonly whole: (values: { readonly letters: number }) => string;
    readonly picture: string;
    readonly noPicture: string;
  };
  readonly appFacts: {
    readonly app: string;
    readonly update: string;
    readonly updateHint: string;
    readonly offline: string;
    readonly offlineReady: string;
    readonly offlineNotReady: string;
    readonly offlineUntrusted: string;
    readonly storage: string;
    readonly persisted: {
      readonly yes: string;
      readonly no: string;
      readonly unknown: string;
    };
    readonly room: (values: { readonly used: number; readonly of: number }) => string;
    readonly version: string;
    readonly warehouse: string;
  };
  readonly batch: {
    readonly title: (values: { readonly codes: number }) => string;
    readonly aim: string;
    readonly again: (values: { readonly text: string | number }) => string;
    readonly held: (values: { readonly text: string | number; readonly noun: string | number }) => string;
    readonly added: (values: { readonly codes: number }) => string;
    readonly take: (values: { readonly codes: number }) => string;
    readonly remove: string;
    readonly taking: string;
    readonly show: string;
    readonly between: string;
  };
  readonly before: {
    readonly heading: string;
    readonly hint: string;
    readonly start: string;
    readonly demo: string;
    readonly demoHint: string;
    readonly blockedTitle: string;
    readonly blocked: string;
    readonly retry: string;
    readonly export: string;
    readonly off: string;
  };
  readonly calibration: {
    readonly title: string;
    readonly open: string;
    readonly openHint: string;
    readonly scan: (values: { readonly done: string | number; readonly of: string | number }) => string;
    readonly hint: string;
    readonly print: string;
    readonly picture: (values: { readonly text: string | number }) => string;
    readonly otherCode: (values: { readonly text: string | number }) => string;
    readonly different: string;
    readonly anew: string;
    readonly found: string;
    readonly fine: string;
    readonly change: string;
    readonly blank: string;
    readonly first: string;
    readonly use: string;
    readonly allTheSame: string;
    readonly done: string;
    readonly used: string;
    readonly reset: string;
    readonly wasReset: string;
    readonly separatorPrompt: string;
    readonly delivery: {
      readonly key: string;
      readonly 'unnamed-key': string;
      readonly text: string;
      readonly composition: string;
      readonly two: string;
    };
    readonly pace: (values: { readonly medianMs: string | number; readonly longestMs: string | number }) => string;
    readonly endings: {
      readonly none: string;
      readonly one: (values: { readonly ending: string | number }) => string;
      readonly two: (values: { readonly first: string | number; readonly second: string | number }) => string;
    };
    readonly 'literal-ending': (values: { readonly text: string | number }) => string;
    readonly prefix: (values: { readonly text: string | number }) => string;
    readonly suffix: (values: { readonly text: string | number }) => string;
    readonly identifier: (values: { readonly text: string | number }) => string;
    readonly doubled: string;
    readonly case: {
      readonly upper: string;
      readonly lower: string;
      readonly swapped: string;
    };
    readonly layout: (values: { readonly scanner: string | number; readonly handheld: string | number }) => string;
    readonly separator: {
      readonly kept: string;
      readonly lost: string;
      readonly typed: (values: { readonly text: string | number }) => string;
      readonly changed: (values: { readonly text: string | number }) => string;
    };
    readonly advice: {
      readonly ending: {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
        readonly 2: {
          readonly where: string;
          readonly what: string;
        };
      };
      readonly 'literal-ending': {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
        readonly 2: {
          readonly where: string;
          readonly what: string;
        };
        readonly 3: {
          readonly where: string;
          readonly what: string;
        };
      };
      readonly pace: {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
        readonly 2: {
          readonly where: string;
          readonly what: string;
        };
      };
      readonly 'unnamed-key': {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
      };
      readonly two: {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
        readonly 2: {
          readonly where: string;
          readonly what: string;
        };
      };
      readonly doubled: {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
        readonly 2: {
          readonly where: string;
          readonly what: string;
        };
      };
      readonly case: {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
      };
      readonly layout: {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
        readonly 2: {
          readonly where: string;
          readonly what: string;
        };
      };
      readonly separator: {
        readonly 1: {
          readonly where: string;
          readonly what: string;
        };
        readonly 2: {
          readonly where: string;
          readonly what: string;
        };
        readonly 3: {
          readonly where: string;
          readonly what: string;
        };
      };
    };
  };
  readonly call: {
    readonly title: (values: { readonly seq: string | number }) => string;
    readonly meaning: {
      readonly waiting: string;
      readonly doubt: string;
      readonly asking: string;
      readonly sending: string;
      readonly unconfirmed: string;
      readonly held: string;
      readonly accepted: string;
      readonly refused: string;
      readonly 'key-refused': string;
      readonly unclassified: string;
      readonly 'by-person': string;
      readonly 'by-rule': string;
      readonly cancelled: string;
      readonly discarded: string;
      readonly 'handed-over': string;
    };
    readonly sources: {
      readonly wedge: string;
      readonly camera: string;
      readonly typed: string;
      readonly shared: string;
    };
    readonly answer: string;
    readonly whatSent: string;
    readonly operation: string;
    readonly scanned: string;
    readonly scannedHow: (values: { readonly source: string | number; readonly at: string | number }) => string;
    readonly repeated: (values: { readonly many: number }) => string;
    readonly history: string;
    readonly noTries: string;
    readonly running: string;
    readonly cameInstead: (values: { readonly status: string | number; readonly type: string | number; readonly bytes: number }) => string;
    readonly late: string;
    readonly saved: string;
    readonly changed: string;
    readonly operator: string;
    readonly endedBy: (values: { readonly operator: string | number }) => string;
    readonly handedOver: (values: { readonly operator: string | number; readonly at: string | number }) => string;
    readonly showHandOver: (values: { readonly id: string | number }) => string;
    readonly key: string;
    readonly passed: string;
    readonly generation: string;
    readonly times: (values: { readonly many: number }) => string;
    readonly cancel: string;
    readonly cancelAsk: string;
    readonly cancelYes: string;
    readonly swap: (values: { readonly what: string | number }) => string;
    readonly swapHint: string;
    readonly swapThere: (values: { readonly seq: string | number }) => string;
    readonly swapped: (values: { readonly what: string | number; readonly seq: string | number }) => string;
    readonly lookUp: string;
    readonly noLookUp: string;
    readonly thisCall: string;
    readonly before: string;
    readonly now: string;
    readonly asked: (values: { readonly at: string | number }) => string;
    readonly ruledDone: (values: { readonly by: string | number; readonly answer: string | number }) => string;
    readonly onShelf: {
      readonly done: (values: { readonly delivery: string | number; readonly shelf: string | number }) => string;
      readonly 'not-done': (values: { readonly delivery: string | number; readonly shelf: string | number }) => string;
    };
    readonly ruleSays: {
      readonly done: (values: { readonly call: string | number }) => string;
      readonly 'not-done': (values: { readonly call: string | number }) => string;
    };
    readonly ruleUnconfirmed: string;
    readonly tooEarly: (values: { readonly at: string | number }) => string;
    readonly ofAnother: (values: { readonly operator: string | number }) => string;
    readonly notYours: (values: { readonly operator: string | number }) => string;
    readonly decide: string;
    readonly wasDone: string;
    readonly wasDoneTitle: string;
    readonly wasDoneAsk: string;
    readonly wasDoneYes: string;
    readonly sendAgain: string;
    readonly sendAgainTitle: string;
    readonly sendAgainAsk: string;
    readonly keyRefusedAsk: string;
    readonly sendAgainYes: string;
    readonly discard: string;
    readonly discardTitle: string;
    readonly discardHint: string;
    readonly discardDoubt: string;
    readonly reasons: {
      readonly 1: string;
      readonly 2: string;
      readonly 3: string;
    };
    readonly reason: string;
    readonly reasonText: string;
    readonly reasonMissing: string;
    readonly correct: string;
    readonly valueNeeded: string;
    readonly correctHint: string;
    readonly saveNew: string;
    readonly replacedBy: (values: { readonly seq: string | number }) => string;
    readonly missing: string;
    readonly noType: string;
  };
  readonly called: {
    readonly operations: {
      readonly RevertOff: string;
      readonly CompleteBag: string;
      readonly AgainOpenBag: string;
      readonly ResetWeightClone: string;
      readonly OrderCodeExStorage: string;
      readonly CloseLogisticsTransferMstChange: string;
      readonly ChangeTransportOrder: string;
      readonly PrintCNOrder: string;
      readonly PrintKJYOrder: string;
    };
  };
  readonly callList: {
    readonly outbox: string;
    readonly saving: string;
    readonly notSavedWord: string;
    readonly askingWord: string;
    readonly notAgain: string;
  };
  readonly camera: {
    readonly title: string;
    readonly starting: string;
    readonly aim: string;
    readonly lacks: {
      readonly dim: string;
      readonly small: string;
    };
    readonly unreadable: {
      readonly part: string;
      readonly letters: string;
    };
    readonly offered: (values: { readonly codes: number }) => string;
    readonly several: string;
    readonly severalBy: {
      readonly tap: string;
      readonly cross: string;
    };
    readonly torch: string;
    readonly zoom: (values: { readonly zoom: string | number }) => string;
    readonly nextLens: string;
    readonly options: string;
    readonly again: string;
    readonly mode: string;
    readonly modes: {
      readonly single: string;
      readonly continuous: string;
      readonly batch: string;
    };
    readonly modeHints: {
      readonly single: string;
      readonly continuous: string;
      readonly batch: string;
    };
    readonly paused: string;
    readonly done: string;
    readonly lens: {
      readonly find: string;
      readonly hint: (values: { readonly lenses: number }) => string;
      readonly start: string;
      readonly cancel: string;
      readonly trying: (values: { readonly lens: string | number; readonly lenses: string | number }) => string;
      readonly found: (values: { readonly lens: string | number; readonly lenses: string | number; readonly seconds: string | number }) => string;
      readonly none: string;
      readonly close: string;
      readonly foundSeldom: (values: { readonly lens: string | number; readonly lenses: string | number }) => string;
    };
    readonly still: (values: { readonly times: number; readonly problem: string | number }) => string;
    readonly problems: {
      readonly 'not-allowed': string;
      readonly 'no-camera': string;
      readonly 'in-use': string;
      readonly 'no-picture': string;
      readonly failed: string;
    };
    readonly torchOff: string;
    readonly stillSo: {
      readonly 'not-allowed': string;
      readonly 'no-camera': string;
      readonly 'in-use': string;
      readonly insecure: string;
      readonly 'no-picture': string;
      readonly failed: string;
    };
    readonly insecure: (values: { readonly address: string | number }) => string;
  };
  readonly code: {
    readonly title: string;
    readonly raw: string;
    readonly taken: string;
    readonly length: string;
    readonly characters: (values: { readonly many: number }) => string;
    readonly symbology: string;
    readonly unknown: string;
    readonly typed: string;
    readonly source: string;
    readonly invisible: string;
    readonly fits: string;
    readonly fitsNone: string;
    readonly aCode: (values: { readonly noun: string }) => string;
    readonly gs1: string;
    readonly element: string;
    readonly value: string;
    readonly unread: string;
    readonly unreadHint: string;
    readonly problems: {
      readonly length: string;
      readonly characters: string;
      readonly 'check-digit': string;
      readonly date: string;
    };
    readonly symbologies: {
      readonly 'GS1-128': string;
      readonly GS1DataMatrix: string;
      readonly GS1QRCode: string;
      readonly GS1DataBar: string;
      readonly DataBar: string;
      readonly Code128: string;
      readonly Code39: string;
      readonly Code93: string;
      readonly Code11: string;
      readonly Codabar: string;
      readonly MSI: string;
      readonly ITF: string;
      readonly EAN13: string;
      readonly EAN8: string;
      readonly UPCA: string;
      readonly UPCE: string;
      readonly QRCode: string;
      readonly DataMatrix: string;
      readonly PDF417: string;
      readonly Aztec: string;
    };
  };
  readonly cues: {
    readonly each: string;
    readonly eachHint: string;
    readonly names: {
      readonly step: string;
      readonly saved: string;
      readonly repeat: string;
      readonly wrong: string;
      readonly accepted: string;
      readonly refused: string;
      readonly unclassified: string;
      readonly queue: string;
    };
    readonly playThe: (values: { readonly name: string | number }) => string;
  };
  readonly cutOff: {
    readonly lead: (values: { readonly codes: number }) => string;
  };
  readonly diagnostics: {
    readonly title: string;
    readonly open: string;
    readonly openHint: string;
    readonly sections: {
      readonly app: string;
      readonly storage: string;
      readonly rows: string;
      readonly device: string;
      readonly probes: string;
      readonly bindings: string;
      readonly scanner: string;
      readonly camera: string;
      readonly lacks: string;
    };
    readonly run: string;
    readonly running: string;
    readonly version: string;
    readonly gateway: string;
    readonly upstream: {
      readonly 'stand-in': string;
      readonly service: string;
    };
    readonly worker: string;
    readonly workerVersion: string;
    readonly none: string;
    readonly controls: string;
    readonly waiting: string;
    readonly signedIn: string;
    readonly key: string;
    readonly keys: {
      readonly here: string;
      readonly gateway: string;
      readonly none: string;
    };
    readonly hold: string;
    readonly persisted: string;
    readonly yes: string;
    readonly no: string;
    readonly unknown: string;
    readonly used: string;
    readonly megabytes: (values: { readonly megabytes: number }) => string;
    readonly attempts: string;
    readonly counted: string;
    readonly browser: string;
    readonly screen: string;
    readonly timeZone: string;
    readonly language: string;
    readonly online: string;
    readonly networks: {
      readonly there: string;
      readonly none: string;
    };
    readonly permission: (values: { readonly name: string | number }) => string;
    readonly probe: (values: { readonly number: string | number }) => string;
    readonly ms: (values: { readonly ms: number }) => string;
    readonly noAnswer: (values: { readonly ms: number }) => string;
    readonly clock: string;
    readonly ahead: (values: { readonly ms: number }) => string;
    readonly binding: {
      readonly offered: string;
      readonly 'no-post': string;
      readonly 'not-service': string;
      readonly 'no-answer': string;
    };
    readonly status: (values: { readonly status: string | number; readonly ms: number; readonly verdict: string | number }) => string;
    readonly scanHere: string;
    readonly code: string;
    readonly characters: string;
    readonly ending: string;
    readonly endings: {
      readonly enter: string;
      readonly tab: string;
      readonly none: string;
    };
    readonly delivered: string;
    readonly deliveries: {
      readonly key: string;
      readonly 'unnamed-key': string;
      readonly text: string;
      readonly composition: string;
    };
    readonly gaps: string;
    readonly gap: (values: { readonly least: number; readonly most: number; readonly median: number }) => string;
    readonly source: string;
    readonly openCamera: string;
    readonly after: (values: { readonly ms: number }) => string;
    readonly copy: string;
    readonly copied: string;
    readonly copyByHand: string;
    readonly report: string;
    readonly behind: (values: { readonly ms: number }) => string;
    readonly lacks: {
      readonly nothing: string;
      readonly vibration: {
        readonly name: string;
        readonly means: string;
      };
      readonly backgroundSync: {
        readonly name: string;
        readonly means: string;
      };
      readonly barcodeDetector: {
        readonly name: string;
        readonly means: string;
      };
      readonly camera: {
        readonly name: string;
        readonly means: string;
      };
      readonly wakeLock: {
        readonly name: string;
        readonly means: string;
      };
      readonly share: {
        readonly name: string;
        readonly means: string;
      };
      readonly persist: {
        readonly name: string;
        readonly means: string;
      };
      readonly install: {
        readonly name: string;
        readonly means: string;
      };
    };
  };
  readonly entered: {
    readonly batchCode: string;
    readonly bagCode: string;
    readonly code: string;
    readonly company: string;
    readonly ddCode: string;
    readonly deliveryCode: string;
    readonly fromSiteCodes: string;
    readonly inputNumber: string;
    readonly interDeliveryCode: string;
    readonly logTransferDtlID: string;
    readonly oSDeliveryCode: string;
    readonly opUserID: string;
    readonly orderCodeEx: string;
    readonly param: string;
    readonly remark: string;
    readonly sWeight: string;
    readonly selfID: string;
    readonly shortCode: string;
    readonly storeCode: string;
    readonly str: string;
    readonly strJson: string;
    readonly transportOrderCode: string;
    readonly userCode: string;
    readonly userID: string;
    readonly userId: string;
    readonly wareHoseId: string;
    readonly WarehouseID: string;
    readonly weight: string;
    readonly WeightUnit: string;
  };
  readonly error: {
    readonly newer: string;
    readonly closed: string;
    readonly moved: string;
    readonly full: string;
    readonly unable: (values: { readonly why: string | number }) => string;
    readonly named: (values: { readonly field: string | number; readonly expected: string | number }) => string;
    readonly unableAtAll: string;
  };
  readonly history: {
    readonly title: string;
    readonly search: string;
    readonly searchHint: string;
    readonly filters: string;
    readonly filtersOn: (values: { readonly many: number }) => string;
    readonly state: string;
    readonly states: {
      readonly all: string;
      readonly waiting: string;
      readonly asking: string;
      readonly unconfirmed: string;
      readonly held: string;
      readonly answered: string;
      readonly accepted: string;
      readonly refused: string;
      readonly unclassified: string;
      readonly byHand: string;
      readonly given: string;
      readonly 'handed-over': string;
    };
    readonly operation: string;
    readonly anyOperation: string;
    readonly operator: string;
    readonly day: string;
    readonly clear: string;
    readonly found: (values: { readonly many: number }) => string;
    readonly soFar: (values: { readonly found: number; readonly looked: number; readonly of: number }) => string;
    readonly stop: string;
    readonly stopped: (values: { readonly found: number; readonly looked: number; readonly of: number }) => string;
    readonly again: string;
    readonly list: string;
    readonly saveShown: string;
    readonly asCsv: string;
    readonly asJson: string;
    readonly kept: (values: { readonly name: string | number }) => string;
    readonly showAll: (values: { readonly many: number }) => string;
    readonly showMore: (values: { readonly many: number }) => string;
    readonly keyRefused: string;
    readonly sendAgain: (values: { readonly many: number }) => string;
    readonly keyRefusedStay: (values: { readonly many: number }) => string;
    readonly seen: string;
    readonly sendAway: string;
    readonly sendHeld: string;
    readonly sendStarted: string;
    readonly pairTitle: string;
    readonly pair: (values: { readonly first: string | number; readonly firstSeq: string | number; readonly second: string | number; readonly secondSeq: string | number }) => string;
    readonly pairDrop: string;
    readonly pairAsk: string;
    readonly pairYes: string;
    readonly pairReason: (values: { readonly first: string | number; readonly second: string | number }) => string;
    readonly pairGone: string;
    readonly undo: (values: { readonly operation: string | number }) => string;
    readonly undoAsk: (values: { readonly operation: string | number }) => string;
    readonly undoYes: string;
    readonly seenFor: (values: { readonly who: string | number }) => string;
  };
  readonly home: {
    readonly back: string;
    readonly prompt: string;
    readonly settings: string;
  };
  readonly homeTasks: {
    readonly scanned: string;
    readonly others: (values: { readonly more: number }) => string;
    readonly chooseTask: string;
    readonly unknown: string;
    readonly fits: string;
    readonly more: string;
    readonly noTask: string;
    readonly forget: string;
    readonly due: (values: { readonly texts: string | number }) => string;
    readonly queue: string;
    readonly queueHint: (values: { readonly open: number }) => string;
  };
  readonly install: {
    readonly title: string;
    readonly installed: string;
    readonly hint: string;
    readonly install: string;
    readonly offer: string;
    readonly later: string;
    readonly byMenu: string;
    readonly ios: {
      readonly 1: string;
      readonly 2: string;
      readonly 3: string;
    };
    readonly iosHint: string;
    readonly untrusted: string;
    readonly untrustedHelp: string;
    readonly insecure: string;
    readonly update: string;
    readonly take: string;
    readonly taking: string;
    readonly elsewhere: string;
    readonly shareTitle: string;
    readonly linkTitle: string;
    readonly arrived: string;
    readonly nothing: string;
    readonly address: string;
    readonly lines: string;
    readonly long: string;
    readonly unknownOperation: (values: { readonly name: string | number }) => string;
    readonly reset: string;
    readonly resetHint: string;
    readonly resetOpen: (values: { readonly calls: number }) => string;
    readonly resetExport: string;
    readonly resetEmpty: string;
    readonly resetExported: (values: { readonly calls: number; readonly file: string | number }) => string;
    readonly resetTitle: string;
    readonly resetSure: string;
    readonly resetNow: string;
    readonly keep: string;
    readonly resetting: string;
    readonly resetOffline: string;
    readonly resetFailed: string;
  };
  readonly invalid: {
    readonly 'int-needed'?: (values: { readonly english: string }) => string;
    readonly 'no-int'?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly 'int-range'?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly 'number-needed'?: (values: { readonly english: string }) => string;
    readonly exponent?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly grouped?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly 'no-number'?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly 'too-exact'?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly 'half-character'?: (values: { readonly english: string }) => string;
    readonly unknown?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly missing?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly 'user-needed'?: (values: { readonly english: string }) => string;
    readonly 'unknown-user'?: (values: { readonly english: string; readonly about: string | number }) => string;
    readonly 'key-needed'?: (values: { readonly english: string }) => string;
    readonly 'key-too-long'?: (values: { readonly english: string }) => string;
  };
  readonly leave: {
    readonly title: (values: { readonly text: string | number }) => string;
    readonly hint: string;
    readonly leave: string;
    readonly stay: string;
  };
  readonly look: {
    readonly title: string;
    readonly theme: string;
    readonly themes: {
      readonly device: string;
      readonly light: string;
      readonly dark: string;
      readonly contrast: string;
    };
    readonly hand: string;
    readonly hands: {
      readonly left: string;
      readonly right: string;
    };
    readonly handHint: string;
    readonly still: string;
    readonly awake: string;
    readonly awakes: {
      readonly charged: string;
      readonly always: string;
      readonly never: string;
    };
  };
  readonly lookUp: {
    readonly asking: string;
    readonly answer: string;
    readonly none: string;
    readonly notFresh: (values: { readonly ago: string | number }) => string;
    readonly fresh: (values: { readonly ago: string | number }) => string;
    readonly before: string;
    readonly noGateway: string;
    readonly again: string;
    readonly noText: string;
    readonly emptyText: string;
    readonly asSent: string;
    readonly forIt: string;
    readonly yes: string;
    readonly no: string;
    readonly nothing: string;
    readonly entry: (values: { readonly number: number }) => string;
    readonly many: (values: { readonly entries: number }) => string;
    readonly rest: (values: { readonly many: number }) => string;
  };
  readonly notices: {
    readonly lost: string;
    readonly lostCalls: (values: { readonly open: number; readonly seq: string | number; readonly at: string | number }) => string;
    readonly copied: string;
    readonly copiedDo: string;
    readonly unheard: (values: { readonly calls: number }) => string;
    readonly full: string;
    readonly export: string;
    readonly read: string;
  };
  readonly notSent: {
    readonly pauses: {
      readonly 'on-hold': string;
      readonly 'no-key': string;
      readonly 'key-refused': string;
      readonly 'gateway-key-refused': string;
      readonly 'not-enrolled': string;
    };
    readonly away: {
      readonly unreachable: string;
      readonly 'cut-off': string;
    };
    readonly labels: (values: { readonly many: number }) => string;
    readonly wait: (values: { readonly calls: number }) => string;
  };
  readonly notTaken: {
    readonly title: (values: { readonly many: number }) => string;
    readonly titleCalls: (values: { readonly many: number }) => string;
    readonly more: (values: { readonly many: number }) => string;
    readonly moreAtLeast: (values: { readonly many: number }) => string;
    readonly remove: string;
  };
  readonly object: {
    readonly leftQuestion: string;
    readonly scanned: (values: { readonly noun: string | number; readonly text: string | number }) => string;
    readonly toBeSent: (values: { readonly what: string | number }) => string;
    readonly notAsked: (values: { readonly code: string | number; readonly why: string | number }) => string;
    readonly byHand: (values: { readonly code: string | number; readonly label: string | number; readonly value: string | number }) => string;
    readonly notNamed: (values: { readonly label: string | number; readonly value: string | number; readonly named: string | number; readonly code: string | number }) => string;
    readonly other: (values: { readonly next: string | number; readonly code: string | number }) => string;
    readonly takeOther: (values: { readonly code: string | number }) => string;
    readonly stay: (values: { readonly code: string | number }) => string;
    readonly field: (values: { readonly label: string | number; readonly text: string | number }) => string;
    readonly sentAs: (values: { readonly text: string | number }) => string;
    readonly found: string;
    readonly notFound: string;
    readonly enterThe: (values: { readonly noun: string | number }) => string;
    readonly needed: (values: { readonly label: string | number }) => string;
    readonly choose: (values: { readonly first: string | number; readonly last: string | number }) => string;
    readonly between: string;
    readonly notPositive: (values: { readonly label: string | number }) => string;
    readonly optional: string;
    readonly saveAnyway: string;
    readonly see: (values: { readonly task: string | number }) => string;
    readonly openIn: string;
    readonly keepThis: (values: { readonly noun: string; readonly text: string | number }) => string;
    readonly keepNext: (values: { readonly noun: string }) => string;
    readonly keepsNext: (values: { readonly noun: string | number }) => string;
    readonly release: (values: { readonly noun: string }) => string;
    readonly undo: string;
    readonly tookBack: (values: { readonly what: string | number }) => string;
    readonly beingTried: (values: { readonly what: string | number }) => string;
    readonly notTakenBack: (values: { readonly what: string | number }) => string;
    readonly units: {
      readonly kg: string;
      readonly g: string;
      readonly lb: string;
    };
    readonly stillYes: (values: { readonly kept: string | number }) => string;
    readonly letGo: (values: { readonly noun: string }) => string;
    readonly keepOther: (values: { readonly next: string | number }) => string;
    readonly onlyOnce: string;
    readonly nowOnce: (values: { readonly once: string | number; readonly kept: string | number }) => string;
    readonly erases: string;
    readonly isNow: (values: { readonly status: string | number }) => string;
    readonly openBags: (values: { readonly many: number }) => string;
  };
  readonly offered: {
    readonly handedOver: (values: { readonly text: string | number }) => string;
    readonly handedOverAs: (values: { readonly noun: string | number }) => string;
    readonly handedOverAnew: (values: { readonly noun: string | number }) => string;
  };
  readonly operation: {
    readonly title: string;
    readonly hint: string;
    readonly groups: {
      readonly order: string;
      readonly warehouse: string;
      readonly handheld: string;
    };
    readonly effects: {
      readonly read: string;
      readonly write: string;
      readonly print: string;
    };
    readonly off: string;
    readonly unknown: string;
    readonly types: {
      readonly string: string;
      readonly int: string;
      readonly decimal: string;
    };
    readonly json: string;
    readonly loose: string;
    readonly known: string;
    readonly onlyScanned: string;
    readonly scan: string;
    readonly ask: string;
    readonly save: string;
    readonly asItIs: string;
    readonly noJson: string;
    readonly looseJson: string;
    readonly noPlace: (values: { readonly text: string | number }) => string;
  };
  readonly pages: {
    readonly shared: {
      readonly pages: {
        readonly provision: string;
        readonly devices: string;
        readonly ledger: string;
        readonly setup: string;
      };
      readonly navigation: string;
      readonly signIn: string;
      readonly signInHint: string;
      readonly password: string;
      readonly wrong: string;
      readonly wait: (values: { readonly seconds: string | number }) => string;
      readonly away: string;
      readonly signOut: string;
      readonly noPassword: (values: { readonly variable: string | number }) => string;
      readonly ownCertificateEnds: (values: { readonly when: string | number }) => string;
      readonly ownCertificateOver: (values: { readonly when: string | number }) => string;
      readonly serviceCertificateEnds: (values: { readonly when: string | number }) => string;
      readonly serviceCertificateOver: (values: { readonly when: string | number }) => string;
    };
    readonly ledger: {
      readonly unconfirmed: string;
      readonly unconfirmedHint: string;
      readonly noneUnconfirmed: string;
      readonly newestOnly: (values: { readonly count: string | number }) => string;
      readonly states: {
        readonly received: string;
        readonly dispatching: string;
        readonly answered: string;
        readonly 'outcome-unknown': string;
      };
      readonly columns: {
        readonly received: string;
        readonly asker: string;
        readonly worker: string;
        readonly codes: string;
        readonly age: string;
        readonly operation: string;
        readonly state: string;
        readonly key: string;
        readonly detail: string;
        readonly took: string;
        readonly sent: string;
        readonly settled: string;
        readonly status: string;
        readonly contentType: string;
      };
      readonly handheld: (values: { readonly name: string | number; readonly number: string | number }) => string;
      readonly thisMachine: string;
      readonly find: string;
      readonly key: string;
      readonly state: string;
      readonly operation: string;
      readonly day: string;
      readonly any: string;
      readonly search: string;
      readonly byCode: string;
      readonly byCodeHint: string;
      readonly choose: string;
      readonly next: string;
      readonly dayBack: string;
      readonly journal: string;
      readonly results: string;
      readonly nothing: string;
      readonly cut: string;
      readonly older: string;
      readonly all: string;
      readonly call: string;
      readonly evidence: string;
      readonly shortened: string;
      readonly unknownKey: string;
      readonly away: string;
      readonly units: {
        readonly d: string;
        readonly h: string;
        readonly min: string;
        readonly s: string;
        readonly ms: string;
      };
      readonly unnamed: (values: { readonly number: string | number }) => string;
    };
    readonly devices: {
      readonly hint: string;
      readonly none: string;
      readonly off: string;
      readonly another: string;
      readonly number: string;
      readonly name: string;
      readonly enrolled: string;
      readonly seen: string;
      readonly state: string;
      readonly holds: string;
      readonly revokedAt: (values: { readonly when: string | number }) => string;
      readonly revoke: string;
      readonly sure: string;
      readonly doRevoke: (values: { readonly name: string | number }) => string;
      readonly revokeAll: string;
      readonly revokeAllHint: string;
      readonly copied: string;
      readonly copiedHint: string;
      readonly copiedAt: string;
      readonly copiedOne: string;
      readonly copiedOther: string;
      readonly sureAll: (values: { readonly many: string | number }) => string;
      readonly doRevokeAll: string;
    };
    readonly provision: {
      readonly hint: string;
      readonly url: string;
      readonly key: string;
      readonly hintNoKey: string;
      readonly forOne: string;
      readonly name: string;
      readonly keyThere: string;
      readonly warehouse: string;
      readonly language: string;
      readonly scanner: string;
      readonly asIs: string;
      readonly validHours: string;
      readonly make: string;
      readonly made: string;
      readonly until: (values: { readonly when: string | number }) => string;
      readonly passcode: string;
      readonly passcodeHint: string;
      readonly another: string;
    };
    readonly setup: {
      readonly hint: (values: { readonly address: string | number }) => string;
      readonly service: string;
      readonly site: string;
      readonly siteHint: (values: { readonly file: string | number }) => string;
      readonly states: {
        readonly good: string;
        readonly look: string;
        readonly wrong: string;
        readonly open: string;
      };
      readonly steps: {
        readonly address: string;
        readonly namespace: string;
        readonly bindings: string;
        readonly read: string;
        readonly key: string;
        readonly clock: string;
        readonly tls: string;
        readonly storage: string;
        readonly siteFile: string;
      };
      readonly asked: string;
      readonly answered: string;
      readonly set: string;
      readonly again: string;
      readonly ways: string;
      readonly group: string;
      readonly offered: string;
      readonly tried: string;
      readonly yes: string;
      readonly no: string;
      readonly all: string;
      readonly next: (values: { readonly step: string | number }) => string;
      readonly pages: {
        readonly read: string;
        readonly answers: string;
        readonly codes: string;
        readonly units: string;
        readonly workers: string;
        readonly warehouses: string;
        readonly file: string;
      };
      readonly readHint: string;
      readonly use: (values: { readonly namespace: string | number }) => string;
      readonly useHint: string;
      readonly keyless: string;
      readonly keylessHint: string;
      readonly operation: string;
      readonly choose: string;
      readonly accessKey: string;
      readonly ask: string;
      readonly noAnswer: string;
      readonly said: string;
      readonly empty: string;
      readonly verdicts: {
        readonly accepted: string;
        readonly refused: string;
        readonly 'key-refused': string;
        readonly unclassified: string;
      };
      readonly teach: string;
      readonly by: string;
      readonly part: string;
      readonly whole: string;
      readonly piece: string;
      readonly everywhere: string;
      readonly noOthers: string;
      readonly also: (values: { readonly many: number; readonly all: number }) => string;
      readonly inAll: string;
      readonly chooseWhat: string;
      readonly wouldRead: (values: { readonly many: number; readonly verdict: string | number }) => string;
      readonly keepRule: string;
      readonly means: {
        readonly accepted: string;
        readonly refused: string;
        readonly 'key-refused': string;
      };
      readonly readBy: string;
      readonly readWrong: string;
      readonly notHere: string;
      readonly earlier: string;
      readonly answersHint: string;
      readonly rules: string;
      readonly noRules: string;
      readonly every: string;
      readonly remove: string;
      readonly newest: string;
      readonly noAnswers: string;
      readonly show: string;
      readonly codesHint: string;
      readonly kinds: {
        readonly deliveryCode: string;
        readonly storeCode: string;
        readonly bagCode: string;
        readonly batchCode: string;
        readonly transportOrderCode: string;
        readonly interDeliveryCode: string;
      };
      readonly pattern: string;
      readonly examples: string;
      readonly propose: string;
      readonly misfit: (values: { readonly kind: string | number; readonly code: string | number }) => string;
      readonly both: (values: { readonly code: string | number; readonly kind: string | number; readonly other: string | number }) => string;
      readonly tooMany: (values: { readonly kind: string | number }) => string;
      readonly noExample: (values: { readonly kind: string | number }) => string;
      readonly keep: string;
      readonly kept: string;
      readonly lines: string;
      readonly hints: {
        readonly units: (values: { readonly sample: string | number }) => string;
        readonly workers: (values: { readonly sample: string | number }) => string;
        readonly warehouses: (values: { readonly sample: string | number }) => string;
      };
      readonly paste: string;
      readonly columns: {
        readonly value: string;
        readonly name: string;
        readonly grams: string;
        readonly userId: string;
        readonly badge: string;
        readonly id: string;
      };
      readonly now: string;
      readonly name: string;
      readonly content: string;
      readonly shared: string;
      readonly version: string;
      readonly keptAt: string;
      readonly ownFile: string;
      readonly filesDiffer: string;
      readonly noFile: string;
      readonly back: string;
      readonly backHint: string;
      readonly byHand: string;
    };
  };
  readonly people: {
    readonly signIn: string;
    readonly signInPrompt: string;
    readonly signInHint: string;
    readonly locked: string;
    readonly lockedHint: (values: { readonly who: string | number }) => string;
    readonly sendsOn: string;
    readonly typeId: string;
    readonly unknown: (values: { readonly text: string | number }) => string;
    readonly blank: string;
    readonly ask: (values: { readonly text: string | number }) => string;
    readonly yes: (values: { readonly text: string | number }) => string;
    readonly no: string;
    readonly working: (values: { readonly who: string | number }) => string;
    readonly signOut: string;
    readonly handOver: string;
    readonly handOverLast: string;
    readonly handOverOf: (values: { readonly who: string | number }) => string;
    readonly handOverHint: (values: { readonly who: string | number }) => string;
    readonly nothingOpen: (values: { readonly who: string | number }) => string;
    readonly noneYet: string;
    readonly begun: (values: { readonly tasks: number }) => string;
    readonly begunTasks: string;
    readonly loose: (values: { readonly scans: number }) => string;
    readonly looseScans: string;
    readonly refused: string;
    readonly unconfirmed: string;
    readonly held: string;
    readonly waiting: string;
    readonly more: (values: { readonly calls: number }) => string;
    readonly startOwn: string;
    readonly pin: string;
    readonly pinAsk: string;
    readonly pinNoOne: string;
    readonly pinWrong: (values: { readonly left: number }) => string;
    readonly pinLocked: (values: { readonly seconds: number }) => string;
    readonly ok: string;
    readonly cancel: string;
    readonly section: string;
    readonly closed: string;
    readonly open: string;
    readonly pinOfSite: string;
    readonly pinNone: string;
    readonly pinSet: string;
    readonly pinNew: string;
    readonly pinHint: string;
    readonly pinShort: string;
    readonly pinKeep: string;
    readonly pinRemove: string;
    readonly pinKept: string;
    readonly pinRemoved: string;
    readonly pinScanned: string;
    readonly stay: string;
    readonly signOutNow: string;
  };
  readonly print: {
    readonly order: string;
    readonly company: string;
    readonly companyHint: string;
    readonly companies: string;
    readonly companyNoun: string;
    readonly companyNeeded: string;
    readonly saved: (values: { readonly code: string | number }) => string;
    readonly waitsForYou: (values: { readonly code: string | number }) => string;
    readonly printed: string;
    readonly another: string;
    readonly copyTitle: (values: { readonly copy: number }) => string;
    readonly copyAsk: (values: { readonly many: number }) => string;
    readonly copyYes: (values: { readonly code: string | number; readonly copy: number }) => string;
    readonly copyNo: string;
    readonly copyAsked: (values: { readonly code: string | number; readonly copy: number }) => string;
    readonly lastHere: string;
    readonly asking: (values: { readonly many: number }) => string;
    readonly askingHint: string;
    readonly printAllNow: (values: { readonly many: number }) => string;
    readonly cancel: string;
    readonly notNow: string;
    readonly label: string;
    readonly ready: (values: { readonly code: string | number }) => string;
    readonly labelShort: (values: { readonly code: string | number }) => string;
    readonly picture: (values: { readonly texts: string | number }) => string;
    readonly leftOut: (values: { readonly commands: string | number }) => string;
    readonly printHere: string;
    readonly share: string;
    readonly download: string;
    readonly zplText: string;
    readonly testLabel: string;
    readonly testHint: string;
    readonly noPrint: string;
    readonly printRefused: string;
    readonly noShare: string;
    readonly notShared: string;
    readonly noPdf: string;
    readonly labelCopyShort: (values: { readonly code: string | number; readonly copy: string | number }) => string;
    readonly cutOff: string;
    readonly printCode: (values: { readonly code: string | number }) => string;
    readonly printHereCode: (values: { readonly code: string | number }) => string;
    readonly printNow: string;
  };
  readonly queue: {
    readonly title: string;
    readonly empty: string;
    readonly parts: {
      readonly needsYou: string;
      readonly waiting: string;
      readonly done: string;
    };
    readonly rescue: string;
    readonly sendNow: string;
    readonly hold: string;
    readonly holdHint: string;
    readonly away: string;
    readonly notPersisted: string;
  };
  readonly rescue: {
    readonly export: string;
    readonly exportHint: string;
    readonly kinds: {
      readonly json: string;
      readonly calls: string;
      readonly tries: string;
    };
    readonly exporting: string;
    readonly exported: (values: { readonly name: string | number }) => string;
    readonly saveFile: string;
    readonly share: string;
    readonly notShared: string;
    readonly handOver: string;
    readonly handOverHint: string;
    readonly nothingOpen: string;
    readonly handOverButton: (values: { readonly open: number }) => string;
    readonly handOverTitle: (values: { readonly open: number }) => string;
    readonly handOverAsk: string;
    readonly handOverYes: string;
    readonly sending: (values: { readonly sending: number }) => string;
    readonly takeOver: string;
    readonly takeOverHint: string;
    readonly takeOverButton: string;
    readonly handedOver: string;
    readonly handedOverHint: string;
    readonly entry: (values: { readonly many: number; readonly id: string | number }) => string;
    readonly by: (values: { readonly operator: string | number; readonly at: string | number }) => string;
    readonly showAgain: string;
    readonly takeBack: string;
    readonly takeBackTitle: (values: { readonly many: number }) => string;
    readonly takeBackAsk: string;
    readonly takeBackYes: string;
    readonly handOverName: (values: { readonly id: string | number }) => string;
    readonly given: string;
    readonly gone: string;
    readonly file: string;
    readonly fileHint: string;
    readonly codes: string;
    readonly codesHint: (values: { readonly many: number }) => string;
    readonly tooMany: string;
    readonly showCodes: string;
    readonly hideCodes: string;
    readonly place: (values: { readonly number: string | number; readonly many: string | number }) => string;
    readonly previous: string;
    readonly pause: string;
    readonly play: string;
    readonly next: string;
    readonly read: (values: { readonly done: string | number; readonly many: string | number }) => string;
    readonly readAgain: (values: { readonly number: string | number; readonly done: string | number; readonly many: string | number }) => string;
    readonly brokenCode: string;
    readonly noCode: string;
    readonly otherCodes: string;
    readonly startAnew: string;
    readonly takePrompt: string;
    readonly chooseFile: string;
    readonly taken: (values: { readonly added: number; readonly returned: number; readonly known: number }) => string;
    readonly unreadable: {
      readonly export?: (values: { readonly english: string }) => string;
      readonly 'no-queue'?: (values: { readonly english: string }) => string;
      readonly version?: (values: { readonly english: string }) => string;
      readonly damaged?: (values: { readonly english: string }) => string;
      readonly 'cut-off'?: (values: { readonly english: string }) => string;
      readonly broken?: (values: { readonly english: string }) => string;
      readonly codes?: (values: { readonly english: string }) => string;
      readonly 'old-browser'?: (values: { readonly english: string }) => string;
    };
    readonly toQueue: string;
    readonly readMissing: (values: { readonly done: string | number; readonly many: string | number; readonly missing: string | number }) => string;
    readonly separator: string;
  };
  readonly revertOff: {
    readonly title: string;
    readonly hint: string;
    readonly steps: {
      readonly deliveryCode: {
        readonly noun: string;
      };
      readonly storeCode: {
        readonly noun: string;
      };
    };
  };
  readonly settings: {
    readonly title: string;
    readonly userId: string;
    readonly userHint: string;
    readonly warehouseId: string;
    readonly apiKey: string;
    readonly keyThere: string;
    readonly show: string;
    readonly hide: string;
    readonly language: string;
    readonly languageMissing: string;
    readonly on: string;
    readonly off: string;
  };
  readonly settingsParts: {
    readonly me: string;
    readonly scanner: string;
    readonly scannerHint: string;
    readonly screenHint: string;
    readonly supervisorHint: string;
    readonly warehouseAndKey: string;
    readonly newKey: string;
    readonly keyHint: string;
    readonly save: string;
    readonly saved: string;
    readonly cues: string;
    readonly sound: string;
    readonly vibration: string;
    readonly ending: string;
    readonly endings: {
      readonly auto: string;
      readonly enter: string;
      readonly tab: string;
      readonly none: string;
    };
  };
  readonly setUp: {
    readonly title: string;
    readonly open: string;
    readonly openHint: string;
    readonly prompt: string;
    readonly hint: string;
    readonly passcode: string;
    readonly passcodeHint: string;
    readonly look: string;
    readonly working: string;
    readonly ask: string;
    readonly address: string;
    readonly key: string;
    readonly keyComes: string;
    readonly keyStays: string;
    readonly keyThere: string;
    readonly name: string;
    readonly nameHint: string;
    readonly warehouse: string;
    readonly language: string;
    readonly scanner: string;
    readonly stays: string;
    readonly until: string;
    readonly use: string;
    readonly another: string;
    readonly byHand: string;
    readonly done: string;
    readonly toHome: string;
    readonly failures: {
      readonly 'no-code': string;
      readonly damaged: string;
      readonly 'other-origin': string;
      readonly 'wrong-passcode': string;
      readonly expired: string;
      readonly 'code-expired': string;
      readonly used: string;
      readonly unknown: string;
      readonly busy: string;
      readonly away: string;
    };
    readonly otherOrigin: (values: { readonly origin: string | number }) => string;
  };
  readonly site: {
    readonly title: string;
    readonly version: string;
    readonly noVersion: string;
    readonly taken: string;
    readonly never: string;
    readonly refused: (values: { readonly at: string | number; readonly why: string | number }) => string;
    readonly rollBack: (values: { readonly at: string | number }) => string;
    readonly goneBack: string;
    readonly warehouse: string;
    readonly chooseWarehouse: string;
    readonly training: string;
    readonly trainingOpen: string;
    readonly trainingHint: string;
    readonly faults: string;
    readonly faultsHint: string;
    readonly faultKind: string;
    readonly faultOperation: string;
    readonly anyOperation: string;
    readonly faultTimes: string;
    readonly times: (values: { readonly count: number }) => string;
    readonly addFault: string;
    readonly clearFaults: string;
    readonly noFaults: string;
    readonly inWait: (values: { readonly kind: string | number; readonly operation: string | number; readonly left: string | number }) => string;
    readonly faultsFailed: string;
    readonly kinds: {
      readonly 'delay-before': string;
      readonly 'drop-after': string;
      readonly 'html-200': string;
      readonly 'error-500': string;
      readonly 'slow-after': string;
      readonly 'refuse-503': string;
    };
    readonly otherKinds: {
      readonly drop: string;
      readonly 'cut-off': string;
      readonly 'cut-xml': string;
      readonly slow: string;
      readonly throw: string;
      readonly soapfault: string;
      readonly 'html-200': string;
      readonly 'html-500': string;
      readonly 'empty-200': string;
      readonly 'empty-500': string;
      readonly 'redirect-302': string;
      readonly 'wrong-namespace': string;
      readonly 'wrong-root': string;
      readonly doctype: string;
      readonly bomb: string;
      readonly oversized: string;
      readonly 'missing-parameter': string;
      readonly 'no-method': string;
      readonly delay: string;
      readonly nil: string;
      readonly empty: string;
      readonly control: string;
      readonly bom: string;
      readonly cdata: string;
      readonly entities: string;
      readonly down: string;
    };
    readonly ran: (values: { readonly kind: string | number }) => string;
    readonly notRun: (values: { readonly kind: string | number }) => string;
    readonly rollBackTo: (values: { readonly version: string | number; readonly at: string | number }) => string;
    readonly always: string;
  };
  readonly start: {
    readonly starting: string;
    readonly brokenTitle: string;
    readonly broken: string;
    readonly partBroken: string;
    readonly again: string;
    readonly waitAtHome: (values: { readonly scans: number }) => string;
  };
  readonly state: {
    readonly states: {
      readonly waiting: string;
      readonly asking: string;
      readonly sending: string;
      readonly unconfirmed: string;
      readonly held: string;
      readonly cancelled: string;
      readonly discarded: string;
      readonly 'handed-over': string;
    };
    readonly verdicts: {
      readonly accepted: string;
      readonly refused: string;
      readonly unclassified: string;
      readonly 'key-refused': string;
      readonly 'by-person': string;
      readonly 'by-rule': string;
    };
  };
  readonly status: {
    readonly waiting: string;
    readonly unconfirmed: string;
    readonly asking: string;
    readonly held: string;
    readonly refused: string;
    readonly needYou: (values: { readonly calls: number }) => string;
    readonly gateway: {
      readonly reachable: string;
      readonly unreachable: string;
      readonly 'cut-off': string;
      readonly unknown: string;
    };
    readonly lastAnswer: (values: { readonly ago: string | number }) => string;
    readonly standIn: string;
  };
  readonly task: {
    readonly nouns: {
      readonly bag: string;
      readonly batch: string;
      readonly delivery: string;
      readonly order: string;
      readonly shelf: string;
      readonly transfer: string;
    };
    readonly bag: {
      readonly title: string;
      readonly hint: string;
      readonly fields: {
        readonly weight: {
          readonly label: string;
          readonly hint: string;
          readonly noun: string;
        };
        readonly transferLine: {
          readonly label: string;
        };
      };
      readonly actions: {
        readonly CompleteBag: {
          readonly title: string;
        };
        readonly AgainOpenBag: {
          readonly title: string;
          readonly hint: string;
        };
      };
    };
    readonly transfer: {
      readonly title: string;
      readonly hint: string;
      readonly actions: {
        readonly close: {
          readonly title: string;
        };
        readonly reopen: {
          readonly title: string;
          readonly hint: string;
        };
      };
    };
    readonly weight: {
      readonly title: string;
      readonly hint: string;
      readonly noun: string;
      readonly fields: {
        readonly weight: {
          readonly label: string;
          readonly noun: string;
        };
        readonly unit: {
          readonly label: string;
        };
      };
      readonly actions: {
        readonly ResetWeightClone: {
          readonly title: string;
        };
      };
    };
    readonly transportOrder: {
      readonly title: string;
      readonly hint: string;
      readonly steps: {
        readonly transportOrderCode: {
          readonly noun: string;
        };
        readonly interDeliveryCode: {
          readonly noun: string;
        };
      };
    };
    readonly externalCode: {
      readonly title: string;
      readonly hint: string;
      readonly noun: string;
      readonly fields: {
        readonly orderCodeEx: {
          readonly label: string;
          readonly noun: string;
        };
        readonly shortCode: {
          readonly label: string;
        };
        readonly remark: {
          readonly label: string;
        };
      };
      readonly actions: {
        readonly OrderCodeExStorage: {
          readonly title: string;
        };
      };
    };
    readonly batch: {
      readonly title: string;
      readonly hint: string;
    };
    readonly shelf: {
      readonly title: string;
      readonly hint: string;
    };
    readonly domesticCode: {
      readonly title: string;
      readonly hint: string;
      readonly noun: string;
    };
    readonly scanningList: {
      readonly title: string;
      readonly hint: string;
      readonly noun: string;
      readonly all: string;
    };
    readonly images: {
      readonly title: string;
      readonly hint: string;
    };
    readonly countries: {
      readonly title: string;
      readonly hint: string;
      readonly noun: string;
      readonly fields: {
        readonly fromSiteCodes: {
          readonly label: string;
          readonly hint: string;
        };
      };
    };
    readonly report: {
      readonly title: string;
      readonly hint: string;
      readonly noun: string;
    };
    readonly paintMarker: {
      readonly title: string;
      readonly hint: string;
    };
    readonly printCn: {
      readonly title: string;
      readonly hint: string;
      readonly fields: {
        readonly company: {
          readonly label: string;
        };
      };
    };
    readonly printKjy: {
      readonly title: string;
      readonly hint: string;
    };
  };
  readonly split: {
    readonly said: (values: { readonly codes: string | number }) => string;
    readonly tookBack: (values: { readonly what: string | number }) => string;
    readonly wasSent: (values: { readonly what: string | number }) => string;
  };
  readonly scannerNotice: {
    readonly setUpScanner: string;
    readonly notices: {
      readonly 'literal-ending': (values: { readonly ending: string | number }) => string;
      readonly doubled: string;
      readonly unfinished: (values: { readonly text: string | number }) => string;
      readonly 'full-ascii': (values: { readonly text: string | number }) => string;
      readonly charset: (values: { readonly charset: string | number }) => string;
      readonly altered: string;
      readonly split: string;
      readonly invisible: (values: { readonly many: number }) => string;
    };
  };
  readonly asked: {
    readonly no: string;
    readonly leaveIt: string;
    readonly doNotSave: string;
    readonly saveAgain: string;
    readonly swap: string;
    readonly itIs: (values: { readonly noun: string | number }) => string;
  };
  readonly taskScreen: {
    readonly operationOff: (values: { readonly name: string | number }) => string;
    readonly tones: {
      readonly step: string;
      readonly saved: string;
      readonly repeat: string;
      readonly wrong: string;
    };
    readonly scanThe: (values: { readonly noun: string }) => string;
    readonly stepOf: (values: { readonly step: string | number; readonly steps: string | number }) => string;
    readonly next: (values: { readonly noun: string | number; readonly text: string | number; readonly next: string }) => string;
    readonly notSaved: (values: { readonly what: string | number; readonly why: string | number }) => string;
    readonly alreadyScanned: (values: { readonly text: string | number; readonly noun: string | number; readonly next: string }) => string;
    readonly alreadyQueued: (values: { readonly what: string | number; readonly seq: string | number }) => string;
    readonly scannedTwice: (values: { readonly text: string | number; readonly next: string }) => string;
    readonly codeNouns: {
      readonly deliveryCode: string;
      readonly storeCode: string;
      readonly bagCode: string;
      readonly batchCode: string;
    };
    readonly unfit: (values: { readonly noun: string; readonly example: string | number }) => string;
    readonly tooLong: (values: { readonly length: number; readonly noun: string | number; readonly most: number }) => string;
    readonly notTaken: string;
    readonly typedOff: (values: { readonly text: string | number; readonly noun: string }) => string;
    readonly anyway: string;
    readonly whatItIs: string;
    readonly altered: string;
    readonly blank: string;
    readonly scanField: string;
    readonly ready: string;
    readonly notReady: string;
    readonly scanAgain: string;
    readonly type: string;
    readonly typeThe: (values: { readonly noun: string }) => string;
    readonly camera: string;
    readonly closeCamera: string;
    readonly scannedAgo: (values: { readonly ago: string | number }) => string;
    readonly leftTwice: string;
    readonly stillKept: (values: { readonly kept: string | number; readonly text: string | number }) => string;
    readonly noOther: (values: { readonly kept: string | number }) => string;
    readonly looksLike: (values: { readonly other: string; readonly noun: string; readonly example: string | number }) => string;
    readonly wasOther: (values: { readonly text: string | number; readonly other: string | number; readonly noun: string }) => string;
    readonly seemsOther: (values: { readonly text: string | number; readonly other: string; readonly noun: string }) => string;
    readonly nobodyKnows: (values: { readonly what: string | number; readonly seq: string | number }) => string;
    readonly answeredJustNow: (values: { readonly what: string | number; readonly seq: string | number }) => string;
    readonly keepOther: (values: { readonly next: string | number; readonly kept: string | number; readonly waiting: number; readonly text: string | number }) => string;
    readonly didYouMean: (values: { readonly meant: string | number }) => string;
    readonly looksLatin: {
      readonly cyrillic: (values: { readonly many: number; readonly letters: string | number; readonly meant: string | number }) => string;
      readonly greek: (values: { readonly many: number; readonly letters: string | number; readonly meant: string | number }) => string;
      readonly fullWidth: (values: { readonly many: number; readonly letters: string | number; readonly meant: string | number }) => string;
      readonly mixed: (values: { readonly many: number; readonly letters: string | number; readonly meant: string | number }) => string;
    };
  };
  readonly teach: {
    readonly teach: string;
    readonly title: string;
    readonly verdict: string;
    readonly accepted: string;
    readonly refused: string;
    readonly by: string;
    readonly ways: {
      readonly part: string;
      readonly field: string;
      readonly whole: string;
      readonly pattern: string;
    };
    readonly part: string;
    readonly partText: string;
    readonly field: string;
    readonly pattern: string;
    readonly patternHint: string;
    readonly badPattern: string;
    readonly slowPattern: string;
    readonly notHere: string;
    readonly earlier: (values: { readonly verdict: string | number; readonly says: string | number }) => string;
    readonly leave: string;
    readonly removeIt: string;
    readonly nothing: string;
    readonly preview: (values: { readonly all: number }) => string;
    readonly previewOf: {
      readonly accepted: (values: { readonly many: number }) => string;
      readonly refused: (values: { readonly many: number }) => string;
      readonly unclassified: (values: { readonly many: number }) => string;
      readonly known: (values: { readonly many: number }) => string;
    };
    readonly save: string;
    readonly cancel: string;
    readonly kept: string;
    readonly rules: string;
    readonly rulesHint: string;
    readonly none: string;
    readonly everything: string;
    readonly says: {
      readonly contains: (values: { readonly text: string | number }) => string;
      readonly matches: (values: { readonly text: string | number }) => string;
      readonly json: (values: { readonly pointer: string | number; readonly value: string | number }) => string;
    };
    readonly taught: (values: { readonly by: string | number; readonly at: string | number }) => string;
    readonly remove: string;
    readonly export: string;
    readonly import: string;
    readonly imported: (values: { readonly many: number }) => string;
    readonly unreadable: (values: { readonly why: string | number }) => string;
    readonly kinds: {
      readonly deliveryCode: string;
      readonly storeCode: string;
      readonly bagCode: string;
      readonly transportOrderCode: string;
      readonly interDeliveryCode: string;
    };
    readonly look: (values: { readonly kind: string | number; readonly shape: string | number }) => string;
    readonly digits: (values: { readonly many: number }) => string;
    readonly seen: (values: { readonly codes: string | number }) => string;
    readonly use: string;
    readonly patternKept: string;
  };
  readonly time: {
    readonly justNow: string;
    readonly minutes: (values: { readonly minutes: string | number }) => string;
    readonly hours: (values: { readonly hours: string | number }) => string;
    readonly days: (values: { readonly days: number }) => string;
  };
  readonly trouble: {
    readonly 'key-refused': string;
    readonly rejected: string;
    readonly 'not-forwarded': string;
    readonly 'not-enrolled': string;
    readonly 'in-progress': string;
    readonly 'outcome-unknown': string;
    readonly 'key-expired': string;
    readonly copied: string;
    readonly 'key-reuse': string;
    readonly 'no-reply': string;
    readonly 'timed-out': string;
    readonly 'cut-off': string;
    readonly 'too-large': string;
    readonly redirected: string;
    readonly status: string;
    readonly 'not-xml': string;
    readonly malformed: string;
    readonly foreign: string;
    readonly 'owner-gone': string;
  };
  readonly typedEntry: {
    readonly typeBlank: string;
    readonly ok: string;
    readonly cancel: string;
  };
  readonly weight: {
    readonly withUnit: (values: { readonly text: string | number; readonly unit: string | number }) => string;
    readonly jump: (values: { readonly weight: string | number; readonly last: string | number }) => string;
    readonly most: (values: { readonly weight: string | number }) => string;
    readonly connect: string;
    readonly disconnect: string;
    readonly waiting: string;
    readonly moving: (values: { readonly weight: string | number }) => string;
    readonly over: string;
    readonly steady: (values: { readonly weight: string | number }) => string;
    readonly gone: string;
    readonly notOpened: string;
    readonly unlikeUnit: (values: { readonly weight: string | number }) => string;
    readonly packages: (values: { readonly weight: string | number; readonly sum: string | number }) => string;
  };
  readonly checkOff: {
    readonly start: (values: { readonly many: number }) => string;
    readonly title: string;
    readonly noun: string;
    readonly hint: string;
    readonly ofMany: (values: { readonly found: string | number; readonly many: string | number }) => string;
    readonly all: string;
    readonly scanned: {
      readonly found: string;
      readonly twice: string;
      readonly unexpected: string;
    };
    readonly missing: (values: { readonly many: string | number }) => string;
    readonly unexpected: (values: { readonly many: string | number }) => string;
    readonly twice: (values: { readonly many: string | number }) => string;
    readonly save: string;
    readonly end: string;
    readonly startOf: (values: { readonly name: string | number; readonly many: number }) => string;
    readonly beside: (values: { readonly code: string | number; readonly name: string | number }) => string;
    readonly kinds: {
      readonly bag: string;
      readonly package: string;
      readonly delivery: string;
      readonly transfer: string;
      readonly batch: string;
      readonly order: string;
    };
  };
}

/** What a handheld says. */
export type AppMessages = Omit<Messages, 'pages'>;
