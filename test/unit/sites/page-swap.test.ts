import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { FerryChain } from '../../../lib/sites/ferry-provider.d.ts'
import {
  checkProposed,
  type ListedChain,
  PageRefusal,
  pageChains,
  pageSwap,
  type RawSwap,
} from '../../../lib/sites/page-swap.ts'
import type { Proposal } from '../../../lib/sites/sites.ts'
import { deployment } from '../../harness/chains.ts'
import { listedChain } from '../../harness/listed-chain.ts'
import { gateway, usdc, user } from '../checks/fixtures.ts'
import { orderOf, transactionOf } from '../order/order-fixture.ts'
import { proposalOf, proposedSwapOf } from './proposal-fixture.ts'

const order = orderOf({ id: 'order-1' })
const { request } = order.reviewed

const proposal = proposalOf({ swap: proposedSwapOf(request), state: 'confirmed', orderId: order.id })
const stranger = '0x00000000000000000000000000000000000000aa'
const upper = request.inputToken.toUpperCase().replace('0X', '0x') as `0x${string}`
const own = {
  ...order,
  reviewed: { ...order.reviewed, request: { ...request, receiverAddress: String(request.userAddress) } },
}

describe('pageSwap', () => {
  test('returns the terms that the user confirmed, with the least amount out', () => {
    expect(pageSwap(proposal, own).deal).toEqual({
      originChainId: request.originChainId,
      destinationChainId: request.destinationChainId,
      inputToken: request.inputToken,
      inputAmount: request.inputAmount,
      outputToken: request.outputToken,
      receiverAddress: request.userAddress,
      minOutputAmount: order.terms.minAmountOut,
      outputAmount: order.terms.promisedAmount,
    })
  })

  test("returns the refund's chain for a refunded swap only", () => {
    const chainOf = (part: Partial<Order>) => pageSwap(proposal, orderOf({ ...part })).refundChainId
    expect(chainOf({ statusCode: 7 })).toBe(request.originChainId)
    const there = request.destinationChainId
    expect(chainOf({ statusCode: 7, refundChainId: there })).toBe(there)
    expect(chainOf({ statusCode: 6, refundChainId: request.destinationChainId })).toBeNull()
    expect(chainOf({ statusCode: null })).toBeNull()
  })

  test('returns no terms before the user confirms, and none for a lost order', () => {
    for (const one of [pageSwap({ ...proposal, state: 'proposed' }, null), pageSwap(proposal, null)]) {
      expect([one.asProposed, one.deal]).toEqual([null, null])
    }
  })

  test.each<[string, string, Partial<Order>]>([
    ['before anything was sent', 'declined', {}],
    ['with an approval', 'declined', { transactions: [transactionOf('approve')] }],
    ['with a request that no chain explains', 'unknown', { problem: createProblemData('stoppedUnread') }],
    [
      'with a transaction that differs',
      'unknown',
      { transactions: [transactionOf('send', { differs: true })] },
    ],
  ])('a swap that was stopped %s is %s', (_what, state, part) => {
    expect(pageSwap(proposal, orderOf({ state: 'abandoned_unsigned', ...part })).state).toBe(state)
  })

  test.each<[string, Partial<Proposal['swap']>, boolean]>([
    ['nothing', {}, true],
    ['the spelling of an address', { inputToken: upper }, true],
    ['a receiver, which is the person', { receiverAddress: String(request.userAddress) }, true],
    ['the origin', { originChainId: 1 }, false],
    ['the destination', { destinationChainId: 1 }, false],
    ['the token to give', { inputToken: stranger }, false],
    ['the token to get', { outputToken: stranger }, false],
    ['the amount, by one unit', { inputAmount: String(BigInt(request.inputAmount) + 1n) }, false],
    ['the receiver', { receiverAddress: stranger }, false],
  ])('with another proposed value of %s, asProposed is %s', (_what, changed, isAsProposed) => {
    const { asProposed } = pageSwap({ ...proposal, swap: { ...proposal.swap, ...changed } }, own)
    expect(asProposed).toBe(isAsProposed)
  })

  test('asProposed is false when the page named no receiver and the user confirmed another one', () => {
    const elsewhere = {
      ...own,
      reviewed: { ...own.reviewed, request: { ...own.reviewed.request, receiverAddress: stranger } },
    }
    const terms = { asProposed: false, deal: { receiverAddress: stranger } }
    expect(pageSwap(proposal, elsewhere)).toMatchObject(terms)
  })
})

const solana = 89999
const sui = 1110006
const chainOf = (chainId: number): FerryChain => ({ chainId, name: 'A', canSend: true, canReceive: true })
const chains = [31_337, 31_338, solana, sui].map(chainOf)
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const good: RawSwap = {
  originChainId: 31_337,
  destinationChainId: 31_338,
  inputToken: usdc,
  outputToken: gateway,
  inputAmount: '1500000',
}

/** The name of the refused field; null if the proposal is accepted. */
function wrongIn(changed: Partial<RawSwap>, tokensThere: readonly string[] = []): string | null {
  try {
    checkProposed({ ...good, ...changed }, chains, tokensThere)
    return null
  } catch (thrown) {
    if (!(thrown instanceof PageRefusal)) throw thrown
    expect(thrown.data.code).toBe(-32602)
    return /^params\[0\]\.(\w+): expected /.exec(thrown.data.message)?.[1] ?? thrown.data.message
  }
}

describe('checkProposed', () => {
  test('returns canonical addresses', () => {
    const checksummed = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
    const checked = (part: Partial<RawSwap>) => checkProposed({ ...good, ...part }, chains, [])
    const canonical = { ...good, inputToken: nativeAddress, receiverAddress: null }
    expect(checked({ inputToken: checksummed, reference: 'kept elsewhere' })).toEqual(canonical)
    const capitals = user.toUpperCase().replace('0X', '0x')
    expect(checked({ receiverAddress: capitals })).toEqual({ ...good, receiverAddress: user })
  })

  test.each<[string, Partial<RawSwap>, string | null]>([
    ['the same token on one chain', { destinationChainId: 31_337, outputToken: usdc }, 'outputToken'],
    ['another token on one chain', { destinationChainId: 31_337 }, null],
    ['the same address on two chains', { outputToken: usdc }, null],
    ['nobody’s address as a token', { outputToken: `0x${'0'.repeat(40)}` }, 'outputToken'],
    ['a name as a token', { outputToken: 'USDC' }, 'outputToken'],
  ])('accepts or refuses %s', (_what, changed, wrong) => {
    expect(wrongIn(changed)).toBe(wrong)
  })

  test.each<[string, number, string, string | null]>([
    ['an account of the chain', solana, mint, null],
    ['a coin’s path', sui, '0x2::sui::SUI'.replace('0x2', 'coin'), null],
    ['a name', solana, 'wif', null],
    ['an address of Ethereum', solana, gateway, null],
    ['nobody of Ethereum', solana, `0x${'0'.repeat(40)}`, 'outputToken'],
    ['hex of another length', solana, '0x1234', 'outputToken'],
    ['nothing', solana, '', 'outputToken'],
    ['words', solana, 'any token', 'outputToken'],
    ['markup', solana, '<b>', 'outputToken'],
  ])('checks a token of a chain that is not EVM: %s', (_what, destinationChainId, outputToken, wrong) => {
    expect(wrongIn({ destinationChainId, outputToken })).toBe(wrong)
  })

  test('accepts a receiver of the destination, unless it is a token there', () => {
    const far = { destinationChainId: solana, outputToken: mint }
    const account = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
    expect(wrongIn({ ...far, receiverAddress: account })).toBeNull()
    expect(wrongIn({ ...far, receiverAddress: account }, [account])).toBe('receiverAddress')
    expect(wrongIn({ ...far, receiverAddress: mint })).toBe('receiverAddress')
    expect(wrongIn({ ...far, receiverAddress: user })).toBe('receiverAddress')
    expect(wrongIn({ receiverAddress: `${user}\n` })).toBe('receiverAddress')
    expect(wrongIn({ receiverAddress: gateway })).toBe('receiverAddress')
  })

  test('keeps the exact letters of a receiver in an unknown address format', () => {
    const ton = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
    const unknown: ListedChain = { ...chainOf(5), addressFormat: 'unknown' }
    const swap = { ...good, destinationChainId: 5, outputToken: 'EQ-token', receiverAddress: ton }
    expect(checkProposed(swap, [...chains, unknown], [])).toMatchObject({ receiverAddress: ton })
    expect(() => checkProposed(swap, [...chains, chainOf(5)], [])).toThrow('outputToken')
    expect(() => checkProposed({ ...swap, receiverAddress: 'EQ-token' }, [...chains, unknown], [])).toThrow(
      'receiverAddress',
    )
  })
})

describe('pageChains', () => {
  const [pinned] = deployment.chains
  if (pinned === undefined) throw new Error('no chain is pinned')
  const { chainId, name } = pinned

  test('returns the chains of the deployment file while there is no list', () => {
    expect(pageChains(null, deployment)).toHaveLength(deployment.chains.length)
    expect(pageChains(null, deployment)[0]).toEqual({ chainId, name, canSend: true, canReceive: true })
  })

  test('says that only chains with pinned contracts can send', () => {
    const listed = listedChain(chainId, { name })
    expect(pageChains([listed, { ...listed, chainId: 5, receivingEnabled: false }], deployment)).toEqual([
      { chainId, name, canSend: true, canReceive: true },
      { chainId: 5, name, canSend: false, canReceive: false },
    ])
    expect(pageChains([{ ...listed, sendingEnabled: false }], deployment)).toMatchObject([{ canSend: false }])
  })
})
