/*
 * The protocol between handheld, gateway, ledger and service, small enough for SPIN to look at all of it: one call, with a
 * second key where a person sends it anew. `npm run lab -- prove` checks each configuration of configurations.ts. What is written in
 * capitals is set there: how many gateways, what may go wrong, and which of the old rules holds.
 *
 * Asserted, at each step:
 *   once      no call runs twice under one key
 *   its word  nothing is shown answered without the service's own answer
 *   not done  nothing is held, cancelled, or offered to be cancelled that was done, or is done later
 *   the end   (ENDS: each fault may happen so often and no more) every run comes to an end, and there the call is
 *             answered or with a person
 *
 * Left out, and why the promise does not lean on it: docs/adr/2026-11-24-spin.md.
 */
#ifndef KEYS
#define KEYS 1 /* of the one call: the second is for "it was not done, send it again" */
#endif
#ifndef GATEWAYS
#define GATEWAYS 1
#endif
#define COPIES 2 /* of its request, on their way or at a gateway at one time */
#ifndef CRASHES
#define CRASHES 0 /* of gateways; the handheld may stop at any step, as often as it likes */
#endif
#ifndef RESENDS
#define RESENDS 0 /* of one POST by the browser itself */
#endif
#ifndef FIRST_TIME
#define FIRST_TIME 1
#endif
#ifndef LAST_TIME
#define LAST_TIME FIRST_TIME
#endif
#ifndef TROUBLES
#define TROUBLES 4 /* ENDS: lost messages, late ones, ones sent again, refusals, a service that is not reached */
#endif
#ifndef FIRST_SAYS
#define FIRST_SAYS true /* a first try, too, says when it was told: the browser may send it again */
#endif
#ifndef TOO_LARGE
#define TOO_LARGE false
#endif
#define MOST_UNREADABLE 2
#ifndef RETENTION
#define RETENTION 2 /* a row is kept for so long */
#endif
#ifndef AGE
#define AGE 1 /* a request is read and dispatched within so long of the hello that it goes by, or never */
#endif

mtype:state = { waiting, sending, unconfirmed, held, answered, byPerson, cancelled, discarded };
mtype:row = { absent, received, dispatching, settled, refusedByService, outcomeUnknown };
mtype:place = { nowhere, onItsWay, asked, entered, sent, replying };
mtype:word = { nothing, ANSWERED, REJECTED, NOT_FORWARDED, IN_PROGRESS, UNKNOWN, EXPIRED, REFUSED, UNASKED, FOREIGN };

/* The handheld's row of the call. */
mtype:state state = waiting;
bool inDoubt;
byte tries, key, triedEpoch, triedAt, lastAt, unreadable;
/* The hello that this try goes by, and whether its POST has left. */
byte helloEpoch, helloAt, heardAt; /* heardAt: in the true time */
bool hasLeft;
byte resends;

/* Copies of the request, each with the thread at a gateway that serves it. `live`: the handheld waits for its reply. */
typedef Copy {
  mtype:place place = nowhere;
  mtype:word word = nothing;
  bool live, isFirst;
  bool sawRow, isOvertaken; /* by the entering of another copy */
  byte gateway, key, epoch, firstAt, lastAt, heardAt;
}
Copy copy[COPIES];

/* The service. `reaching`: requests that have left a gateway and may yet act. */
byte reaching[KEYS], runs[KEYS];
bool itsAnswer[KEYS], itsRefusal[KEYS];

byte clock = FIRST_TIME;
byte troubles = TROUBLES;

#define hasRoom (copy[0].place == nowhere || copy[1].place == nowhere)
#define isWaitedFor (copy[0].live || copy[1].live)

#ifdef ENDS
#define mayFail troubles > 0
#define fail troubles--
#else
#define mayFail true
#define fail skip
#endif

#define isShownNotDone (state == held || state == cancelled || (state == waiting && !inDoubt))

inline notDone() {
#ifdef ONCE_ONLY
  skip
#else
  assert(!(isShownNotDone && runs[key] > 0)) /* not done */
#endif
}

inline free(c) {
  copy[c].place = nowhere; copy[c].word = nothing; copy[c].live = false;
  copy[c].gateway = 0; copy[c].key = 0; copy[c].epoch = 0; copy[c].firstAt = 0; copy[c].lastAt = 0; copy[c].heardAt = 0;
  copy[c].sawRow = false; copy[c].isOvertaken = false
}

/* A connection that closes takes a request with it that nobody has read. */
inline unreadIsLost() {
#ifdef LATE_COPIES
  skip
#else
  for (i : 0 .. COPIES - 1) {
    if
    :: copy[i].place == onItsWay -> free(i)
    :: else
    fi
  }
  i = 0
#endif
}

#include "ledger.pml"
#include "gateway.pml"
#include "handheld.pml"

/* Loses requests and replies. Late and overtaken ones need nothing: whoever is to take the next step may take its time. */
proctype Network() {
  byte i;
end:
  do
  :: d_step { mayFail && copy[0].place == onItsWay -> printf("a request is lost\n"); fail; free(0) }
  :: d_step { mayFail && copy[0].place == onItsWay && copy[0].live ->
      printf("a portal answers\n"); fail; reply(0, FOREIGN) }
  :: d_step { mayFail && copy[0].place == replying -> printf("a reply is lost\n"); fail; free(0) }
  :: d_step { mayFail && copy[1].place == onItsWay -> printf("a request is lost\n"); fail; free(1) }
  :: d_step { mayFail && copy[1].place == onItsWay && copy[1].live ->
      printf("a portal answers\n"); fail; reply(1, FOREIGN) }
  :: d_step { mayFail && copy[1].place == replying -> printf("a reply is lost\n"); fail; free(1) }
  od
}

/* Acts on a request at any time after it left the gateway, also when nobody waits any more; or not; or says nothing. */
proctype Service() {
  byte k;
end:
  do
  :: atomic { reaching[k] > 0 -> reaching[k]--;
      if
      :: printf("the service acts and answers\n"); runs[k]++; itsAnswer[k] = true
      :: printf("the service acts, its answer is lost\n"); runs[k]++
      :: printf("the service refuses before it acts\n"); itsRefusal[k] = true
      :: printf("the service never gets it\n")
      fi;
      assert(runs[k] < 2); /* once */
      notDone() }
#if KEYS > 1
  :: d_step { reaching[1 - k] > 0 -> k = 1 - k }
#endif
  od
}

#ifdef ENDS
/* Nothing can happen any more. */
proctype End() {
  timeout -> assert(state != waiting && state != sending) /* the end */
}
#endif

init {
  atomic {
    begin();
    run Handheld(); run Person(); run Network(); run Service();
#if RESENDS > 0
    run Browser();
#endif
#ifdef HELD_TWICE
    run Other();
#endif
    run Gateways(); run Ledger();
#ifdef ENDS
    run End()
#endif
  }
}
