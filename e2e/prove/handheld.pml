/*
 * The handheld: it claims the call, sends, settles what it hears, and may stop before any of these. Beside it the browser, which
 * sends a POST again by itself, and the person who decides.
 */
/* Puts the request on its way in a free place: `i` is where, COPIES where there is no room. */
inline leave(waits) {
  for (i : 0 .. COPIES - 1) {
    if
    :: copy[i].place == nowhere -> break
    :: else
    fi
  }
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

proctype Handheld() {
  byte i;
  mtype:word heard;
end:
  do
  :: d_step { state == waiting && helloEpoch == 0 && hasLedger(0) -> printf("the handheld hears a hello\n"); tell(0) }
#if GATEWAYS == 2
  :: d_step { state == waiting && helloEpoch == 0 && hasLedger(1) -> printf("the handheld hears a hello of gateway 1\n"); tell(1) }
#endif
  :: d_step { state == waiting && helloEpoch != 0 ->
      printf("it claims the call\n");
      state = sending;
      if
      :: tries == 0 -> triedEpoch = helloEpoch; triedAt = helloAt; lastAt = helloAt
      :: else
      fi;
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
