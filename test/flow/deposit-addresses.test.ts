import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import { depositRequest } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { elsewhereRequest, listDeposit, payElsewhere, startDeposit } from '../harness/deposits.ts'
import type { WireDeposit } from '../harness/honest-quote.ts'
import { createReportedEnd, verifyEnd } from '../harness/reported-end.ts'

/**
 * Starts a deposit, and makes the service give every later one the same address. `second` overrides their
 * other fields.
 */
async function startWithReusedAddress(second: Partial<WireDeposit['depositData']> = {}) {
  const { world, id, order } = await startDeposit()
  const { address = '' } = order.terms.deposit ?? {}
  world.service.changeQuote = (quote) =>
    quote.deposit === null
      ? quote
      : {
          ...quote,
          deposit: {
            ...quote.deposit,
            depositData: { ...quote.deposit.depositData, address, ...second },
          },
        }
  return { world, id }
}

const refused = { data: { code: 'checkFailed', facts: { reason: 'P-8' }, money: 'nothingSent' } }

test('refuses a deposit address that was issued before, also after its first order ended', async () => {
  const { world, id } = await startWithReusedAddress()
  await expect(world.startOrder(elsewhereRequest, null, payElsewhere)).rejects.toMatchObject(refused)
  await world.advanceTime(3 * hourMs)
  await world.waitForEnd(id)
  await expect(world.startOrder(elsewhereRequest, null, payElsewhere)).rejects.toMatchObject(refused)
})

test('accepts a shared deposit address when the memo differs', async () => {
  const { world } = await startWithReusedAddress({ memo: '77' })
  const second = await world.startOrder(elsewhereRequest, null, payElsewhere)
  expect((await world.waitForState(second, 'deposit_awaited')).terms.deposit?.memo).toBe('77')
})

test('does not accept dust on the service’s address as the refund of an unobserved deposit', async () => {
  const { world, id, order } = await startDeposit()
  const { address = '' } = order.terms.deposit ?? {}
  const units = BigInt(elsewhereRequest.inputAmount)
  world.chain.payAsSolver(harbour.chainId, elsewhereRequest.inputToken, address, 1n)
  await world.waitForOrder(id, ({ depositObserved }) => depositObserved !== undefined)
  world.chain.payAsSolver(harbour.chainId, elsewhereRequest.inputToken, address, units)
  world.chain.ledger.give(harbour.chainId, elsewhereRequest.inputToken, address, -units)
  world.solver.fate = []
  const request = listDeposit(world, order)
  const refundHash = world.chain.payAsSolver(harbour.chainId, elsewhereRequest.inputToken, user, 1n)
  Object.assign(request, { refundHash, refundChainId: harbour.chainId, code: 7 })
  await world.advanceTime(60 * minuteMs)
  const end = { state: 'reported_terminal', statusCode: 7, doubt: 'less', fundsSettled: false }
  expect(await world.readOrder(id)).toMatchObject(end)
})

test.each([
  ['without a start block of their chain', 'heads', undefined],
  ['in a token without an address', 'token', 'USDC'],
] as const)('does not search deposits %s', async (_how, what, token) => {
  const over = await createReportedEnd(depositRequest, payElsewhere)
  let reads = 0
  Object.assign(over.world.chain.reader, {
    receivedSince: async () => {
      reads += 1
      return { units: 1n, sources: 2 }
    },
  })
  const heads = over.order.heads.filter(({ chainId }) => chainId !== harbour.chainId)
  expect(heads).not.toEqual([])
  const refundTransactionHash = over.world.chain.payAsSolver(
    harbour.chainId,
    depositRequest.inputToken,
    user,
    1n,
  )
  const seen = { units: '1', atMs: 1, ...(token === undefined ? {} : { token }) }
  const part = { depositObserved: seen, refundTransactionHash, ...(what === 'heads' ? { heads } : {}) }
  expect(await verifyEnd(over, part)).toMatchObject({ proof: 'pending' })
  // Ferry also searches the requested token when another one arrived.
  expect(reads).toBe(what === 'heads' ? 0 : 1)
})
