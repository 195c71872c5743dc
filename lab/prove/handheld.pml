/*
 * The handheld: it claims the call, sends, settles what it hears, and may stop before any of these. Beside it the browser, which
 * sends a POST again by itself, and the person who decides.
 */
/* A free place: `i` is where, COPIES where there is no room. */
inline takePlace() {
  for (i : 0 .. COPIES - 1) {
    if
    :: copy[i].place == nowhere -> break
    :: else
    fi
  }
}

/* Puts the request on its way. */
inline leave(waits) {
  takePlace();
  if
  :: i < COPIES ->
    copy[i].place = onItsWay; copy[i].live = waits; copy[i].key = key;
    copy[i].heardAt = heardAt;
    if
    :: tries > 1 || FIRST_SAYS -> copy[i].epoch = triedEpoch; copy[i].firstAt = triedAt; copy[i].lastAt = lastAt
    :: else
    fi
  :: else
  fi
}

inline nobodyWaits() {
  for (i : 0 .. COPIES - 1) {
    copy[i].live = false;
    if
    :: copy[i].place == replying -> free(i)
    :: else
    fi
  }
  i = 0
}

/* The try is over. */
inline tryEnds() {
  nobodyWaits();
  lastAt = helloAt; helloEpoch = 0; helloAt = 0; heardAt = 0; hasLeft = false; resends = 0
}

inline settle(said) {
  heard = said;
  printf("the handheld hears %e\n", heard);
  tryEnds();
  if
  :: heard == ANSWERED && !TOO_LARGE -> assert(itsAnswer[key]); state = answered /* its word */
  :: heard == ANSWERED && TOO_LARGE -> /* it cannot be read: no answer, each time */
    state = waiting; inDoubt = true;
#ifndef OLD_UNREADABLE
    unreadable++;
    if
    :: unreadable == MOST_UNREADABLE -> state = unconfirmed
    :: else
    fi
#endif
  :: heard == FOREIGN -> /* a portal's page in the service's place */
#ifdef TRUSTS_ANYBODY
    assert(itsAnswer[key]); state = answered /* its word */
#else
    state = waiting; inDoubt = true
#endif
  :: heard == REJECTED -> state = held
  :: heard == NOT_FORWARDED -> state = waiting
  :: heard == IN_PROGRESS -> state = waiting; inDoubt = true
  :: heard == UNKNOWN || heard == EXPIRED -> state = unconfirmed
  :: heard == REFUSED -> /* the ledger was asked, and knew of no such call */
#ifdef OLD_REFUSED
    state = held
#else
    if
    :: inDoubt -> state = unconfirmed
    :: else -> state = held
    fi
#endif
  :: heard == UNASKED -> /* 408, 429, 401, a 4xx of a proxy, a ledger that cannot be read */
#ifdef OLD_REFUSED
    state = held
#else
#ifdef DOUBT_STAYS
    state = waiting
#else
    state = waiting; inDoubt = true
#endif
#endif
  fi;
  heard = nothing;
  notDone()
}

/*
 * What a try says of when the call was first tried, and last before it. HELD_TWICE: another handheld holds the call too, from a
 * copied profile or from a hand-over that was taken twice. It was told the time FIRST_TIME before the call was saved, and any
 * copy may have been tried since: up to now.
 */
#if defined(HELD_TWICE) && !defined(OLD_COPIES)
#define saysWhenTried(isFirst) triedEpoch = 1; triedAt = FIRST_TIME; lastAt = helloAt
#else
#define saysWhenTried(isFirst) \
  if \
  :: isFirst -> triedEpoch = helloEpoch; triedAt = helloAt; lastAt = helloAt \
  :: else \
  fi
#endif

proctype Handheld() {
  byte i;
  mtype:word heard;
end:
  do
  :: d_step { state == waiting && helloEpoch == 0 && hasLedger(0) -> printf("the handheld hears a hello\n"); tell(0, helloEpoch, helloAt, heardAt) }
#if GATEWAYS == 2
  :: d_step { state == waiting && helloEpoch == 0 && hasLedger(1) -> printf("the handheld hears a hello of gateway 1\n"); tell(1, helloEpoch, helloAt, heardAt) }
#endif
  :: d_step { state == waiting && helloEpoch != 0 ->
      printf("it claims the call\n");
      state = sending;
      saysWhenTried(tries == 0);
      if
      :: tries < 2 -> tries++
      :: else
      fi }
  :: d_step { state == sending && !hasLeft && hasRoom ->
      printf("it sends\n"); hasLeft = true; leave(true); i = 0 }
  :: d_step { state == sending && hasLeft && !isWaitedFor ->
      printf("it hears that the connection is gone\n"); tryEnds(); state = waiting; inDoubt = true }
  /* it stops, gives up waiting, or hears nothing: who takes the call over knows no more than that */
  :: d_step { state == sending && mayFail ->
      printf("it stops, or gives up waiting\n"); fail; tryEnds(); state = waiting; inDoubt = true }
  /* a page that was frozen before it sent, and sends after another has taken the call over */
  :: d_step { state == sending && !hasLeft && mayFail && hasRoom ->
      printf("it is taken for dead, and sends all the same\n"); fail; leave(false); tryEnds(); state = waiting; inDoubt = true }
  :: d_step { copy[0].live && copy[0].place == replying -> settle(copy[0].word) }
  :: d_step { copy[1].live && copy[1].place == replying -> settle(copy[1].word) }
  od
}

/* Decides what nobody knows, and takes back what is offered as not done. */
proctype Person() {
end:
  do
#ifndef ENDS
  :: d_step { state == waiting && !inDoubt -> printf("a person cancels\n"); state = cancelled }
#endif
  :: d_step { state == unconfirmed -> printf("a person says: it was done\n"); state = byPerson }
#if KEYS > 1
  :: d_step { state == unconfirmed && key < KEYS - 1 ->
      printf("a person says: not done, send it again\n"); state = waiting; key++; tries = 0; inDoubt = false; triedEpoch = 0; triedAt = 0; lastAt = 0 }
#endif
  od
}

/* Sends a POST again by itself when its connection closes before a reply: the same headers, and the page hears of one. */
proctype Browser() {
  byte i;
end:
  do
  :: d_step { state == sending && hasLeft && resends < RESENDS && hasRoom && mayFail ->
      printf("the browser sends the POST again\n"); fail; resends++; nobodyWaits(); unreadIsLost(); leave(true); i = 0 }
  od
}

#ifdef HELD_TWICE
/* The other handheld that holds the call: it tries so often, each time by a hello of its own. What it hears is left out. */
proctype Other() {
  byte i, epochHeard, timeHeard, heard, tried;
end:
  do
  :: d_step { tried < HELD_TWICE && epochHeard == 0 && hasLedger(0) ->
      printf("the other handheld hears a hello\n");
      tell(0, epochHeard, timeHeard, heard) }
  :: d_step { epochHeard != 0 && hasRoom ->
      printf("the other handheld sends\n");
      takePlace();
      if
      :: i < COPIES ->
        copy[i].place = onItsWay; copy[i].live = false; copy[i].key = 0; copy[i].heardAt = heard;
#ifdef OLD_COPIES
        copy[i].epoch = epochHeard; copy[i].firstAt = timeHeard; copy[i].lastAt = timeHeard
#else
        copy[i].epoch = 1; copy[i].firstAt = FIRST_TIME; copy[i].lastAt = timeHeard
#endif
      :: else
      fi;
      i = 0; epochHeard = 0; timeHeard = 0; heard = 0; tried++ }
  od
}
#endif
