import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { mayAskAgain } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  begin,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { again, askedTwice, lastAsked, type SendCase } from '../harness/asked-twice.ts'
import { user } from '../harness/chains.ts'
import type { Mood } from '../harness/moods.ts'
import { createWorld, type World } from '../harness/world.ts'

const delegated = (world: World) => void world.chain.delegated.add(user)
const contract = (world: World) => void world.chain.owners.set(user, user)
const atOnce = (world: World) => {
  world.wallet.atomic = 'supported'
}

/** Every kind of send that an inbox takes once, by who sends it. */
const cases: readonly (readonly [name: string, of: SendCase])[] = [
  ['the native coin', { ask: nativeAsk }],
  ['a token', { ask: inboxAsk, before: ['yes'] }],
  ['approval and send as one', { ask: inboxAsk, prepare: atOnce }],
  ['the native coin of a delegated account', { ask: nativeAsk, prepare: delegated }],
  ['the native coin of a contract account', { ask: nativeAsk, prepare: contract }],
]

/** What the user has left of what a swap takes. */
const left = (world: World, { originChainId, inputToken }: QuoteRequest) =>
  world.chain.ledger.balance(originChainId, inputToken, user)

const sends = ({ transactions }: Order) => transactions.filter(({ purpose }) => purpose === 'send')

describe.each(cases)('two yeses to %s', (_name, of) => {
  test.each([
    ['the first, then the second', ['first:yes', 'second:yes']],
    ['the second, then the first', ['second:yes', 'first:yes']],
    ['the first unheard, then the second', ['first:deaf', 'second:yes']],
    ['the second, then the first unheard', ['second:yes', 'first:deaf']],
    ['both unheard', ['first:deaf', 'second:deaf']],
  ] as const)('pay once, and nothing is asked for anew: %s', async (_how, steps) => {
    for (const keepsNonce of [true, false]) {
      const { world, id, first, second } = await askedTwice(of)
      world.wallet.keepsNonce = keepsNonce
      const before = left(world, of.ask)
      for (const step of steps) {
        const [which, mood] = step.split(':') as ['first' | 'second', Mood]
        const decided = world.wallet.decide(which === 'first' ? first : second, mood)
        // An id of calls that the wallet has is taken once.
        await decided.catch(() => undefined)
      }
      const order = await until(world, id, isAtRest)
      expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
      expect(before - left(world, of.ask)).toBe(BigInt(of.ask.inputAmount))
      expect(world.commits.filter(({ state }) => state === 'needs_user')).toEqual([])
      expect(world.service.requests.size).toBe(1)
    }
  })
})

describe('a question to send that was asked before', () => {
  test('is heard late and attributed, though another one took its place', async () => {
    const { world, id, first, second } = await askedTwice({ ask: nativeAsk })
    await world.wallet.decide(second, 'reject')
    await pass(world, 2 * secondMs)
    expect(await orderAt(world, id)).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'walletRejected', money: 'unknown' },
      walletRequest: { requestId: first },
    })
    world.chain.fates.push('stick')
    await world.wallet.decide(first, 'yes')
    await pass(world, 2 * secondMs)
    const order = await orderAt(world, id)
    expect(order.state).toBe('sent')
    expect(sends(order)).toMatchObject([{ state: 'sent', accountNonce: 0 }])
  })

  test('is over once each of them was declined, whichever first: nothing was sent', async () => {
    for (const isFirst of [true, false]) {
      const { world, id, first, second } = await askedTwice({ ask: nativeAsk })
      for (const requestId of isFirst ? [first, second] : [second, first]) {
        expect((await orderAt(world, id)).state).not.toBe('needs_user')
        await world.wallet.decide(requestId, 'reject')
        await pass(world, 2 * secondMs)
      }
      expect(await orderAt(world, id)).toMatchObject({
        state: 'needs_user',
        problem: { code: 'walletRejected', money: 'nothingSent' },
      })
      await again(world, id)
      expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
      expect(world.service.requests.size).toBe(1)
    }
  })

  test('keeps the outcome unknown where the other one failed on chain', async () => {
    const { world, id, second } = await askedTwice({ ask: nativeAsk })
    world.chain.fates.push('fail')
    await world.wallet.decide(second, 'yes')
    const order = await until(world, id, ({ transactions }) =>
      transactions.some(({ state }) => state === 'failed'),
    )
    expect(order).toMatchObject({ state: 'unknown_outcome', problem: { money: 'unknown' } })
    await pass(world, 10 * minuteMs)
    expect((await orderAt(world, id)).state).toBe('unknown_outcome')
    expect(world.wallet.prompts).toHaveLength(2)
  })

  test('leaves the outcome unknown where the wallet takes no calls as one any more', async () => {
    const { world, id, first, second } = await askedTwice({ ask: inboxAsk, prepare: atOnce })
    await world.wallet.decide(second, 'noCalls')
    await pass(world, 2 * secondMs)
    expect(await orderAt(world, id)).toMatchObject({
      state: 'unknown_outcome',
      walletRequest: { requestId: first },
    })
    expect(world.wallet.prompts).toHaveLength(2)
  })
})

describe('before the wallet is asked for the same again', () => {
  async function offered(ask: QuoteRequest = nativeAsk) {
    const world = await createWorld()
    fund(world, ask)
    world.wallet.moods.push('gone')
    const id = await begin(world, ask)
    await until(world, id, mayAskAgain)
    return { world, id }
  }

  test('its account is looked at once more: what was sent a moment ago is not sent again', async () => {
    const { world, id } = await offered()
    await world.wallet.decide(lastAsked(world), 'deaf')
    await again(world, id)
    const order = await until(world, id, isAtRest)
    expect(world.wallet.prompts).toHaveLength(1)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })

  test('a node that does not answer is told, and nothing is asked until the user says so again', async () => {
    const { world, id } = await offered()
    world.chain.isDown = true
    await again(world, id)
    expect(await orderAt(world, id)).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'rpcUnreachable', money: 'unknown' },
    })
    world.chain.isDown = false
    await pass(world, 5 * minuteMs)
    expect(world.wallet.prompts).toHaveLength(1)
    await again(world, id)
    expect(world.wallet.prompts).toHaveLength(2)
  })

  test('another swap that holds the wallet goes first', async () => {
    const { world, id } = await offered()
    world.wallet.moods.push('silent')
    fund(world, signedAsk)
    const other = await begin(world, signedAsk)
    await untilState(world, other, 'approve_requested')
    await again(world, id)
    expect(await orderAt(world, id)).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'walletBusy', money: 'unknown' },
    })
    expect(world.wallet.prompts).toHaveLength(2)
  })

  test('a background that died before its prompt looks again, and sends nothing twice', async () => {
    const { world, id } = await offered()
    const { ask } = world.wallet
    // Nothing reached the wallet in that life.
    world.wallet.ask = () => new Promise(() => undefined)
    await again(world, id)
    expect((await orderAt(world, id)).state).toBe('send_requested')
    world.wallet.ask = ask
    await world.wallet.decide(lastAsked(world), 'deaf')
    await world.restart()
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.chain.sent).toHaveLength(1)
  })
})
