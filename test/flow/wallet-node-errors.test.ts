import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { walletFailure } from '../../lib/wallet/prepare-wallet.ts'
import { createFundedWorld, depositRequest } from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'

/** A node's answer to `eth_sendRawTransaction` as MetaMask forwards it: the node's error is in `data`. */
const forwardedError = (code: number, message: string) => ({
  code: -32603,
  message: `Internal JSON-RPC error. ${message}`,
  data: { code, message },
})

/** The node has the transaction in each case: it answered late, or it refused the wallet's second try. */
test.each([
  // go-ethereum's `errcodeTimeout`. EIP-1474 uses the same code for "resource unavailable".
  ['geth: the request took too long', forwardedError(-32002, 'request timed out')],
  ['geth’s error without a wrapper', { code: -32002, message: 'request timed out' }],
  ['the transaction is in the pool', { code: -32000, message: 'transaction already pending in pool' }],
  ['the second try is refused', { code: -32000, message: 'rejected: already known' }],
  ['the wallet’s database is locked', { code: -32603, message: 'database is locked' }],
])('does not read a node’s error as the person’s rejection: %s', async (_name, thrown) => {
  const world = await createFundedWorld(depositRequest)
  const before = world.chain.ledger.balance(harbour.chainId, depositRequest.inputToken, user)
  const { handleRequest } = world.wallet
  let isFirst = true
  world.wallet.handleRequest = async (request) => {
    if (request.method !== 'eth_sendTransaction' || !isFirst) return handleRequest(request)
    isFirst = false
    world.wallet.prompts.push(request)
    const [{ to, data, value }] = request.params as [
      { to: `0x${string}`; data: `0x${string}`; value: string },
    ]
    world.chain.send({ chainId: harbour.chainId, from: user, to, data, value: BigInt(value) })
    const { requestId } = request
    world.clock.after(1_000, () => {
      world.run.applyAnswer({ requestId, kind: 'failure', failure: walletFailure(thrown) }).catch(() => 0)
    })
  }
  const id = await world.startOrder(depositRequest, account, payByWallet)
  const order = await world.waitForOrder(
    id,
    ({ state }) => state !== 'send_requested' && state !== 'confirmed',
  )
  const { message } = walletFailure(thrown)
  expect(order.problem).toMatchObject({ code: 'walletFailed', money: 'unknown', facts: { message } })
  // An old view may still send a retry.
  await world.run.dispatch(id, { kind: 'retry' })
  await world.advanceTime(2 * minuteMs)
  const lost = before - world.chain.ledger.balance(harbour.chainId, depositRequest.inputToken, user)
  expect(lost).toBe(BigInt(depositRequest.inputAmount))
})
