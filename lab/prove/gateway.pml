/*
 * A gateway: it asks its ledger, puts `dispatching` on disk, sends, puts the answer on disk, replies. Each is a step of its own, and
 * it may stop before any of them. One that stands still needs nothing more: its next step may be as late as it likes.
 */
#ifdef SHARED
#define hasLedger(g) (alive[g] && seated[g])
#else
#define hasLedger(g) alive[g]
#endif

#define rowOf(c) row[at_(LIVE, copy[c].key)]
#define byOf(c) by[at_(LIVE, copy[c].key)]

/*
 * Whoever enters the call last has it, and nobody else may dispatch it. So a copy that another asker still has cannot leave
 * once this one has heard that the call was not forwarded.
 */
#ifndef OLD_OWNER
#define OWNED
#endif

/* Hello. What it tells is in the ledger before it is told. */
inline tell(g, epochOf, timeOf, heard) {
#ifdef OLD_TOLD
  timeOf = ledgerTime(g);
#else
  keepTime(g, i);
  told[LIVE] = ledgerTime(g);
  timeOf = told[LIVE];
#endif
  epochOf = knownEpoch[g]; heard = clock
}

/* A call is entered and dispatched under the epoch that it was looked up in. */
#ifndef SHARED
#define UNDER(g) 0
#define mayDispatch(g, c) true
#elif defined(OLD_UNDER)
#define UNDER(g) 0
#define mayDispatch(g, c) (seated[g] && epoch[LIVE] == knownEpoch[g])
#else
#define UNDER(g) knownEpoch[g]
#define mayDispatch(g, c) (seated[g] && epoch[LIVE] == copy[c].epoch)
#endif

/* A gateway that was set up otherwise since, or one of two that was: it does not forward this call. */
#ifndef REFUSES
#define refuses(g) false
#elif GATEWAYS == 2
#define refuses(g) (g == 0)
#else
#define refuses(g) (crashes > 0)
#endif

/* It enters the call first: else another gateway forwards what this one has refused. */
#ifdef OLD_REFUSES
#define refusesAtOnce(g) refuses(g)
#define refusesEntered(g) false
#else
#define refusesAtOnce(g) false
#define refusesEntered(g) refuses(g)
#endif

/* An unknown key that says it was tried when this ledger cannot tell what it dispatched. */
#define isForgotten(c, g) (copy[c].epoch != 0 && (copy[c].epoch != knownEpoch[g] || copy[c].firstAt < pruned[LIVE] || isInGap(c, g)))
#ifdef OLD_TOLD
#define isInGap(c, g) false
#else
#define isInGap(c, g) (copy[c].lastAt > ledgerTime(g) || (gaps[LIVE] & ((1 << (copy[c].lastAt + 1)) - (1 << copy[c].firstAt))) != 0)
#endif

/* Another copy of the request waits for its connection here: this one takes the call over; once it waited with it. */
#ifdef OWNED
#define joins(c, g) false
#else
#define isAsking(j, c, g) (j != c && copy[j].place == asked && copy[j].gateway == g && copy[j].key == copy[c].key)
#define joins(c, g) (isAsking(0, c, g) || isAsking(1, c, g))
#endif

/* The gateway that dispatched the call is seen to be at it. */
#define isSending(j, c) (copy[j].place == sent && copy[j].key == copy[c].key && copy[j].gateway == byOf(c) && seated[copy[j].gateway])

/* ENDS: who asks for a call that is on its way waits for its end, if not at once. */
#ifdef ENDS
#define mayPoll(c) (rowOf(c) != dispatching || mayFail || !(isSending(0, c) || isSending(1, c)))
#else
#define mayPoll(c) true
#endif

/* Assumed: the handheld asks for a new hello in time, and no request is on its way for longer. */
#define isTooOld(c) (copy[c].heardAt + AGE < clock)

/* Who is sending what stands as dispatching: `j` is COPIES where nobody is. */
inline findSender(c, j) {
  for (j : 0 .. COPIES - 1) {
    if
    :: isSending(j, c) -> break
    :: else
    fi
  }
}

inline reply(c, said) {
  if
  :: copy[c].live ->
    copy[c].word = said; copy[c].place = replying;
    copy[c].epoch = 0; copy[c].firstAt = 0; copy[c].lastAt = 0; copy[c].heardAt = 0; copy[c].gateway = 0;
    copy[c].sawRow = false; copy[c].isOvertaken = false
  :: else -> free(c)
  fi
}

inline learnEpoch(g) {
  knownEpoch[g] = epoch[LIVE];
  if
  :: witnessEpoch[g] != epoch[LIVE] -> witnessEpoch[g] = epoch[LIVE]; witnessSeen[g] = 0
  :: else
  fi
}

/*
 * Each entering has a ticket of its own, and compares what stands with what its look-up saw. Here that is whether there was a
 * row then, and whether another copy was entered since.
 */
#ifdef OWNED
#define look(c) copy[c].sawRow = (rowOf(c) == received)
#else
#define look(c) skip
#endif
#ifdef OLD_ENTERS
#define isAsSeen(c) true
#else
#define isAsSeen(c) (copy[c].sawRow -> rowOf(c) == received && !copy[c].isOvertaken : rowOf(c) == absent)
#endif

/* Reads the request, and what stands under its key. */
inline ask(g, c, j) {
  printf("gateway %d asks the ledger, which has it %e\n", g, rowOf(c));
  keepTime(g, k);
  if
  :: rowOf(c) == settled -> reply(c, ANSWERED)
  :: rowOf(c) == refusedByService -> reply(c, REJECTED)
  :: rowOf(c) == outcomeUnknown -> reply(c, UNKNOWN)
  :: rowOf(c) == dispatching ->
    findSender(c, j);
    if
    :: j < COPIES -> fail; reply(c, IN_PROGRESS)
    :: else -> rowOf(c) = outcomeUnknown; reply(c, UNKNOWN)
    fi;
    j = 0
  :: rowOf(c) == absent && isForgotten(c, g) -> reply(c, EXPIRED)
  :: else ->
    if
    :: refusesAtOnce(g) -> reply(c, REFUSED)
    :: else -> look(c); copy[c].place = asked; copy[c].gateway = g; copy[c].epoch = UNDER(g); copy[c].firstAt = 0; copy[c].lastAt = 0
    fi
  fi
}

inline enterCall(g, c) {
  keepTime(g, k);
  receivedAt[at_(LIVE, copy[c].key)] = ledgerTime(g);
#ifndef OLD_TOLD
  told[LIVE] = ledgerTime(g)
#endif
}

/* Another asker has it: what stands under its key is looked up again. */
inline goBack(c) {
  if
  :: rowOf(c) == settled -> reply(c, ANSWERED)
  :: rowOf(c) == refusedByService -> reply(c, REJECTED)
  :: rowOf(c) == outcomeUnknown -> reply(c, UNKNOWN)
  :: else -> reply(c, IN_PROGRESS)
  fi
}

#ifdef OWNED
/* The call is this copy's from now on, where what its look-up saw stands there still. */
inline enterAsOwner(g, c) {
  if
  :: !mayDispatch(g, c) -> reply(c, UNASKED); learnEpoch(g)
  :: mayDispatch(g, c) && ((rowOf(c) != absent && rowOf(c) != received) || !isAsSeen(c)) -> goBack(c)
  :: else ->
    printf("gateway %d enters the call\n", g);
    if
    :: rowOf(c) == absent -> enterCall(g, c); rowOf(c) = received
    :: else
    fi;
    copy[1 - c].isOvertaken = (copy[1 - c].key == copy[c].key && (copy[1 - c].place == asked || copy[1 - c].place == entered));
    copy[c].place = entered; copy[c].sawRow = false; copy[c].isOvertaken = false
  fi
}
#endif

/* `dispatching` is on disk, and the witness knows, before the first byte leaves. */
#ifdef OWNED
#define isTaken(g, c) (rowOf(c) != received || copy[c].isOvertaken)
#else
#define isTaken(g, c) (rowOf(c) != absent && rowOf(c) != received)
#endif
#ifdef OLD_SLOW
#define isTooSlow(c) false
#else
#define isTooSlow(c) isTooOld(c)
#endif

inline dispatch(g, c) {
  if
#ifdef SHARED
  :: !mayDispatch(g, c) ->
    reply(c, NOT_FORWARDED); learnEpoch(g)
#endif
  :: mayDispatch(g, c) && isTaken(g, c) -> goBack(c) /* somebody else was quicker: what is there now? */
  :: mayDispatch(g, c) && !isTaken(g, c) && isTooSlow(c) -> reply(c, NOT_FORWARDED) /* its connection took too long */
  :: else ->
    printf("gateway %d dispatches\n", g);
    if
    :: rowOf(c) == absent -> enterCall(g, c)
    :: else
    fi;
    rowOf(c) = dispatching; byOf(c) = g;
#ifdef SHARED
    ran[at_(LIVE, copy[c].key)] = true; witnessSeen[g] = copy[c].key + 1;
#else
    count[LIVE]++; witnessSeen[g] = count[LIVE];
#endif
    copy[c].place = sent; copy[c].epoch = 0; copy[c].heardAt = 0; reaching[copy[c].key]++
  fi
}

/* What came of a call is on disk before anybody hears of it. */
inline record(c, to, said) {
  printf("gateway %d records what came\n", copy[c].gateway);
  if
  :: seated[copy[c].gateway] && byOf(c) == copy[c].gateway && (rowOf(c) == dispatching || rowOf(c) == outcomeUnknown) ->
    rowOf(c) = to
  :: else
  fi;
  reply(c, said)
}

#ifdef NEVER_GIVES_UP
#define givesUp false
#else
#define givesUp true
#endif

#ifdef OWNED
#define isReady(c) (copy[c].place == entered)
#define entersLater(g, c) \
  :: d_step { copy[c].place == asked && copy[c].gateway == g -> enterAsOwner(g, c) }
#else
#define isReady(c) (copy[c].place == asked)
#define entersLater(g, c) \
  :: d_step { copy[c].place == asked && copy[c].gateway == g && rowOf(c) == absent && mayDispatch(g, c) -> \
      printf("gateway %d enters the call\n", g); enterCall(g, c); rowOf(c) = received }
#endif

#define serve(g, c) \
  :: d_step { copy[c].place == onItsWay && isTooOld(c) -> printf("a request is too late\n"); free(c) } \
  :: d_step { copy[c].place == onItsWay && hasLedger(g) && !isTooOld(c) && !joins(c, g) && mayPoll(c) -> ask(g, c, j) } \
  :: d_step { copy[c].place == onItsWay && copy[c].live && alive[g] && mayFail -> \
      printf("gateway %d answers without asking the ledger\n", g); fail; reply(c, UNASKED) } \
  entersLater(g, c) \
  :: d_step { isReady(c) && copy[c].gateway == g && mayFail -> \
      printf("gateway %d cannot reach the service\n", g); fail; reply(c, NOT_FORWARDED) } \
  :: d_step { isReady(c) && copy[c].gateway == g && refusesEntered(g) -> reply(c, REFUSED) } \
  :: d_step { isReady(c) && copy[c].gateway == g && !refusesEntered(g) -> dispatch(g, c) } \
  :: d_step { copy[c].place == sent && copy[c].gateway == g && itsAnswer[copy[c].key] -> record(c, settled, ANSWERED) } \
  :: d_step { copy[c].place == sent && copy[c].gateway == g && itsRefusal[copy[c].key] -> record(c, refusedByService, REJECTED) } \
  :: d_step { copy[c].place == sent && copy[c].gateway == g && givesUp -> record(c, outcomeUnknown, UNKNOWN) }

inline stop(g, j) {
  printf("gateway %d stops\n", g);
  crashes++; alive[g] = false; seated[g] = false;
  for (j : 0 .. COPIES - 1) {
    if
    :: copy[j].gateway == g && (copy[j].place == asked || copy[j].place == entered || copy[j].place == sent) -> free(j)
    :: else
    fi
  }
  j = 0
}

#define live(g) \
  :: d_step { alive[g] && crashes < CRASHES -> stop(g, j) } \
  :: d_step { alive[g] && crashes < CRASHES -> printf("with its machine, "); stop(g, j); note[g] = NONE } \
  :: d_step { !alive[g] -> printf("gateway %d starts\n", g); alive[g] = true; enter(g, k) }

proctype Gateways() {
  byte j, k;
end:
  do
  serve(0, 0)
  serve(0, 1)
  live(0)
#ifdef SHARED
  :: d_step { alive[0] && !seated[0] -> printf("gateway 0 comes back to the database\n"); enter(0, k) }
#endif
#if GATEWAYS == 2
  serve(1, 0)
  serve(1, 1)
  live(1)
  :: d_step { alive[1] && !seated[1] -> printf("gateway 1 comes back to the database\n"); enter(1, k) }
#endif
#ifdef BEATS /* so many of a shared ledger */
  :: d_step { seated[0] && beat[LIVE] < BEATS -> printf("a heartbeat of gateway 0\n"); beat[LIVE]++; witnessBeat[0] = beat[LIVE] }
  :: d_step { seated[1] && beat[LIVE] < BEATS -> printf("a heartbeat of gateway 1\n"); beat[LIVE]++; witnessBeat[1] = beat[LIVE] }
#endif
#if LAST_TIME > FIRST_TIME || defined(CLOCK_JUMPS)
  :: d_step { hasLedger(0) -> prune(0, k) }
#endif
  od
}
