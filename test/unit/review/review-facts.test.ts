import { concat, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { type Address, zeroAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import type { OrderTerms } from '../../../lib/quote/terms.ts'
import { type ReviewFactName, reviewFacts } from '../../../lib/review/review-facts.ts'
import { deployment } from '../../harness/chains.ts'
import { orderOf, withTerms } from '../order/order-fixture.ts'

const order = orderOf()
const { request } = order.reviewed
const stranger = '0x00000000000000000000000000000000000000aa'
type Input = Parameters<typeof reviewFacts>[0]

/** Signed terms whose witness differs, as the checks allow where it was requested. */
function signed(top: JsonObject = {}, basic: JsonObject = {}): Input['terms'] {
  const data = order.terms.signTypedData
  if (data === null) throw new Error('not signed')
  const witness = data.values.witness as JsonObject
  const changed = { ...witness, ...top, basicReq: { ...(witness.basicReq as JsonObject), ...basic } }
  const signTypedData = { ...data, values: { ...data.values, witness: changed } }
  return withTerms(order, { signTypedData }).terms
}

function factsOf(terms: Input['terms'], reviewed: Input['reviewed'] = order.reviewed) {
  const facts = reviewFacts({ deployment, reviewed, terms })
  return new Map(facts.map((one) => [one.name, one]))
}

function openOf(terms: Input['terms'], reviewed?: Input['reviewed']): readonly ReviewFactName[] {
  return [...factsOf(terms, reviewed).values()].filter(({ isUsual }) => !isUsual).map(({ name }) => name)
}

describe('reviewFacts', () => {
  it('lists both addresses, both chains, the recipient and the deadline of the signed bytes', () => {
    const facts = factsOf(signed({}, { deadline: 1_800_000_123, delegate: request.userAddress ?? '' }))
    expect(facts.get('inputToken')?.value).toBe(request.inputToken)
    expect(facts.get('outputToken')?.value).toBe(request.outputToken)
    expect(facts.get('originChain')).toMatchObject({ value: String(request.originChainId), isUsual: true })
    expect(facts.get('destinationChain')).toMatchObject({ value: String(request.destinationChainId) })
    expect(facts.get('recipient')).toMatchObject({ value: request.receiverAddress, isUsual: true })
    const deadline = { name: 'deadline', kind: 'seconds', value: '1800000123', isUsual: true }
    expect(facts.get('deadline')).toEqual(deadline)
    expect(facts.get('delegate')?.isUsual).toBe(true)
  })

  it("shows the approval that the service proposes, and opens each difference from Ferry's own", () => {
    const said = {
      spenderAddress: order.terms.signTypedData?.domain.verifyingContract as Address,
      amount: request.inputAmount,
      tokenAddress: request.inputToken as Address,
      userAddress: request.userAddress as Address,
    }
    const withSaid = (part: object) => ({ ...order.reviewed, proposedApproval: { ...said, ...part } })
    const facts = factsOf(signed(), withSaid({}))
    expect(facts.get('approvalSpender')).toMatchObject({ value: said.spenderAddress, isUsual: true })
    const amount = { name: 'approvalAmount', kind: 'inputUnits', value: request.inputAmount, isUsual: true }
    expect(facts.get('approvalAmount')).toEqual(amount)
    const opened = (part: object) =>
      openOf(signed(), withSaid(part)).filter((one) => one.startsWith('approval'))
    expect(opened({})).toEqual([])
    expect(opened({ spenderAddress: stranger })).toEqual(['approvalSpender'])
    expect(opened({ amount: '1' })).toEqual(['approvalAmount'])
    expect(opened({ tokenAddress: stranger })).toEqual(['approvalToken'])
    expect(opened({ userAddress: stranger })).toEqual(['approvalOwner'])
    expect(factsOf(signed()).has('approvalSpender')).toBe(false)
  })

  it.each<[ReviewFactName, JsonObject, JsonObject, string]>([
    ['delegate', {}, { delegate: stranger }, stranger],
    ['payload', { destinationPayload: '0xabcdef' }, {}, '0xabcdef'],
    ['payloadGas', { minDestGas: '200000' }, {}, '200000'],
    ['transmitter', { exclusiveTransmitter: stranger }, {}, stranger],
    ['refuel', {}, { refuelAmount: '5' }, '5'],
  ])('opens %s where it is not the usual one', (name, top, basic, value) => {
    const terms = signed(top, basic)
    expect(openOf(terms)).toContain(name)
    expect(factsOf(terms).get(name)?.value).toBe(value)
  })

  it('leaves out values that mean "not set"', () => {
    const empty = { destinationPayload: '0x', minDestGas: '0', exclusiveTransmitter: zeroAddress }
    const facts = factsOf(signed({ ...empty, affiliateFees: '0x' }, { refuelAmount: '0' }))
    for (const name of ['payload', 'payloadGas', 'transmitter', 'feeTaker', 'feeAmount', 'refuel'] as const) {
      expect(facts.has(name), name).toBe(false)
    }
  })

  it('shows who takes a fee and how much of the input', () => {
    const affiliateFees = concat([stranger, numberToHex(5n * 10n ** 13n, { size: 7 })])
    const facts = factsOf(signed({ affiliateFees }))
    const halfPercent = (BigInt(request.inputAmount) * 50n) / 10_000n
    expect(facts.get('feeTaker')).toMatchObject({ value: stranger, isUsual: false })
    const fee = { kind: 'inputUnits', value: String(halfPercent), isUsual: false }
    expect(facts.get('feeAmount')).toMatchObject(fee)
  })

  it('shows no fee where its bytes have another length', () => {
    const affiliateFees = concat([stranger, numberToHex(5n * 10n ** 13n, { size: 8 })])
    expect(factsOf(signed({ affiliateFees })).has('feeTaker')).toBe(false)
  })

  it('shows the token that an inbox wraps the native currency into, where the request names it', () => {
    const wrapped = signed({}, { inputToken: stranger })
    expect(factsOf(wrapped).get('wrappedInput')).toMatchObject({ value: stranger, isUsual: true })
    expect(factsOf(signed({}, { inputToken: request.inputToken })).has('wrappedInput')).toBe(false)
  })

  it('opens a chain that is not pinned, a token that is not verified, and another recipient', () => {
    const elsewhere = { ...request, destinationChainId: 4_242, receiverAddress: stranger }
    const { inputToken, outputToken } = order.reviewed
    const unknown = { ...outputToken, chainId: 4_242, address: stranger, isVerified: false }
    const open = openOf(order.terms, { request: elsewhere, inputToken, outputToken: unknown })
    expect(open).toEqual(expect.arrayContaining(['outputToken', 'destinationChain', 'recipient']))
    expect(open).not.toContain('originChain')
  })

  it('lists the requested values where the call cannot be read, and a deposit in full', () => {
    const options = {
      destinationPayload: '0xabcdef',
      destinationGasLimit: '9',
      feeTakerAddress: stranger,
      depositDestinationMemo: '111',
    } as const
    const deposit: NonNullable<OrderTerms['deposit']> = {
      address: stranger,
      token: request.inputToken,
      amount: request.inputAmount,
      chainId: request.originChainId,
      memo: 'cart 7',
      expirySeconds: 1,
      refundAddress: request.userAddress,
    }
    const terms = { requestType: null, signTypedData: null, txData: null, deposit }
    const facts = factsOf(terms, { ...order.reviewed, request: { ...request, options } })
    expect(facts.get('payload')?.value).toBe('0xabcdef')
    expect(facts.get('payloadGas')?.value).toBe('9')
    expect(facts.get('feeTaker')?.value).toBe(stranger)
    expect(facts.get('depositAddress')).toMatchObject({ value: stranger, isUsual: false })
    expect(facts.get('depositMemo')).toMatchObject({ value: 'cart 7', isUsual: false })
    expect(facts.get('recipientMemo')).toMatchObject({ value: '111', isUsual: false })
    expect(facts.get('refundAddress')?.isUsual).toBe(true)
    expect(facts.has('deadline')).toBe(false)
  })
})
