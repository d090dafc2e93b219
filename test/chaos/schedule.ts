import fc from 'fast-check'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import {
  acrossRoute,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  sameChainRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import type { Fate } from '../harness/fake-chain.ts'
import type { Fault } from '../harness/fake-service.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import type { WalletBehaviour } from '../sandbox/pages/wallet/wallet-behaviours.ts'

const fault: fc.Arbitrary<Fault | null> = fc.option(
  fc.record({
    code: fc.constantFrom(
      'serviceTimeout',
      'serviceFailed',
      'serviceBusy',
      'otherServerAnswered',
      'serviceUnreachable',
      'serviceRefused',
    ),
    after: fc.boolean(),
    delayMs: fc.constantFrom(0, 3_000, 20_000),
  }),
)
export const drawnBehaviours: readonly FakeWalletBehaviour[] = [
  'yes',
  'yes',
  'reject',
  'silent',
  'twice',
  'deaf',
  'gone',
  'unclear',
  'unreached',
  'garbage',
  'stranger',
  'hidden',
  'late',
  'kept',
  'withNext',
  'busy',
  'locked',
  'noChain',
  'before',
  'refusedBefore',
  'lower',
  'lowerDeaf',
  'unsent',
  'errs',
]
const behaviour = fc.constantFrom(...drawnBehaviours)

/** For each behaviour of a test wallet; or the reason why there is none. */
export const behavioursInSchedules: {
  readonly [manner in WalletBehaviour]: FakeWalletBehaviour | { readonly reason: string }
} = {
  asleep: 'before',
  deaf: 'before',
  dies: 'gone',
  keeps: 'kept',
  forgets: 'silent',
  'sends-late': 'late',
  hides: 'hidden',
  'asks-chains': 'before',
  'lacks-chains': 'before',
  busy: 'busy',
  locks: 'before',
}

const tickNumber = fc.nat(40)
/** A click in the second window, which may or may not fit the moment. */
const click = fc.constantFrom('confirm', 'retry', 'acceptOffer', 'stop', 'cancel', 'viewed', 'showAgain')

const routes = {
  signed: { request: signedRequest, choice: {} },
  sameChain: { request: sameChainRequest, choice: {} },
  usdt: { request: usdtRequest, choice: {} },
  native: { request: nativeRequest, choice: {} },
  inbox: { request: inboxRequest, choice: {} },
  manual: { request: manualRequest, choice: acrossRoute },
  deposit: { request: depositRequest, choice: { routeKey: 'deposit' } },
}
type RouteName = keyof typeof routes

export const routeNames = Object.keys(routes) as readonly RouteName[]

export const scheduleOf = (...names: readonly RouteName[]) =>
  fc.record({ route: fc.constantFrom(...names.map((name) => routes[name])), ...sides })

const exits = fc.record({
  tries: fc.integer({ min: 1, max: 3 }),
  /** The number of ticks without an answer after which the person stops the wait. */
  patience: fc.nat(20),
  behaviours: fc.array(behaviour, { maxLength: 3 }),
  fates: fc.array(fc.constantFrom<Fate>('mine', 'mine', 'fail', 'cancel', 'reprice', 'drop', 'hide'), {
    maxLength: 3,
  }),
  /** The edge at which the background dies, counted from the first attempt. */
  death: fc.option(fc.nat(80)),
})

const sides = {
  /** A contract account. The chain checks its signature (EIP-1271). */
  isContract: fc.boolean(),
  allowed: fc.constantFrom(0n, 7n, 10n ** 12n),
  behaviours: fc.array(behaviour, { maxLength: 4 }),
  /** The wallet gets approval and send as one request. */
  isAtomic: fc.boolean(),
  /** The wallet then reports the calls as failed, whatever happened. */
  namesFailed: fc.constantFrom(false, false, true),
  /** Around the three minutes after which Ferry believes that calls without a transaction failed. */
  lateMs: fc.integer({ min: minuteMs, max: 6 * minuteMs }),
  submits: fc.array(fault, { maxLength: 5 }),
  looks: fc.array(fault, { maxLength: 8 }),
  quotes: fc.array(fault, { maxLength: 2 }),
  fate: fc.constantFrom<readonly number[]>([1, 2, 3, 4], [3, 4], [1, 5], [1, 2, 9, 3], [1, 2, 6, 7]),
  /** The time between two codes of the fate. */
  stepMs: fc.constantFrom(3_000, 3_000, 70_000),
  /** The edges at which the background dies, counted from each start. */
  deaths: fc.array(fc.nat(150), { maxLength: 3 }),
  /** The nodes (true) or the service go down or come back. */
  outages: fc.array(fc.tuple(tickNumber, fc.boolean()), { maxLength: 4 }),
  /** The skew of the machine's clock from this tick on. */
  clocks: fc.array(
    fc.tuple(
      tickNumber,
      fc.constantFrom(-24, -1, 0, 1, 24).map((hours) => hours * hourMs),
    ),
    {
      maxLength: 3,
    },
  ),
  /** An unrelated transaction of the account uses the next nonce, even that of a requested or waiting send. */
  others: fc.array(tickNumber, { maxLength: 2 }),
  sleeps: fc.array(fc.tuple(tickNumber, fc.constantFrom(2 * minuteMs, 8 * hourMs)), { maxLength: 2 }),
  clicks: fc.array(fc.tuple(tickNumber, click), { maxLength: 4 }),
  exits: fc.option(exits),
  quoteLifeSeconds: fc.constantFrom(17, 60),
  permille: fc.constantFrom(980n, 990n),
}

const lostBehaviour = fc.constantFrom<FakeWalletBehaviour>(
  'gone',
  'kept',
  'withNext',
  'late',
  'silent',
  'hidden',
  'busy',
  'before',
  'yes',
)

/** Schedules in which Ferry loses sight of a send, so that the person retries. */
export const lostSendSchedules = fc
  .record({
    given: scheduleOf('native', 'inbox'),
    behaviours: fc.array(lostBehaviour, { minLength: 1, maxLength: 4 }),
  })
  .map(({ given, behaviours }) => ({ ...given, behaviours: behaviours, sleeps: [], clocks: [] }))

/** Swaps that end late or without using the money, so that an exit is possible. */
export const exitSchedules = scheduleOf('signed', 'usdt', 'native', 'inbox', 'manual').chain((given) =>
  fc
    .record({
      exits,
      fate: fc.constantFrom<readonly number[]>([1, 5], [5], [], [1, 2, 6], [1, 2, 6, 7]),
      isStopped: fc.boolean(),
    })
    .map(({ isStopped, ...left }) => ({
      ...given,
      ...left,
      clicks: isStopped ? [...given.clicks, [12, 'stop'] satisfies Schedule['clicks'][number]] : given.clicks,
    })),
)

/** Swaps whose account sends an unrelated transaction while a send is open, with and without a wallet error. */
export const nonceUsedSchedules = fc
  .record({
    given: scheduleOf('native', 'inbox', 'manual', 'deposit'),
    behaviours: fc.array(
      fc.constantFrom<FakeWalletBehaviour>(
        'yes',
        'errs',
        'silent',
        'unclear',
        'gone',
        'hidden',
        'late',
        'unsent',
      ),
      { minLength: 1, maxLength: 3 },
    ),
    others: fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }),
  })
  .map(({ given, ...used }) => ({ ...given, ...used }))

/** Calls and transactions of a contract account whose owners never approve. */
export const neverApprovedSchedules = fc
  .record({
    given: scheduleOf('native', 'inbox', 'manual', 'usdt', 'deposit'),
    behaviours: fc.constantFrom<readonly FakeWalletBehaviour[]>(
      ['unsent'],
      ['yes', 'unsent'],
      ['yes', 'yes', 'unsent'],
    ),
    isAtomic: fc.boolean(),
  })
  .map(({ given, ...never }) => ({ ...given, ...never, isContract: true, behaviours: [...never.behaviours] }))

export type Schedule = ReturnType<typeof scheduleOf> extends fc.Arbitrary<infer T> ? T : never
export type Click = Schedule['clicks'][number][1]

export const schedulesWithoutDeaths = scheduleOf(...routeNames).map((given) => ({
  ...given,
  exits: given.exits === null ? null : { ...given.exits, death: null },
  deaths: [],
}))
