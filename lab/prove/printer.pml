/*
 * A label from the ledger to paper, small enough for SPIN to look at all of it: jobs for one printer, the gateways that share their
 * ledger, the line to the printer, the printer with its buffer and its count, cuts and power, and the person who is asked. `npm run lab --
 * prove` checks each configuration of configurations.ts; what is written in capitals is set there.
 *
 * Asserted, at each step:
 *   once      no job is on paper more often than a person has asked for it
 *   its word  nothing is said to be printed, but by a person, that is not on paper
 *   the end   every run comes to an end, and there each job is printed or with a person
 */
#ifndef JOBS
#define JOBS 1
#endif
#ifndef GATEWAYS
#define GATEWAYS 1
#endif
#ifndef LABELS
#define LABELS 1 /* of a job */
#endif
#ifndef CRASHES
#define CRASHES 0 /* of gateways */
#endif
#ifndef LEASES
#define LEASES 0 /* lost by gateways that go on */
#endif
#ifndef CUTS
#define CUTS 1 /* of lines */
#endif
#ifndef POWER
#define POWER 0 /* how often it is pulled */
#endif
#ifndef FAULTS
#define FAULTS 0 /* paper out, head open, pause */
#endif
#ifndef OTHERS
#define OTHERS 0 /* labels of another host, or that the printer spoils and counts */
#endif
#ifdef N_IS_1
#define N 1 /* as the gateway believes */
#else
#define N LABELS
#endif
#define NOBODY 255

mtype:job = { queued, sending, printed, unknown };

/* The ledger. */
mtype:job state[JOBS];
byte owner[JOBS];
bool left[JOBS]; /* on disk before the first byte leaves */
byte asked[JOBS]; /* copies that people want */

/* A gateway, and its line. `numbers` came back on it. */
bool isUp[GATEWAYS], hasLine[GATEWAYS], wasOff[GATEWAYS]; /* the printer, since this one's look */
byte numbers[GATEWAYS];

/* The printer. `inIt`: the job in its buffer, with the labels that are left of it and the line that brought it. */
byte inIt = NOBODY, labelsLeft, from = NOBODY, count, saved;
bool isOn = true, hasFault, hasTold;
bool half; /* of somebody's label stands in it */
byte onPaper[JOBS];
#ifdef LATE_BYTES
byte late = NOBODY; /* bytes of a line that is cut, read later */
#endif

byte cuts = CUTS, crashes = CRASHES, leases = LEASES, power = POWER, faults = FAULTS, others = OTHERS;
byte i;

#define isIdle (inIt == NOBODY && !half)
#define isWell (isOn && !hasFault && isIdle)
#if JOBS > 1
#define someSends (state[0] == sending || state[1] == sending)
#define hasJob(g) ((state[0] == sending && owner[0] == g) || (state[1] == sending && owner[1] == g))
#else
#define someSends (state[0] == sending)
#define hasJob(g) (state[0] == sending && owner[0] == g)
#endif

inline cutLine(g) { hasLine[g] = false; numbers[g] = 0; if :: from == g -> from = NOBODY :: else fi }

/* Bytes of a label arrive whole, in part, or not at all; the line may end with any of it. */
inline send(g, j) {
  if
  :: isWell && hasLine[g] -> inIt = j; labelsLeft = LABELS; from = g; hasTold = false; printf("the label is in the printer\n")
  :: isWell && hasLine[g] && cuts > 0 -> inIt = j; labelsLeft = LABELS; from = NOBODY; hasTold = false; cuts--; cutLine(g); printf("the label is in the printer, and the line is cut\n")
  :: isWell && hasLine[g] && cuts > 0 -> half = true; cuts--; cutLine(g); printf("half a label is in the printer, and the line is cut\n")
  :: cuts > 0 -> cuts--; cutLine(g); printf("the line is cut, and nothing of the label arrives\n")
#ifdef LATE_BYTES
  :: cuts > 0 && late == NOBODY -> late = j; cuts--; cutLine(g); printf("the line is cut, and its bytes are on their way\n")
#endif
  :: !(isWell && hasLine[g]) -> cutLine(g); printf("the line is gone\n")
  fi
}

inline toPerson(g, j) {
  if
  :: state[j] == sending && owner[j] == g -> state[j] = unknown
  :: else
  fi;
  cutLine(g)
}

inline lost(j) {
  if
  :: left[j] -> state[j] = unknown
  :: else -> state[j] = queued; owner[j] = NOBODY
  fi
}

inline decide(j) {
  if
  :: onPaper[j] >= asked[j] * LABELS -> state[j] = printed
  :: onPaper[j] < asked[j] * LABELS && asked[j] < 2 -> asked[j]++; state[j] = queued; owner[j] = NOBODY; printf("another copy is asked for\n")
  :: onPaper[j] < asked[j] * LABELS && asked[j] == 2 -> state[j] = printed /* shared out by hand */
  fi
}

proctype Gateway(byte g) {
  byte j, before, tries;
idle:
  skip;
  d_step { before = 0; tries = 0; j = 0 };
end:
  if
  :: atomic { !isUp[g] -> skip }; goto down
#ifdef COUNT_BEFORE_LOCK
  :: atomic { isUp[g] && isWell -> hasLine[g] = true; numbers[g] = 0; before = count; wasOff[g] = false; printf("gateway %d reads the count\n", g) }; goto endTake
#else
  :: atomic { isUp[g] && !someSends && (state[0] == queued) -> state[0] = sending; owner[0] = g; left[0] = false; j = 0 }; goto look
#if JOBS > 1
  :: atomic { isUp[g] && !someSends && (state[1] == queued) -> state[1] = sending; owner[1] = g; left[1] = false; j = 1 }; goto look
#endif
#endif
  fi;
#ifdef COUNT_BEFORE_LOCK
endTake:
  if
  :: atomic { !isUp[g] -> skip }; goto down
  :: atomic { isUp[g] && !someSends && (state[0] == queued) -> state[0] = sending; owner[0] = g; left[0] = false; j = 0 }; goto leave
#if JOBS > 1
  :: atomic { isUp[g] && !someSends && (state[1] == queued) -> state[1] = sending; owner[1] = g; left[1] = false; j = 1 }; goto leave
#endif
  fi;
#endif
look: /* with the job taken: nobody else sends to this printer by this ledger */
  if
  :: atomic { !isUp[g] -> skip }; goto down
  :: atomic { isUp[g] && isWell -> hasLine[g] = true; numbers[g] = 0; before = count; wasOff[g] = false; printf("gateway %d looks\n", g) }; goto leave
  :: atomic { isUp[g] && !isWell -> printf("the printer is kept: nothing is sent\n");
       if :: state[j] == sending && owner[j] == g -> state[j] = queued; owner[j] = NOBODY :: else fi }; goto keptBack
  fi;
keptBack:
  if
  :: isWell -> goto idle
  :: !isUp[g] -> goto down
  fi;
leave:
  if
  :: atomic { !isUp[g] -> skip }; goto down
  :: atomic { isUp[g] && state[j] == sending && owner[j] == g -> left[j] = true; tries++; send(g, j) }; goto follow
  :: atomic { isUp[g] && !(state[j] == sending && owner[j] == g) -> cutLine(g) }; goto idle
  fi;
follow:
  if
  :: atomic { !isUp[g] -> skip }; goto down
  :: atomic { isUp[g] && hasLine[g] && numbers[g] == N && count == before + N ->
       if
       :: owner[j] == g && (state[j] == sending || state[j] == unknown) ->
          assert(onPaper[j] >= LABELS); /* its word */
          state[j] = printed
       :: else
       fi;
       cutLine(g) }; goto idle
  :: atomic { isUp[g] && hasLine[g] && !hasFault && !(numbers[g] == N && count == before + N) -> printf("nothing more is heard in time\n"); toPerson(g, j) }; goto idle
#ifdef TRUST_CLOSE
  :: atomic { isUp[g] && hasLine[g] -> cutLine(g);
       if
       :: owner[j] == g && state[j] == sending ->
          assert(onPaper[j] >= LABELS); /* its word */
          state[j] = printed
       :: else
       fi }; goto idle
#endif
  :: atomic { isUp[g] && !hasLine[g] -> skip }; goto cut
  fi;
cut: /* one look more, at once: not after power, which takes longer */
  if
  :: atomic { !isUp[g] -> skip }; goto down
#ifdef AGAIN_ON_SILENCE
  :: atomic { isUp[g] && tries < 2 -> hasLine[g] = isOn; numbers[g] = 0; before = count }; goto leave
#endif
#ifdef LATE_LOOK
  :: atomic { isUp[g] && isWell && count == before && tries < 2 -> hasLine[g] = true; numbers[g] = 0 }; goto twice
#else
  :: atomic { isUp[g] && isWell && !wasOff[g] && count == before && tries < 2 -> hasLine[g] = true; numbers[g] = 0 }; goto twice
#endif
  :: atomic { isUp[g] -> toPerson(g, j) }; goto idle
  fi;
twice:
  if
  :: atomic { !isUp[g] -> skip }; goto down
  :: atomic { isUp[g] && hasLine[g] && isWell && count == before -> printf("two looks agree: it is sent again\n") }; goto leave
  :: atomic { isUp[g] && !(hasLine[g] && isWell && count == before) -> cutLine(g); toPerson(g, j) }; goto idle
  fi;
down:
  atomic { isUp[g] -> skip }; goto idle
}

/* A gateway dies and comes back, or only seems dead to the ledger and goes on. Whoever is at work ends what it had. */
proctype Lives() {
  byte g;
end:
  do
  :: d_step { crashes > 0 && isUp[0] -> printf("gateway 0 dies\n"); crashes--; isUp[0] = false; cutLine(0) }
  :: d_step { !isUp[0] && !hasJob(0) -> isUp[0] = true } /* under another number: its old jobs are ended before */
#if GATEWAYS > 1
  :: d_step { crashes > 0 && isUp[1] -> printf("gateway 1 dies\n"); crashes--; isUp[1] = false; cutLine(1) }
  :: d_step { !isUp[1] && !hasJob(1) -> isUp[1] = true }
#endif
  :: atomic { (state[0] == sending && owner[0] != NOBODY && !isUp[owner[0]]) -> lost(0) }
  :: atomic { leases > 0 && state[0] == sending && owner[0] != NOBODY && isUp[owner[0]] -> leases--; printf("a gateway is taken for dead\n"); lost(0) }
#if JOBS > 1
  :: atomic { (state[1] == sending && owner[1] != NOBODY && !isUp[owner[1]]) -> lost(1) }
#endif
  od
}

/* The line may be cut at any step; power may be pulled, the paper end. */
proctype Trouble() {
end:
  do
  :: d_step { cuts > 0 && hasLine[0] -> cuts--; printf("a line is cut\n"); cutLine(0) }
#if GATEWAYS > 1
  :: d_step { cuts > 0 && hasLine[1] -> cuts--; printf("a line is cut\n"); cutLine(1) }
#endif
  :: d_step { faults > 0 && !hasFault -> faults--; hasFault = true; printf("the paper is out\n") }
  :: d_step { hasFault -> hasFault = false; printf("somebody puts paper in\n") }
  :: d_step { half -> half = false; printf("somebody clears the printer\n") }
  :: d_step { power > 0 && isOn -> power--; isOn = false; wasOff[0] = true; printf("the power is pulled\n");
      hasLine[0] = false; numbers[0] = 0;
#if GATEWAYS > 1
      hasLine[1] = false; numbers[1] = 0; wasOff[1] = true;
#endif
      inIt = NOBODY; labelsLeft = 0; from = NOBODY; half = false; hasTold = false;
#ifdef COUNT_SAVED_LATE
      count = saved
#else
      skip
#endif
    }
  :: d_step { !isOn -> isOn = true; printf("the power is back\n") }
  :: d_step { others > 0 && isOn -> others--; count++; printf("another host prints\n") }
  :: d_step { count != saved -> saved = count }
#ifdef LATE_BYTES
  :: d_step { late != NOBODY && isWell -> inIt = late; labelsLeft = LABELS; from = NOBODY; hasTold = false; late = NOBODY; printf("late bytes arrive\n") }
#endif
  od
}

proctype Printer() {
end:
  do
#ifdef NUMBER_FIRST
  :: atomic { isOn && !hasFault && inIt != NOBODY && !hasTold -> hasTold = true; if :: from != NOBODY -> numbers[from]++ :: else fi; printf("the number goes back\n") }
  :: atomic { isOn && !hasFault && inIt != NOBODY && hasTold -> hasTold = false;
#else
  :: atomic { isOn && !hasFault && inIt != NOBODY -> if :: from != NOBODY -> numbers[from]++ :: else fi;
#endif
      printf("a label of job %d comes out\n", inIt);
      onPaper[inIt]++; count++; labelsLeft--;
      assert(onPaper[inIt] <= asked[inIt] * LABELS); /* once */
      if :: labelsLeft == 0 -> inIt = NOBODY; from = NOBODY :: else fi }
  od
}

/* Looks at the printer and the goods, and says what is. */
proctype Person() {
end:
  do
  :: atomic { state[0] == unknown -> decide(0) }
#if JOBS > 1
  :: atomic { state[1] == unknown -> decide(1) }
#endif
  od
}

init {
  atomic {
    for (i : 0 .. JOBS - 1) { state[i] = queued; owner[i] = NOBODY; asked[i] = 1 }
    for (i : 0 .. GATEWAYS - 1) { isUp[i] = true }
    run Gateway(0);
#if GATEWAYS > 1
    run Gateway(1);
#endif
    run Lives(); run Trouble(); run Printer(); run Person()
  }
  timeout -> assert(state[0] == printed) /* the end */
#if JOBS > 1
  ; assert(state[1] == printed) /* the end */
#endif
}
