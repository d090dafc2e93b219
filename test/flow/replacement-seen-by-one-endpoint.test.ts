import { describe, expect, test } from 'vitest'
import { secondMs } from '../../lib/base/time.ts'
import {
  acrossRoute,
  createFundedWorld,
  delivered,
  manualRequest,
  nativeRequest,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { changeViews } from '../harness/proof-reads.ts'

test.each([
  ['native currency to the inbox', nativeRequest, {}],
  ['a route of build-tx', manualRequest, acrossRoute],
] as const)(
  'offers no second payment after one failed receipt from one endpoint: %s',
  async (_name, request, choice) => {
    const world = await createFundedWorld(request)
    const { ledger } = world.chain
    const units = BigInt(request.inputAmount)
    if (request === manualRequest) {
      // So that Ferry requests only the send.
      for (const target of harbour.manualTargets)
        ledger.allow(harbour.chainId, request.inputToken, user, 2n * units, target)
    }
    const before = ledger.balance(harbour.chainId, request.inputToken, user)
    // In a block that does not stay: a lost fork, or an endpoint that lies.
    const back = changeViews(world.chain.reader, 'first', (view) =>
      view.kind === 'mined' && view.succeeded && view.data !== '0x' && view.to !== request.inputToken
        ? { ...view, succeeded: false, confirmations: 1 }
        : view,
    )
    const id = await world.startOrder(request, account, choice)
    const unsure = await world.waitForOrder(id, ({ problem }) => problem !== null)
    back()
    expect(unsure).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure', money: 'unknown' } })
    await world.advanceTime(60 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.advanceTime(120 * secondMs)
    expect(before - ledger.balance(harbour.chainId, request.inputToken, user)).toBe(units)
    expect(await world.readOrder(id)).toMatchObject(delivered)
  },
)

test('offers no second payment when one endpoint names another transaction with the nonce', async () => {
  const world = await createFundedWorld(nativeRequest)
  const { reader } = world.chain
  // An unrelated transaction of the account, mined earlier.
  const other = world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n })
  await world.advanceTime(5 * secondMs)
  world.chain.fates.push('stick')
  const id = await world.startOrder(nativeRequest)
  await world.waitForOrder(id, ({ transactions }) =>
    transactions.some(({ isNonceSeen }) => isNonceSeen === true),
  )
  const sent = (await world.readOrder(id)).transactions[0]
  // The transaction waits. For a moment the first endpoint alone reports it as replaced.
  const { transaction, accountNonce, transactionOfNonce } = reader
  Object.assign(reader, {
    transaction: async (chainId: number, hash: `0x${string}`) =>
      hash === sent?.hash ? { kind: 'unknown' } : transaction(chainId, hash),
    accountNonce: (chainId: number, owner: `0x${string}`) => accountNonce(chainId, owner, 'pending'),
    transactionOfNonce: async () => other,
  })
  await world.advanceTime(10 * secondMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure' } })
  Object.assign(reader, { transaction, accountNonce, transactionOfNonce })
  await world.advanceTime(10 * secondMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'sent', problem: null })
})

describe('a transaction that failed on chain', () => {
  test('ends the send only once it has its confirmations', async () => {
    const world = await createFundedWorld(nativeRequest)
    const back = changeViews(world.chain.reader, 'all', (view) => ({ ...view, confirmations: 0 }))
    world.chain.fates.push('fail')
    const id = await world.startOrder(nativeRequest)
    const unsure = await world.waitForOrder(id, ({ problem }) => problem !== null)
    expect(unsure).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure', money: 'unknown' } })
    back()
    const over = await world.waitForOrder(id, ({ state }) => state === 'needs_user')
    expect(over.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
    expect(over.transactions).toMatchObject([{ state: 'failed' }])
  })

  test.each(['fail', 'cancel'] as const)('stays unsure while only one host reports it (%s)', async (fate) => {
    const world = await createFundedWorld(nativeRequest)
    world.chain.fates.push(fate)
    const id = await world.startOrder(nativeRequest)
    await world.waitForOrder(id, ({ transactions }) => transactions[0]?.isNonceSeen === true)
    world.chain.sources = 1
    await world.advanceTime(3_600 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({
      state: 'sent',
      problem: { code: 'transactionUnsure' },
    })
    world.chain.sources = 2
    expect((await world.waitForOrder(id, ({ state }) => state === 'needs_user')).problem?.money).toBe(
      'unmoved',
    )
  })
})
