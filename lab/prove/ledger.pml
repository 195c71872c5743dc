/*
 * The ledger: rows by key, and what it knows of itself. LIVE is what the gateways use, OLD a copy of it: a backup, a machine's
 * snapshot, or how far a standby had come. Beside it each gateway's witness, and the note of it. What is called a witness here
 * is ledgerCheckpoint.ts in the gateway; a gateway that is seated holds its lease, gatewayLease.ts.
 */
#define LIVE 0
#define OLD 1
#ifndef PUTS_BACK
#define PUTS_BACK 0 /* how often the old copy takes the ledger's place */
#endif
#define at_(l, k) ((l) * KEYS + (k))

mtype:row row[2 * KEYS] = absent;
byte receivedAt[2 * KEYS], by[2 * KEYS];
bool ran[2 * KEYS]; /* SHARED: the dispatch is noted, for its gateway's witness to find */
/* `told`: the newest time that the ledger told or took a call at; `begun`, `gaps`: a bit for each epoch, for each time. */
byte epoch[2], count[2], told[2], pruned[2], timeline[2], beat[2], begun[2];
int gaps[2];
bool hasCopy;
byte putsBack, epochs;

/* `seen`: a file's count of dispatches and starts; a database's last dispatch of this gateway. */
byte witnessEpoch[GATEWAYS], witnessSeen[GATEWAYS], witnessBeat[GATEWAYS];
#ifdef WITH_WITNESS
byte oldEpoch[GATEWAYS], oldSeen[GATEWAYS], oldBeat[GATEWAYS];
#endif
/* What says the same as the witness, in memory: a reboot leaves none, and whoever copies one back breaks its seal. */
#define NONE 0
#define SEALED 1
#define COPIED_BACK 2
byte note[GATEWAYS];
#ifdef WITH_NOTE
#define afterPutBack COPIED_BACK
#else
#define afterPutBack NONE
#endif
#ifdef NO_NOTE /* no folder in memory outlives the gateway */
#define FIRST_NOTE NONE
#else
#define FIRST_NOTE SEALED
#endif
#ifdef OLD_NOTE
#define wentOn(g) (note[g] != NONE)
#else
#define wentOn(g) (note[g] == SEALED)
#endif
byte servers = 1;       /* the database server's own timeline: another one after each promotion */

/* What each gateway knows since its start. `lead`: of ledger time before the true one. */
bool alive[GATEWAYS], seated[GATEWAYS];
byte knownEpoch[GATEWAYS], startedAt[GATEWAYS], crashes;
short lead[GATEWAYS];
byte wall, jumps; /* what the gateway's clock shows: 0 the true time, 1 long ago, 2 far ahead */
#ifdef CLOCK_JUMPS
byte startedClock[GATEWAYS];
#else
#define startedClock startedAt
#endif

#define wallClock (wall == 0 -> clock : (wall == 1 -> 0 : clock + RETENTION + 1))
#ifdef OLD_CLOCK
#define ledgerTime(g) wallClock
#define pruneTime(g) wallClock
#else
#define ledgerTime(g) (told[LIVE] > clock + lead[g] -> told[LIVE] : clock + lead[g])
#define sinceStart(g) (startedAt[g] + clock - startedClock[g])
#define pruneTime(g) (ledgerTime(g) < sinceStart(g) -> ledgerTime(g) : sinceStart(g))
#endif
byte from, to;

/* What is received in an older ledger may have been dispatched since. */
inline forgetReceived(k) {
  for (k : 0 .. KEYS - 1) {
    if
    :: row[at_(LIVE, k)] == received -> row[at_(LIVE, k)] = absent; receivedAt[at_(LIVE, k)] = 0
    :: else
    fi
  }
  k = 0
}

inline newEpoch(k) {
  printf("a new epoch begins\n");
  epochs++; epoch[LIVE] = epochs; begun[LIVE] = begun[LIVE] | (1 << epochs);
  pruned[LIVE] = 0; gaps[LIVE] = 0; /* what was tried before it is not sent again anyway */
  forgetReceived(k)
}

/* `from` the last time that is sure, less what a told time may be late. */
inline drawGap(k) {
  if
  :: from > AGE -> from = from - AGE
  :: else -> from = 0
  fi;
  printf("a gap is drawn from %d to before %d\n", from, to);
  gaps[LIVE] = gaps[LIVE] | ((1 << to) - (1 << from));
  from = 0; to = 0;
  forgetReceived(k)
}

/* Ledger time goes on with the true one; where the clock is ahead of it, it takes the clock's. */
inline keepTime(g, k) {
#if defined(CLOCK_JUMPS) && !defined(OLD_CLOCK)
  if
  :: wallClock > ledgerTime(g) + 1 ->
    from = ledgerTime(g); to = wallClock; drawGap(k);
    lead[g] = wallClock - clock
  :: wallClock == ledgerTime(g) + 1 -> lead[g] = wallClock - clock
  :: else
  fi
#else
  skip
#endif
}

/* Assumed: between its look-up and its entering, which wait for the ledger alone, no request stands as long as a row is kept. */
#define isBeingEntered(c, k) (copy[c].place == asked && copy[c].key == k)

inline prune(g, k) {
  keepTime(g, k);
  if
  :: pruneTime(g) > RETENTION && pruneTime(g) - RETENTION > pruned[LIVE] -> pruned[LIVE] = pruneTime(g) - RETENTION
  :: else
  fi;
  for (k : 0 .. KEYS - 1) {
    if
    :: row[at_(LIVE, k)] != absent && receivedAt[at_(LIVE, k)] < pruned[LIVE] && !isBeingEntered(0, k) && !isBeingEntered(1, k) ->
      printf("the row is pruned\n");
      row[at_(LIVE, k)] = absent; receivedAt[at_(LIVE, k)] = 0; ran[at_(LIVE, k)] = false
    :: else
    fi
  }
  k = 0
}

#ifdef SHARED
#define hasLast(g) (witnessSeen[g] == 0 || ran[at_(LIVE, witnessSeen[g] - 1)])
#define knowsOf(g) ((begun[LIVE] >> witnessEpoch[g]) & 1)
#define isWhole(g) ((witnessEpoch[g] == epoch[LIVE] && hasLast(g)) || (witnessEpoch[g] != epoch[LIVE] && knowsOf(g)))
#else
#define isWhole(g) (witnessEpoch[g] == epoch[LIVE] && count[LIVE] >= witnessSeen[g])
#endif
#ifdef OLD_FAILOVER
#define isSame(g) true
#else
#define isSame(g) (timeline[LIVE] == servers && beat[LIVE] >= witnessBeat[g])
#endif
#if GATEWAYS == 2
#define isAlone(g) !seated[1 - g]
#define nobodyIsUp (!alive[0] && !alive[1])
#else
#define isAlone(g) true
#define nobodyIsUp (!alive[0])
#endif

/* A gateway comes to its ledger: is this the ledger that it was? */
inline enter(g, k) {
  if
  :: !wentOn(g) -> clock++ /* a machine takes its time to come up, a copy to be put back */
  :: else
  fi;
  if
  :: isWhole(g) && isSame(g) -> skip
  :: else -> begun[LIVE] = begun[LIVE] | (1 << witnessEpoch[g]); newEpoch(k)
  fi;
#ifdef SHARED
  timeline[LIVE] = servers;
  if
  :: witnessEpoch[g] != epoch[LIVE] -> witnessEpoch[g] = epoch[LIVE]; witnessSeen[g] = 0
  :: else
  fi;
  witnessBeat[g] = beat[LIVE];
#else
  count[LIVE]++; witnessEpoch[g] = epoch[LIVE]; witnessSeen[g] = count[LIVE];
  for (k : 0 .. KEYS - 1) {
    if
    :: row[at_(LIVE, k)] == dispatching -> row[at_(LIVE, k)] = outcomeUnknown
    :: else
    fi
  }
  k = 0;
#endif
  knownEpoch[g] = epoch[LIVE];
#ifdef CLOCK_JUMPS
  startedClock[g] = clock;
  lead[g] = (told[LIVE] > wallClock -> told[LIVE] : wallClock) - clock;
#endif
  startedAt[g] = ledgerTime(g);
#ifndef OLD_TOLD
  if
  :: !wentOn(g) && isAlone(g) -> from = told[LIVE]; to = startedAt[g]; drawGap(k)
  :: else
  fi;
#endif
#ifndef NO_NOTE
  note[g] = SEALED;
#endif
  seated[g] = true;
  prune(g, k)
}

inline comes(g) {
  witnessEpoch[g] = 1; alive[g] = true; seated[g] = true; knownEpoch[g] = 1; note[g] = FIRST_NOTE; startedAt[g] = FIRST_TIME;
#ifndef SHARED
  witnessSeen[g] = 1;
#endif
#ifdef CLOCK_JUMPS
  startedClock[g] = FIRST_TIME
#endif
}

inline begin() {
  epochs = 1; epoch[LIVE] = 1; count[LIVE] = 1; begun[LIVE] = 2; timeline[LIVE] = 1;
  comes(0);
#if GATEWAYS == 2
  comes(1)
#endif
}

inline take(a, b, k) {
  for (k : 0 .. KEYS - 1) {
    row[at_(b, k)] = row[at_(a, k)]; receivedAt[at_(b, k)] = receivedAt[at_(a, k)];
    by[at_(b, k)] = by[at_(a, k)]; ran[at_(b, k)] = ran[at_(a, k)]
  }
  k = 0;
  epoch[b] = epoch[a]; count[b] = count[a]; told[b] = told[a]; pruned[b] = pruned[a];
  timeline[b] = timeline[a]; beat[b] = beat[a]; begun[b] = begun[a]; gaps[b] = gaps[a]
}

/* A database takes another's place under running gateways, whose connections end; a file does not. */
#if !defined(SHARED) || defined(WITH_WITNESS)
#define canGoBack nobodyIsUp
#elif defined(PROMOTED)
#define canGoBack true
#else /* on the same timeline: a beat of each gateway is lost with the rest */
#define canGoBack (witnessBeat[0] > beat[OLD] && witnessBeat[1] > beat[OLD])
#endif

/* What happens to the ledger, and to the clock. */
proctype Ledger() {
  byte i, k;
end:
  do
  :: d_step { clock < LAST_TIME -> printf("time passes\n"); clock++ }
#ifdef CLOCK_JUMPS
  :: d_step { wall == 0 && jumps < CLOCK_JUMPS -> printf("the gateway's clock shows long ago\n"); jumps++; wall = 1 }
#endif
#ifdef JUMPS_AHEAD
  :: d_step { wall == 0 && jumps < CLOCK_JUMPS -> printf("the gateway's clock is far ahead\n"); jumps++; wall = 2 }
#endif
#ifdef CLOCK_JUMPS
  :: d_step { wall != 0 -> printf("the gateway's clock is right again\n"); wall = 0 }
#endif
#if PUTS_BACK > 0
  :: d_step { !hasCopy -> printf("a copy of the ledger is taken\n"); hasCopy = true; take(LIVE, OLD, k);
#ifdef WITH_WITNESS
      for (k : 0 .. GATEWAYS - 1) { oldEpoch[k] = witnessEpoch[k]; oldSeen[k] = witnessSeen[k]; oldBeat[k] = witnessBeat[k] }
      k = 0
#endif
    }
  :: d_step { hasCopy && putsBack < PUTS_BACK && canGoBack -> printf("the copy takes the ledger's place\n");
      putsBack++; take(OLD, LIVE, k); unreadIsLost();
      copy[0].isOvertaken = false; copy[1].isOvertaken = false; /* what was entered before may stand there again */
#ifdef PROMOTED
      servers++;
#endif
      for (k : 0 .. GATEWAYS - 1) {
        seated[k] = false;
#ifdef WITH_WITNESS
        witnessEpoch[k] = oldEpoch[k]; witnessSeen[k] = oldSeen[k]; witnessBeat[k] = oldBeat[k]; note[k] = afterPutBack
#endif
      }
      k = 0 }
#endif
  od
}
