import fc from 'fast-check'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import {
  across,
  depositAsk,
  inboxAsk,
  manualAsk,
  nativeAsk,
  sameChainAsk,
  signedAsk,
  usdtAsk,
} from '../harness/actions.ts'
import type { Fate } from '../harness/fake-chain.ts'
import type { Fault } from '../harness/fake-service.ts'
import type { Mood } from '../harness/moods.ts'
import type { WalletManner } from '../sandbox/pages/wallet/wallet-manners.ts'

const fault: fc.Arbitrary<Fault | null> = fc.option(
  fc.record({
    code: fc.constantFrom(
      'serviceTimeout',
      'serviceFailed',
      'serviceBusy',
      'serviceNotJson',
      'serviceUnreachable',
      'serviceRefused',
    ),
    after: fc.boolean(),
    delayMs: fc.constantFrom(0, 3_000, 20_000),
  }),
)
/** The moods of the wallet that schedules draw from. */
export const drawnMoods: readonly Mood[] = [
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
  'beside',
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
const mood = fc.constantFrom(...drawnMoods)

/** The mood in which a schedule's wallet has each manner of a test wallet, or why it has none. */
export const moodsOfManners: { readonly [manner in WalletManner]: Mood | { readonly reason: string } } = {
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
/** A second window's click, whether or not it fits the moment. */
const click = fc.constantFrom('confirm', 'retry', 'acceptOffer', 'abandon', 'cancel', 'seen')

const routes = {
  signed: { ask: signedAsk, choice: {} },
  sameChain: { ask: sameChainAsk, choice: {} },
  usdt: { ask: usdtAsk, choice: {} },
  native: { ask: nativeAsk, choice: {} },
  inbox: { ask: inboxAsk, choice: {} },
  manual: { ask: manualAsk, choice: across },
  deposit: { ask: depositAsk, choice: { routeKey: 'deposit' } },
}
type RouteName = keyof typeof routes

export const routeNames = Object.keys(routes) as readonly RouteName[]

/** What one schedule does to a swap of some route: how each side behaves, and what goes wrong when, counted in ticks. */
export const scheduleOf = (...names: readonly RouteName[]) =>
  fc.record({ route: fc.constantFrom(...names.map((name) => routes[name])), ...sides })

/** The person takes back what is left: an allowance of a swap that is over, and what lies in the inbox. */
const exits = fc.record({
  /** How often they would try. */
  tries: fc.integer({ min: 1, max: 3 }),
  /** After so many ticks without an answer they stop waiting. */
  patience: fc.nat(20),
  moods: fc.array(mood, { maxLength: 3 }),
  fates: fc.array(fc.constantFrom<Fate>('mine', 'mine', 'fail', 'cancel', 'reprice', 'drop', 'hide'), {
    maxLength: 3,
  }),
  /** The edge at which the background dies, counted from the first of them. */
  death: fc.option(fc.nat(80)),
})

const sides = {
  /** A contract account, whose signature the chain judges (EIP-1271). */
  isContract: fc.boolean(),
  allowed: fc.constantFrom(0n, 7n, 10n ** 12n),
  moods: fc.array(mood, { maxLength: 4 }),
  /** Approval and send are asked for as one. */
  isAtomic: fc.boolean(),
  /** And called failed afterwards, whatever became of it. */
  namesFailed: fc.constantFrom(false, false, true),
  /** Around the three minutes in which nothing may be seen of calls that their wallet calls failed. */
  lateMs: fc.integer({ min: minuteMs, max: 6 * minuteMs }),
  submits: fc.array(fault, { maxLength: 5 }),
  looks: fc.array(fault, { maxLength: 8 }),
  quotes: fc.array(fault, { maxLength: 2 }),
  fate: fc.constantFrom<readonly number[]>([1, 2, 3, 4], [3, 4], [1, 5], [1, 2, 9, 3], [1, 2, 6, 7]),
  /** Between two codes of the fate. */
  stepMs: fc.constantFrom(3_000, 3_000, 70_000),
  /** The edges, counted from each start, at which the background dies. */
  deaths: fc.array(fc.nat(150), { maxLength: 3 }),
  /** The nodes, or the service, go away or come back. */
  outages: fc.array(fc.tuple(tickNumber, fc.boolean()), { maxLength: 4 }),
  /** The machine's clock is off by so much from then on. */
  clocks: fc.array(
    fc.tuple(
      tickNumber,
      fc.constantFrom(-24, -1, 0, 1, 24).map((hours) => hours * hourMs),
    ),
    {
      maxLength: 3,
    },
  ),
  /** The account sends something else, which takes the next nonce: also that of a send that is asked for or on its way. */
  others: fc.array(tickNumber, { maxLength: 2 }),
  /** The machine sleeps so long. */
  sleeps: fc.array(fc.tuple(tickNumber, fc.constantFrom(2 * minuteMs, 8 * hourMs)), { maxLength: 2 }),
  clicks: fc.array(fc.tuple(tickNumber, click), { maxLength: 4 }),
  exits: fc.option(exits),
  quoteLifeSeconds: fc.constantFrom(17, 60),
  permille: fc.constantFrom(980n, 990n),
}

const lost = fc.constantFrom<Mood>(
  'gone',
  'kept',
  'beside',
  'late',
  'silent',
  'hidden',
  'busy',
  'before',
  'yes',
)

/** Schedules in which a send is lost sight of, so that the person asks for it once more. */
export const lostSends = fc
  .record({
    given: scheduleOf('native', 'inbox'),
    moods: fc.array(lost, { minLength: 1, maxLength: 4 }),
  })
  .map(({ given, moods }) => ({ ...given, moods, sleeps: [], clocks: [] }))

/** Swaps that end without their money being used, or late, so that something is left to take back. */
export const leftBehind = scheduleOf('signed', 'usdt', 'native', 'inbox', 'manual').chain((given) =>
  fc
    .record({
      exits,
      fate: fc.constantFrom<readonly number[]>([1, 5], [5], [], [1, 2, 6], [1, 2, 6, 7]),
      isStopped: fc.boolean(),
    })
    .map(({ isStopped, ...left }) => ({
      ...given,
      ...left,
      clicks: isStopped
        ? [...given.clicks, [12, 'abandon'] satisfies Schedule['clicks'][number]]
        : given.clicks,
    })),
)

/** Swaps whose account is used for something else while a send is open, with and without an error of the wallet. */
export const usedElsewhere = fc
  .record({
    given: scheduleOf('native', 'inbox', 'manual', 'deposit'),
    moods: fc.array(
      fc.constantFrom<Mood>('yes', 'errs', 'silent', 'unclear', 'gone', 'hidden', 'late', 'unsent'),
      { minLength: 1, maxLength: 3 },
    ),
    others: fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }),
  })
  .map(({ given, ...used }) => ({ ...given, ...used }))

/** Calls and transactions of a contract account whose owners never agree. */
export const neverExecuted = fc
  .record({
    given: scheduleOf('native', 'inbox', 'manual', 'usdt', 'deposit'),
    moods: fc.constantFrom<readonly Mood[]>(['unsent'], ['yes', 'unsent'], ['yes', 'yes', 'unsent']),
    isAtomic: fc.boolean(),
  })
  .map(({ given, ...never }) => ({ ...given, ...never, isContract: true, moods: [...never.moods] }))

export type Schedule = ReturnType<typeof scheduleOf> extends fc.Arbitrary<infer T> ? T : never
export type Click = Schedule['clicks'][number][1]

/** Swaps of every kind in which the background lives throughout. */
export const withoutDeaths = scheduleOf(...routeNames).map((given) => ({
  ...given,
  exits: given.exits === null ? null : { ...given.exits, death: null },
  deaths: [],
}))
