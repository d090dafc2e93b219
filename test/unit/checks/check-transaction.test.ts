import { encodeAbiParameters, encodeFunctionData, erc20Abi, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Hex, nativeAddress, zeroAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import type { CheckInput } from '../../../lib/checks/check-report.ts'
import { checkInboxTransaction, deniedSelectors } from '../../../lib/checks/check-transaction.ts'
import { createRequestSelectors } from '../../../lib/checks/swap-request.ts'
import { requestHashOf } from '../../../lib/checks/typed-data.ts'
import type { RequestType } from '../../../lib/deployment/schema.ts'
import type { TxData } from '../../../lib/service/route.ts'
import {
  harbour,
  honestInbox,
  inbox,
  nowSeconds,
  permit2,
  permitCheck,
  usdc,
  user,
  wrapped,
} from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

const basicOf: { readonly [kind in RequestType]: string } = {
  SINGLE_OUTPUT_REQUEST:
    'uint256 originChainId,uint256 destinationChainId,uint256 deadline,uint256 nonce,address sender,address receiver,address delegate,address exchangeGateway,uint32 switchboardId,address inputToken,uint256 inputAmount,address outputToken,uint256 minOutputAmount,uint256 refuelAmount',
  SWAP_REQUEST:
    'uint256 chainId,uint256 deadline,uint256 nonce,address sender,address receiver,address exchangeGateway,address inputToken,uint256 inputAmount,address outputToken,uint256 minOutputAmount',
}
const tail =
  'bytes32 metadata,bytes affiliateFees,uint256 minDestGas,bytes destinationPayload,address exclusiveTransmitter'
const requestOf: { readonly [kind in RequestType]: string } = {
  SINGLE_OUTPUT_REQUEST: `BasicRequest basicReq,address swapOutputToken,uint256 minSwapOutput,${tail}`,
  SWAP_REQUEST: `BasicRequest basicReq,${tail}`,
}

/** The calldata as a service would build it: with its own ABI, not Ferry's. */
function createRequest(kind: RequestType, witness: JsonObject, refund: Hex = user): Hex {
  const parameters = parseAbiParameters([
    'Request request, address refundAddress',
    `struct Request { ${requestOf[kind].replaceAll(',', ';')}; }`,
    `struct BasicRequest { ${basicOf[kind].replaceAll(',', ';')}; }`,
  ] as never) as Parameters<typeof encodeAbiParameters>[0]
  return `${createRequestSelectors[kind]}${encodeAbiParameters(parameters, [witness, refund] as never).slice(2)}`
}

interface Made {
  readonly kind?: RequestType
  readonly inputToken?: Hex
  readonly basic?: JsonObject
  readonly top?: JsonObject
  readonly refund?: Hex
  readonly txData?: Partial<TxData>
  readonly requestHash?: Hex
}

/** The honest inbox input with some parts changed. `requestHash` matches the calldata unless given. */
function inputOf(made: Made = {}): CheckInput {
  const { kind = 'SINGLE_OUTPUT_REQUEST', inputToken = nativeAddress } = made
  const { request, quote, route, witness: fair } = honestInbox(kind, inputToken)
  const basicReq = { ...(fair.basicReq as JsonObject), ...made.basic }
  const witness = { ...fair, ...made.top, basicReq }
  const value = inputToken === nativeAddress ? request.inputAmount : '0'
  const data = createRequest(kind, witness, made.refund)
  const txData: TxData = { to: inbox, data, value, chainId: harbour.chainId, ...made.txData }
  const requestHash = made.requestHash ?? requestHashOf(pinnedTypes[kind], witness)
  const { usedNonces: _, ...common } = permitCheck({
    request,
    quote,
    route: { ...route, txData, requestHash },
  })
  return common
}

function codeOf(input: CheckInput): string | null {
  const report = checkInboxTransaction(input)
  return report.ok ? null : report.code
}

describe.each<RequestType>(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'])('%s', (kind) => {
  test.each<[string, Made]>([
    ['native, named as the wrapped coin', {}],
    ['native, named by the constant', { basic: { inputToken: nativeAddress } }],
    ['ERC-20', { inputToken: usdc }],
  ])('honest, %s', (_, made) => {
    const report = checkInboxTransaction(inputOf({ kind, ...made }))
    expect(report).toMatchObject({ ok: true })
    expect(report.ok && report.passed.filter((code) => code.startsWith('I'))).toHaveLength(8)
  })

  test.each<[string, Made, string]>([
    ['a third token', { basic: { inputToken: usdc } }, 'W-7'],
    ['the zero address', { basic: { inputToken: zeroAddress } }, 'W-7'],
    ['the wrapped coin without its value', { txData: { value: '0' } }, 'I-3'],
    [
      'the constant with more value',
      { basic: { inputToken: nativeAddress }, txData: { value: '1500001' } },
      'I-3',
    ],
    ['another amount than the value', { basic: { inputAmount: '1500001' } }, 'W-7'],
    ['the wrapped coin for an ERC-20', { inputToken: usdc, basic: { inputToken: wrapped } }, 'W-7'],
    ['the wrapped coin paid as an ERC-20', { inputToken: wrapped }, 'I-8'],
    ['the same with value', { inputToken: wrapped, txData: { value: '1500000' } }, 'I-8'],
  ])('refused: %s', (_, made, code) => {
    expect(codeOf(inputOf({ kind, ...made }))).toBe(code)
  })

  test('the wrapped token is an ordinary token if the file does not name it', () => {
    const { wrappedNative: _, ...chain } = harbour
    expect(codeOf({ ...inputOf({ kind }), chain })).toBe('W-7')
    expect(codeOf({ ...inputOf({ kind, basic: { inputToken: nativeAddress } }), chain })).toBeNull()
  })
})

test('a request without a swap on the origin chain: the wrapped token itself, and at most the input', () => {
  expect(codeOf(inputOf({ top: { swapOutputToken: wrapped, minSwapOutput: '0' } }))).toBeNull()
  expect(codeOf(inputOf({ top: { swapOutputToken: wrapped, minSwapOutput: '1500001' } }))).toBe('W-12')
})

test.each([
  ['the largest call on the receiver', 16_384, null],
  ['more than one may ask for', 16_384 + 4_096, 'I-5'],
])('%s', (_, bytes, code) => {
  const destinationPayload = `0x${'ab'.repeat(bytes)}` as const
  const input = inputOf({ top: { destinationPayload, minDestGas: '1' } })
  const options = { destinationPayload, destinationGasLimit: '1' }
  expect(codeOf({ ...input, request: { ...input.request, options } })).toBe(code)
})

describe('the target and its calldata (API4)', () => {
  const amount = '1500000'
  test.each<[string, Made, string | null]>([
    ['no chain named', { txData: { chainId: null } }, null],
    ['another chain', { txData: { chainId: 1 } }, 'I-7'],
    ['the input token', { inputToken: usdc, txData: { to: usdc } }, 'I-2'],
    ['Permit2', { txData: { to: permit2 } }, 'I-2'],
    ['a stranger', { txData: { to: `0x${'99'.repeat(20)}` } }, 'I-1'],
    ['no address', { txData: { to: '0x12' } }, 'I-1'],
    ['value above the input', { txData: { value: '1500001' } }, 'I-3'],
    ['value below the input', { txData: { value: '0' } }, 'I-3'],
    ['value of another form', { txData: { value: '0x16e360' } }, 'I-3'],
    ['value with an ERC-20', { inputToken: usdc, txData: { value: amount } }, 'I-3'],
  ])('%s', (_, made, code) => {
    expect(codeOf(inputOf(made))).toBe(code)
  })

  test('a held token, even if it is pinned as an inbox', () => {
    const verifiedTokens = [{ address: inbox, symbol: 'X', decimals: 18 }] as const
    expect(codeOf({ ...inputOf(), chain: { ...harbour, verifiedTokens } })).toBe('I-2')
  })

  test('a route without a transaction, or with a signature', () => {
    const input = inputOf()
    expect(codeOf({ ...input, route: { ...input.route, txData: null } })).toBe('I-1')
    expect(codeOf({ ...input, route: { ...input.route, userOp: 'sign' } })).toBe('I-1')
  })

  test('contracts of another chain', () => {
    expect(codeOf({ ...inputOf(), chain: { ...harbour, chainId: 1 } })).toBe('I-7')
  })

  test('one of several pinned inboxes and gateways', () => {
    const [first, last] = [`0x${'77'.repeat(20)}`, `0x${'88'.repeat(20)}`] as const
    const inboxes = [first, inbox, last]
    const gateways = [first, ...harbour.gateways, last]
    expect(codeOf({ ...inputOf(), chain: { ...harbour, inboxes, gateways } })).toBeNull()
    expect(codeOf({ ...inputOf(), chain: { ...harbour, inboxes: [first, last] } })).toBe('I-1')
    expect(codeOf({ ...inputOf(), chain: { ...harbour, inboxes: [first], retiredInboxes: [inbox] } })).toBe(
      'I-1',
    )
    expect(codeOf({ ...inputOf(), chain: { ...harbour, gateways: [first, last] } })).toBe('W-5')
  })

  test('the wrong request type for the chains', () => {
    const input = inputOf()
    expect(codeOf({ ...input, route: { ...input.route, requestType: 'SWAP_REQUEST' } })).toBe('T-2')
  })
})

describe('hostile calldata (API4)', () => {
  test('has more than twenty kinds', () => {
    expect(Object.keys(deniedSelectors).length).toBeGreaterThanOrEqual(20)
  })

  const honestData = inputOf().route.txData?.data ?? '0x'
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [user, 1n] })
  test.each(Object.entries(deniedSelectors))('%s (%s)', (selector) => {
    expect(codeOf(inputOf({ txData: { data: `${selector}${honestData.slice(10)}` as Hex } }))).toBe('I-4')
  })

  test.each<[string, string, string]>([
    ['transfer', transfer, 'I-4'],
    ['upper-case selector', `0x${transfer.slice(2).toUpperCase()}`, 'I-4'],
    ['nothing', '0x', 'I-5'],
    ['half a byte', `${honestData}0`, 'I-5'],
    ['no 0x', honestData.slice(2), 'I-5'],
    ['a selector alone', honestData.slice(0, 10), 'I-5'],
    ['bytes at the end', `${honestData}00`, 'I-5'],
    ['a word at the end', `${honestData}${'0'.repeat(64)}`, 'I-5'],
    ['a megabyte', `${honestData}${'0'.repeat(2 ** 20)}`, 'I-5'],
    ['cut short', honestData.slice(0, -64), 'I-5'],
    ['another function', `0x12345678${honestData.slice(10)}`, 'I-5'],
    ['the other kind', `${createRequestSelectors.SWAP_REQUEST}${honestData.slice(10)}`, 'I-5'],
    ['an offset far away', `${honestData.slice(0, 10)}${'f'.repeat(64)}${honestData.slice(74)}`, 'I-5'],
  ])('%s', (_, data, code) => {
    expect(codeOf(inputOf({ txData: { data: data as Hex } }))).toBe(code)
  })

  test('null where bytes belong', () => {
    expect(codeOf(inputOf({ txData: { data: null as unknown as Hex } }))).toBe('I-5')
  })
})

describe('the decoded request', () => {
  const other = `0x${'99'.repeat(20)}` as const
  test.each<[string, Made, string]>([
    ['refund to another', { refund: other }, 'I-6'],
    ['deadline in 10 years', { basic: { deadline: nowSeconds + 315_360_000 } }, 'V-5'],
    ['deadline in 5 s', { basic: { deadline: nowSeconds + 5 } }, 'V-5'],
    ['another destination', { basic: { destinationChainId: 1 } }, 'W-1'],
    ['another origin', { basic: { originChainId: 1 } }, 'W-1'],
    ['sent by the user', { basic: { sender: user } }, 'W-2'],
    ['another receiver', { basic: { receiver: other } }, 'W-3'],
    ['nobody as the delegate', { basic: { delegate: zeroAddress } }, 'W-4'],
    ['another gateway', { basic: { exchangeGateway: other } }, 'W-5'],
    ['another input', { basic: { inputToken: other } }, 'W-7'],
    ['more input', { basic: { inputAmount: '1500001' } }, 'W-7'],
    ['another output', { basic: { outputToken: other } }, 'W-8'],
    ['less output', { basic: { minOutputAmount: '1' } }, 'W-9'],
    ['refuel', { basic: { refuelAmount: '1' } }, 'W-10'],
    ['a swap on the way', { top: { swapOutputToken: other } }, 'W-12'],
    ['a fee', { top: { affiliateFees: '0x00' } }, 'W-13'],
    ['a payload', { top: { destinationPayload: '0x00' } }, 'W-14'],
    ['gas for it', { top: { minDestGas: '1' } }, 'W-14'],
    ['a transmitter', { top: { exclusiveTransmitter: other } }, 'W-15'],
    ['a hash of something else', { requestHash: `0x${'00'.repeat(32)}` }, 'X-3'],
  ])('%s', (_, made, code) => {
    expect(codeOf(inputOf(made))).toBe(code)
  })

  test('a quote for another request, used before, or expired', () => {
    const input = inputOf()
    expect(codeOf({ ...input, quote: { ...input.quote, userAddress: null } })).toBe('X-1')
    expect(codeOf({ ...input, usedRequestHashes: new Set([input.route.requestHash]) })).toBe('X-3')
    expect(codeOf({ ...input, nowSeconds: nowSeconds + 50 })).toBe('X-4')
  })
})

test('pinned types with another function selector', () => {
  const { basicReq: _, ...rest } = { basicReq: 0 }
  const types = { ...pinnedTypes, SINGLE_OUTPUT_REQUEST: pinnedTypes.SWAP_REQUEST, ...rest }
  const input = inputOf()
  expect(codeOf({ ...input, deployment: { ...input.deployment, types } })).toBe('I-5')
})
