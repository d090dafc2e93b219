import { expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { WalletRequest } from '../../lib/wallet/port.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  nativeRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import { sendPrompted } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'

/**
 * The page memory is written with relaxed durability, and counts as empty if it cannot be read. After a power cut the wallet may have a request that the page
 * memory does not know.
 */
test.each([
  ['a deposit', depositRequest, payByWallet],
  ['a route of build-tx', manualRequest, acrossRoute],
] as const)(
  'sends no second request for a mined transaction when the connector forgot the first one: %s',
  async (_n, quoteRequest, choice) => {
    const world = await createFundedWorld(quoteRequest)
    const before = world.chain.ledger.balance(harbour.chainId, quoteRequest.inputToken, user)
    if (quoteRequest === manualRequest) world.wallet.behaviours.push('yes')
    world.wallet.behaviours.push('deaf')
    const id = await world.startOrder(quoteRequest, account, choice)
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    expect(await tryPut(world, walletRequest?.requestId)).toBe(true)
    // The transaction is mined. The machine lost the answer.
    await world.advanceTime(6 * secondMs)
    const requests: WalletRequest[] = []
    world.wallet.handleRequest = async (request) => {
      const { requestId } = request
      if (request.onlyReplaysAnswer === true) return world.run.applyAnswer({ requestId, kind: 'lost' })
      requests.push(request)
      const result = sendPrompted(world, request)
      world.clock.after(1_000, () => {
        void world.run.applyAnswer({ requestId, kind: 'result', result, wallet: request.wallet })
      })
    }
    await world.restart()
    await world.advanceTime(2 * minuteMs)
    const lost = before - world.chain.ledger.balance(harbour.chainId, quoteRequest.inputToken, user)
    expect(requests).toEqual([])
    expect(await world.readOrder(id)).toMatchObject({ state: 'verified_terminal' })
    expect(lost).toBe(BigInt(quoteRequest.inputAmount))
  },
)

/** The last step of a connector before it sends a request to the wallet. */
function tryPut(world: World, requestId = ''): Promise<boolean> {
  return world.run.claimSend(requestId)
}

/** The same case with a private pool: no node shows the transaction before it is mined. */
test.each([
  ['a deposit', depositRequest, payByWallet],
  ['a route of build-tx', manualRequest, acrossRoute],
] as const)(
  'sends no second request for an unobserved transaction when the connector forgot the first one: %s',
  async (_name, quoteRequest, choice) => {
    const world = await createFundedWorld(quoteRequest)
    if (quoteRequest === manualRequest) world.wallet.behaviours.push('yes')
    world.wallet.behaviours.push('silent')
    const id = await world.startOrder(quoteRequest, account, choice)
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    expect(await tryPut(world, walletRequest?.requestId)).toBe(true)
    const requests: WalletRequest[] = []
    world.wallet.handleRequest = async (request) => {
      const { requestId } = request
      if (request.onlyReplaysAnswer === true) return world.run.applyAnswer({ requestId, kind: 'lost' })
      requests.push(request)
    }
    await world.restart()
    await world.waitForState(id, 'unknown_outcome')
    await world.advanceTime(10 * minuteMs)
    expect(requests).toEqual([])
    sendPrompted(world)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
  },
)

test('counts no request as sent that came too late to the wallet', async () => {
  const { world, id } = await startSwap(nativeRequest, { behaviours: ['silent'] })
  const { walletRequest } = await world.waitForState(id, 'send_requested')
  world.clock.skip(minuteMs)
  expect(await tryPut(world, walletRequest?.requestId)).toBe(false)
  expect((await world.readOrder(id)).walletRequest).toEqual(walletRequest)
})

test('sends a request after a start that never reached the wallet', async () => {
  const { world, id } = await startSwap(depositRequest, {
    behaviours: ['before'],
    choice: payByWallet,
  })
  await world.waitForState(id, 'send_requested')
  const requests: (true | undefined)[] = []
  world.wallet.handleRequest = async ({ onlyReplaysAnswer }) => void requests.push(onlyReplaysAnswer)
  await world.restart()
  await world.advanceTime(minuteMs)
  expect(requests).toEqual([undefined])
})

test('sends no wallet request for an unknown request id or a stopped order', async () => {
  const { world, id } = await startSwap(depositRequest, {
    behaviours: ['silent'],
    choice: payByWallet,
  })
  const { walletRequest } = await world.waitForState(id, 'send_requested')
  const requestId = walletRequest?.requestId ?? ''
  expect(await tryPut(world, 'another')).toBe(false)
  await world.run.dispatch(id, { kind: 'stop' })
  expect(await tryPut(world, requestId)).toBe(false)
})

/**
 * Starts a manual swap that is stopped at the wallet, which then sends it. With `isBehind`, another
 * transaction of the account comes first.
 */
async function startUnansweredSend({
  isBehind,
}: {
  isBehind: boolean
}): Promise<{ world: World; id: string; hash: Hex }> {
  const { world, id } = await startSwap(manualRequest, { behaviours: ['yes', 'silent'], choice: acrossRoute })
  const { walletRequest } = await world.waitForState(id, 'send_requested')
  await world.run.dispatch(id, { kind: 'stop' })
  if (isBehind) world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 1n })
  await world.advanceTime(minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'unknown_outcome', sourceTransactionHash: null })
  const hashes: Hex[] = []
  const { send } = world.chain
  world.chain.send = (call) => {
    hashes.push(send(call))
    return hashes[0] ?? '0x'
  }
  await world.wallet.decide(walletRequest?.requestId ?? '', 'deaf')
  return { world, id, hash: hashes[0] ?? '0x' }
}

test('finds a transaction that the wallet sent with a later nonce than the request named', async () => {
  const { world, id, hash } = await startUnansweredSend({ isBehind: true })
  expect(await world.waitForEnd(id)).toMatchObject({
    state: 'verified_terminal',
    sourceTransactionHash: hash,
  })
  expect(world.wallet.prompts).toHaveLength(2)
})

test.each([
  ['the nonce it was asked with', false],
  ['a later nonce', true],
])('does not claim a transaction of another swap with %s', async (_, isBehind) => {
  const { world, id, hash } = await startUnansweredSend({ isBehind })
  const { transactions, ...same } = await world.readOrder(id)
  const [approval] = transactions
  if (approval === undefined) throw new Error('nothing was approved')
  const sent = { ...approval, purpose: 'send', hash, state: 'mined' } as const
  await world.orders.write({
    ...same,
    id: 'another',
    rev: 0,
    state: 'abandoned_unsigned',
    dueMs: null,
    transactions: [sent],
  })
  await world.advanceTime(10 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'unknown_outcome', sourceTransactionHash: null })
})
