import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { DepositRoute } from '../../lib/service/quote-result.ts'
import { begin, depositAsk, orderAt, pass, signedAsk, until, untilState } from '../harness/actions.ts'
import { calledOver, proofOf } from '../harness/reported-end.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'

const options = { enableDepositAddress: true, refundAddress: user } as const
const nobody: QuoteRequest = { ...signedAsk, userAddress: null, receiverAddress: user, options }
const elsewhere = { routeKey: 'deposit', pay: 'elsewhere' } as const

/**
 * Starts a deposit, and makes the service give every later one the same address. `second` overrides their
 * other fields.
 */
async function givenTwice(second: Partial<DepositRoute> = {}) {
  const world = await createWorld()
  const id = await begin(world, nobody, null, elsewhere)
  const { address = '' } = (await untilState(world, id, 'deposit_awaited')).terms.deposit ?? {}
  world.service.bendQuote = (quote) =>
    quote.deposit === null ? quote : { ...quote, deposit: { ...quote.deposit, address, ...second } }
  return { world, id }
}

const refused = { data: { code: 'checkFailed', facts: { reason: 'P-8' }, money: 'nothingSent' } }

test('refuses a deposit address that was issued before, also after its first order ended', async () => {
  const { world, id } = await givenTwice()
  await expect(begin(world, nobody, null, elsewhere)).rejects.toMatchObject(refused)
  await world.run.dispatch(id, { kind: 'abandon' })
  await untilState(world, id, 'abandoned_unsigned')
  await expect(begin(world, nobody, null, elsewhere)).rejects.toMatchObject(refused)
})

test('accepts a shared deposit address when the memo differs', async () => {
  const { world } = await givenTwice({ memo: '77' })
  const second = await begin(world, nobody, null, elsewhere)
  expect((await untilState(world, second, 'deposit_awaited')).terms.deposit?.memo).toBe('77')
})

test('does not accept dust on the service’s address as the refund of an unobserved deposit', async () => {
  const world = await createWorld()
  const id = await begin(world, nobody, null, elsewhere)
  const order = await untilState(world, id, 'deposit_awaited')
  const { address = '' } = order.terms.deposit ?? {}
  const [issued] = world.service.issued.values()
  if (issued === undefined) throw new Error('nothing issued')
  const units = BigInt(nobody.inputAmount)
  world.chain.pay(harbour.chainId, nobody.inputToken, address, 1n)
  await until(world, id, ({ depositSeen }) => depositSeen !== undefined)
  world.chain.pay(harbour.chainId, nobody.inputToken, address, units)
  world.chain.ledger.give(harbour.chainId, nobody.inputToken, address, -units)
  world.solver.fate = []
  const requestHash = order.terms.requestHash ?? '0x'
  world.service.take({ ...issued, ask: nobody, requestHash }, null, null)
  const refundHash = world.chain.pay(harbour.chainId, nobody.inputToken, user, 1n)
  const refund = { refundHash, refundChainId: harbour.chainId, code: 7 }
  Object.assign(world.service.requests.get(requestHash) ?? {}, refund)
  await pass(world, 60 * minuteMs)
  const end = { state: 'reported_terminal', statusCode: 7, doubt: 'less', fundsSettled: false }
  expect(await orderAt(world, id)).toMatchObject(end)
})

test.each([
  ['without a start block of their chain', 'heads', undefined],
  ['in a token without an address', 'token', 'USDC'],
] as const)('does not search deposits %s', async (_how, what, token) => {
  const over = await calledOver(depositAsk, elsewhere)
  let reads = 0
  Object.assign(over.world.chain.reader, {
    receivedSince: async () => {
      reads += 1
      return { units: 1n, sources: 2 }
    },
  })
  const heads = over.order.heads.filter(({ chainId }) => chainId !== harbour.chainId)
  expect(heads).not.toEqual([])
  const refundTransactionHash = over.world.chain.pay(harbour.chainId, depositAsk.inputToken, user, 1n)
  const seen = { units: '1', atMs: 1, ...(token === undefined ? {} : { token }) }
  const part = { depositSeen: seen, refundTransactionHash, ...(what === 'heads' ? { heads } : {}) }
  expect(await proofOf(over, part)).toMatchObject({ proof: 'no' })
  // Ferry also searches the requested token when another one arrived.
  expect(reads).toBe(what === 'heads' ? 0 : 1)
})
