import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Account } from '../../lib/wallet/port.ts'
import {
  account,
  across,
  allow,
  begin,
  depositAsk,
  fund,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  untilState,
} from '../harness/actions.ts'
import { person, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const rejection = { code: 4001, message: 'User rejected the request.' } as const
const inExtension: Account = {
  ...account,
  wallet: { ...account.wallet, connector: 'extension', id: 'nkbihfbeogaeaoehlefnkodbefgpgknn' },
}

const held = (world: World, ask: QuoteRequest) =>
  world.chain.ledger.balance(ask.originChainId, ask.inputToken, user)
const prompts = (world: World, method: string) =>
  world.wallet.prompts.filter((prompt) => prompt.method === method).length

/** The wallet signs, and the place where it lives keeps the signature, posts it and says something else to Ferry. */
async function keptSignature(said: 'reject' | 'garbage' | 'silence' | 'otherAccount') {
  const world = await createWorld()
  fund(world, signedAsk)
  allow(world, signedAsk, 10n ** 30n)
  const before = held(world, signedAsk)
  world.wallet.moods.push('silent')
  const id = await begin(world, signedAsk)
  const order = await untilState(world, id, 'sign_requested')
  const [prompt] = world.wallet.prompts
  if (!prompt?.wallet) throw new Error('not asked')
  const typedData = JSON.parse(String(prompt.params[1]))
  const userSignature = await person.signTypedData(typedData)
  const { requestType, quoteId } = order.terms
  const body = JSON.stringify({ requestType, request: typedData.message.witness, userSignature, quoteId })
  await world.service.service.submit(body, { priority: 'submit' })
  const { requestId, wallet } = prompt
  if (said === 'reject') await world.run.answered({ requestId, kind: 'failure', failure: rejection })
  if (said === 'garbage') {
    await world.run.answered({ requestId, kind: 'result', result: `0x${'11'.repeat(65)}`, wallet })
  }
  if (said === 'otherAccount') await world.run.accountsChanged(wallet, [`0x${'0b'.repeat(20)}`])
  await untilState(world, id, 'needs_user')
  return { world, id, before }
}

describe('a signature that the page of the wallet kept', () => {
  test.each(['reject', 'garbage', 'silence', 'otherAccount'] as const)(
    'is found used and followed after %s, and no second one is requested',
    async (said) => {
      const { world, id, before } = await keptSignature(said)
      await pass(world, 65 * secondMs)
      await world.run.dispatch(id, { kind: 'retry' })
      const order = await untilState(world, id, 'verified_terminal')
      expect(order.statusCode).toBe(4)
      expect(before - held(world, signedAsk)).toBe(BigInt(signedAsk.inputAmount))
      expect(prompts(world, 'eth_signTypedData_v4')).toBe(1)
    },
  )

  test('is not replaced while only one endpoint shows its nonce unused', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.wallet.moods.push('reject')
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'needs_user')
    world.chain.sources = 1
    await world.run.dispatch(id, { kind: 'retry' })
    await pass(world, minuteMs)
    expect(prompts(world, 'eth_signTypedData_v4')).toBe(1)
    expect((await orderAt(world, id)).state).toBe('confirmed')
    world.chain.sources = 2
    await untilState(world, id, 'verified_terminal')
    expect(prompts(world, 'eth_signTypedData_v4')).toBe(2)
  })
})

const sends: readonly (readonly [string, QuoteRequest, ReviewChoice, number])[] = [
  ['a native swap whose quote is over', nativeAsk, {}, 65],
  ['a native swap whose quote lives', nativeAsk, {}, 1],
  ['a manual swap', manualAsk, across, 65],
  ['a deposit', depositAsk, { routeKey: 'deposit', pay: 'wallet' }, 65],
]

test.each(sends)(
  'a transaction that was sent and called rejected is followed, not sent again: %s',
  async (_name, ask, choice, waitSeconds) => {
    const world = await createWorld()
    fund(world, ask)
    if (ask === manualAsk) world.wallet.moods.push('yes')
    world.wallet.moods.push('deaf')
    const before = held(world, ask)
    const id = await begin(world, ask, account, choice)
    await untilState(world, id, 'send_requested')
    const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
    await world.run.answered({ requestId, kind: 'failure', failure: rejection })
    await untilState(world, id, 'needs_user')
    await pass(world, waitSeconds * secondMs)
    const asked = world.wallet.prompts.length
    await world.run.dispatch(id, { kind: 'retry' })
    const order: Order = await untilState(world, id, 'verified_terminal', 'reported_terminal')
    expect(order.transactions.filter(({ purpose }) => purpose === 'send')).toMatchObject([{ state: 'mined' }])
    const paid = before - held(world, ask)
    expect(ask === manualAsk ? paid : BigInt(ask.inputAmount)).toBe(BigInt(ask.inputAmount))
    expect(paid < 2n * BigInt(ask.inputAmount)).toBe(true)
    expect(world.wallet.prompts).toHaveLength(asked)
  },
)

describe('a rejection', () => {
  test.each([
    ['that an extension itself sends closes the request: nothing is read', inExtension, 0],
    ['that came through a page leaves it open: its nonce is read at a retry', account, 1],
  ])('%s', async (_what, by, least) => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.wallet.moods.push('reject')
    const id = await begin(world, signedAsk, by)
    const order = await untilState(world, id, 'needs_user')
    expect(order.unclosed ?? []).toHaveLength(least)
    await world.run.dispatch(id, { kind: 'retry' })
    await untilState(world, id, 'verified_terminal')
    expect(prompts(world, 'eth_signTypedData_v4')).toBe(2)
  })
})
